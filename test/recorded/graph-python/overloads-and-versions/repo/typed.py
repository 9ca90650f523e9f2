class Only: pass
class Both: pass
