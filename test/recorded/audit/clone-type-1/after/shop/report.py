def gross(rows: list, rate: float) -> float:
    # the same thing again
    total = 0
    for row in rows:
        if row["void"]:
            continue
        total += row["net"] * (
            1 + rate)
    return round(total, 2)
