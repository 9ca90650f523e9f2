from lib import f
state = None
lazy = None

def keep():
    f = 1
    def inner():
        nonlocal f
        f()
    def out():
        global f
        f()
    return inner, out

def load():
    global lazy
    from lib import f as lazy
    lazy()

def setup():
    global state
    state = f
    state()

def other():
    lazy()
