def fresh(ys, lim):
    out = []
    for x in ys:
        if x > lim:
            out.append(x * 2)
    return out
