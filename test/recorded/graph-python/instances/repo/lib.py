class Foo:
    def bar(self): pass
shared = Foo()
