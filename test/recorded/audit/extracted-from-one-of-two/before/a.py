def a_one(xs, lim):
    out = []
    for x in xs:
        if x > lim:
            out.append(x * 2)
    return out

def run_a(rows):
    return a_one(rows, 3)
