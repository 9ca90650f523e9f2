def run(thing, other):
    thing.load("x")
    scale = other
    return scale
