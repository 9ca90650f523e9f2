from a import base

def show(rows):
    return [str(x) for x in base(rows, 2)]
