def read_rows(path, limit):
    rows = []
    with open(path) as lines:
        for line in lines:
            if line.strip() and len(rows) < limit:
                rows.append(line.split(","))
    return rows
