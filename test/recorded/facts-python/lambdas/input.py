named = lambda x: x + 1
a = b = lambda: call(1)
typed: Callable[[int], int] = lambda x: other(x, 2)
bracketed = (
    lambda x: x * 2
)
argument = sorted(items, key=lambda item: item.key)


class C:
    method = lambda self, x: self.go(x, 1)
    table = {"k": lambda: 1}


def outer():
    inner = lambda y: outer() + y
    return inner
