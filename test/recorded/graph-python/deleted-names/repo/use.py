from lib import f, g
f()
del f
f()
def later():
    f()
    g()
def inside():
    from lib import g
    g()
    del g
