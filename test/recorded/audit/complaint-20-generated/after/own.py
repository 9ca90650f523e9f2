def names(rows):
    out = []
    for row in rows:
        if row != "":
            out.append(row.strip())
    return out
