from posix import norm


def whole(p, r):
    c = norm(p)
    if not c:
        c = norm(r)
    return "x".join(c)
