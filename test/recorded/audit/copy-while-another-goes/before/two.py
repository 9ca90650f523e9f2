def two(xs, lim):
    out = []
    for x in xs:
        if x > lim:
            out.append(x * 2)
    return out
