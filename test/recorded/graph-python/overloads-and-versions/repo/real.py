class Both: pass
