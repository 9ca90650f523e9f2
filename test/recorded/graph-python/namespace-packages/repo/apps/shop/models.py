def total(): pass
