def summarise(rows):
    total = 0
    for row in rows:
        total += row.amount
    if not rows:
        return "empty"
    return f"{len(rows)} rows, {total}"
