def total_of(rows, rate):
    """Sum with tax."""
    total = 0
    for row in rows:
        if row["void"]:
            continue
        total += row["net"] * (1 + rate)
    return round(total, 2)
