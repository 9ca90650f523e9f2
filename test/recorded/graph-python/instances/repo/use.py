from lib import Foo, shared
import lib

Foo().bar()
lib.Foo().bar()
shared.bar()
lib.shared.bar()

def once():
    x = Foo()
    x.bar()

def twice(flag):
    x = Foo()
    if flag:
        x = None
    x.bar()

def maybe(flag):
    x = Foo() if flag else None
    x.bar()

def parameter(x: Foo):
    x.bar()

def closed():
    x = lib.Foo()
    def inner():
        x.bar()
    return inner

def make():
    return Foo()

make().bar()
made = make()
made.bar()
