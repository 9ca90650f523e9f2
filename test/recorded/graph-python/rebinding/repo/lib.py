def f(): pass
def g(): pass
def wrap(x): return x
