def scale(x):
    return x
class Box:
    pass
