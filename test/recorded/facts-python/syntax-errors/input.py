import os


def good(a):
    return use(a, 1)


def broken(a, b:
    x = a
    return x


class C:
    """def not_this(self): in a string"""

    def m(self):
        return (1

    async def n(self):
        return self.m()


def after():
    good(1)
    pass


def half(
