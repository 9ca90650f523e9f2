def fa(): pass
def user():
    from .b import fb
    import pkg.b as mod
    from numpy import mean
    fb()
    mod.fb()
    mean()
def outside():
    fb()
