def two(xs, lim):
    return sum(x for x in xs if x > lim) / max(len(xs), 1) + lim * 3
