def deco(f): return f
def default(): pass
class T: pass

class C:
    def default(self): pass

    @deco
    def m(self, x: T = default, y=lambda: default()) -> T:
        x()
        default()
