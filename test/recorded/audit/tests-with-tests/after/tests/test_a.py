def make_rows(entries, tax):
    acc = 0
    for entry in entries:
        if entry["void"]:
            continue
        acc += entry["x"] * (1 + tax)
    return round(acc, 2)
