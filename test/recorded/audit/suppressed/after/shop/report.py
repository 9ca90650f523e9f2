# rewheel-ignore[reimplements-logic]: kept apart on purpose
def sum_up(entries, tax):
    acc = 0
    for entry in entries:
        if entry["void"]:
            continue
        acc += entry["net"] * (1 + tax)
    return round(acc, 2)


# rewheel-ignore: nothing here
def other(a, b):
    return [a[i] + b[i] for i in range(len(a))]
