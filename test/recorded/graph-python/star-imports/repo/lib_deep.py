def deep(): pass
def plain(): pass
