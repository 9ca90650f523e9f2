def every(a, b=1, /, c, d: int = 2, *args: str, e, f: dict[str, int] = None, **kwargs):
    return use(a, b, c, d, args, e, f, kwargs)


def keyword_only(*, a, b=default()):
    return use(a, b)


def only_rest(*args, **kwargs):
    return use(args, kwargs)


def multi_line(
    a,  # the first
    b: "Later" = 3,
) -> list[int]:
    return use(a, b)


f = lambda a, *args, b=1, **kw: use(a, args, b, kw)
