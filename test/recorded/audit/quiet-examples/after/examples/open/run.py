def load_rows(path, limit):
    rows = []
    with open(path) as lines:
        for line in lines:
            if line.strip() and len(rows) < limit:
                rows.append(line.split(","))
    return rows


def show_total(rows):
    total = 0
    for row in rows:
        if row and row[-1].isdigit():
            total += int(row[-1])
    print("total", total)
    return total
