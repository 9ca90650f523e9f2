def gone(): pass
