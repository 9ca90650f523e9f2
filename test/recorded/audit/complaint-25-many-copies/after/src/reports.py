def names_of(rows):
    out = []
    for row in rows:
        if row.get("active") and row.get("name"):
            out.append(row["name"].strip().title())
    return sorted(out)


def first(rows):
    return names_of(rows)[0]
