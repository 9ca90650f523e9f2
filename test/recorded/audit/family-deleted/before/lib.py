def load(path):
    with open(path) as handle:
        return [line.split(",") for line in handle]

def clean(rows):
    return [row for row in rows if len(row) > 1 and row[0] != "#"]

def scale(rows, factor):
    return [[float(cell) * factor for cell in row] for row in rows]
