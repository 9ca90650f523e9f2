def nothing():
    pass


def constant():
    """Doc."""
    return -1


def empty():
    return []


def name(self):
    return self


def attribute(self):
    return self._x.y


def one_call(a, *args, key=None, **kwargs):
    return target(a, *args, key=key, **kwargs)


async def awaited(self, a):
    return await self.inner.go(a)


def no_trivial_call(a):
    return target(a, 1)


def no_trivial_argument(a):
    return target(a + 1)


def no_trivial_operation(a):
    return a + 1


def two_statements(a):
    check(a)
    return a


trivial = lambda x: target(x)
not_trivial = lambda x: target(x) + 1


class Stores:
    def __init__(self, a, b=None, *, c: int):
        """Doc."""
        super().__init__(a)
        self.a = a
        self.b: str = b
        self.items = []
        self._c = c


class Works:
    def __init__(self, a):
        self.a = compute(a)


class Empty:
    def __init__(self):
        self.items = []
