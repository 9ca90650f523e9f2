def helper(): pass
def shape(): pass

class C:
    def helper(self): pass
    shape = shape
    made = helper

    def method(self):
        helper()
        self.helper()
        self.shape()
        self.made()
        return [helper() for _ in []]

    table = [helper for _ in range(3)]
