def mean(x): pass
