def helper(): pass
class Foo:
    def bar(self): pass
class Holder:
    default = None
    def __init__(self, given):
        self.foo = Foo()
        self.twice = Foo()
        self.given = given
        self.default = Foo()
        self.call = helper
        self.step = Foo()
    def step(self): pass
    def reset(self):
        self.twice = None
    def test(self):
        self.foo.bar()
        self.twice.bar()
        self.given.bar()
        self.default.bar()
        self.call()
        self.step()
        self.missing.bar()
class Sub(Holder):
    def more(self):
        self.foo.bar()
        self.foo.gone()
        self.loop_a.bar()
    def knot(self):
        self.loop_a = self.loop_b
        self.loop_b = self.loop_a
