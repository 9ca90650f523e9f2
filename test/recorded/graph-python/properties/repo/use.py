class P:
    @property
    def size(self): return 1
    @size.setter
    def size(self, value): pass
    @size.deleter
    def size(self): pass
    def test(self):
        self.size
        self.size = 2
        return self.__class__.make()
    @classmethod
    def make(cls): pass
class Old:
    def get_x(self): return 1
    x = property(get_x)
    def test(self):
        self.x
        self.get_x()
P().size
P.size
