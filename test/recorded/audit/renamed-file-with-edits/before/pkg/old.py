def total_of(rows, rate):
    """Sum with tax."""
    total = 0
    for row in rows:
        if row["void"]:
            continue
        total += row["net"] * (1 + rate)
    return round(total, 2)

def other(entries, tax):
    acc = 0
    for entry in entries:
        if entry["gone"]:
            continue
        acc += entry["net"] * (1 + tax)
    return round(acc, 2)

def tail(a):
    return [x for x in a if x][-1]
