import functools
def f(): pass
bound = functools.partial(f, 1)
bound()
sorted([], key=f)
g = f
g()
h = lambda x: x
h(1)
table = {'f': f}
table['f']()
getattr(functools, 'wraps')
