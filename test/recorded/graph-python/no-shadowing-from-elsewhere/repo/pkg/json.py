def loads(x): pass
