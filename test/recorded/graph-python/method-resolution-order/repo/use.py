from typing import Generic, TypeVar
from outside import External
T = TypeVar('T')
class Root:
    def who(self): pass
    def root(self): pass
class Left(Root):
    def who(self): pass
class Right(Root):
    def who(self): pass
    def right(self): pass
    def root(self): pass
class Diamond(Left, Right):
    def test(self):
        self.who()
        self.root()
        super().who()
        super().right()
class Typed(Generic[T], Root):
    def test(self):
        self.root()
class After(Root, External):
    def test(self):
        self.root()
        self.foreign()
class Before(External, Root):
    def test(self):
        self.root()
        self.test()
class Loop(Loop):
    def test(self):
        self.root()
