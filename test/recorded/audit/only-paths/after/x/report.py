def sum_up(entries, tax):
    acc = 0
    for entry in entries:
        if entry["void"]:
            continue
        acc += entry["net"] * (1 + tax)
    return round(acc, 2)
