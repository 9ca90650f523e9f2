def active_names(rows):
    out = []
    for row in rows:
        if row.get("active") and row.get("name"):
            out.append(row["name"].strip().title())
    return sorted(out)
