def T(): pass
def helper(): pass
def f[T](x: T) -> T:
    T()
    return helper()
class Box[T]:
    def helper(self): pass
    def put(self, x: T):
        helper()
        self.helper()
type Alias = Box[int]
