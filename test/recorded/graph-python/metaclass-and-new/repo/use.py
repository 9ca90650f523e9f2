class Meta(type):
    def make(cls):
        cls.register()
    def register(cls): pass

class A(metaclass=Meta):
    def __new__(cls, x):
        cls.prepare()
        return super().__new__(cls)
    def __init_subclass__(cls):
        cls.prepare()
    @classmethod
    def prepare(cls): pass
