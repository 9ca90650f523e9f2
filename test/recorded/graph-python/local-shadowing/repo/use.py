from lib import f

def by_parameter(f):
    f()

def by_assignment():
    f = 1
    f()

def by_loop(xs):
    for f in xs:
        f()

def by_with(cm):
    with cm as f:
        f()

def by_except():
    try:
        pass
    except ValueError as f:
        f()

def by_walrus(x):
    if (f := x):
        f()

def by_comprehension(xs):
    return [f() for f in xs]

def by_first_iterable():
    return [f for f in f()]

def by_def():
    def f(): pass
    f()

def by_class():
    class f: pass
    f()

def by_import():
    from other import f
    f()

def by_lambda():
    return lambda f: f()

def by_match(x):
    match x:
        case [f]:
            f()

def by_star(*f, **kw):
    f()
    kw()

def assigned_later():
    f()
    f = 2

def not_hidden():
    f()
    return [f() for x in []]

def enclosing():
    f = 3
    def inner():
        f()
    return inner
