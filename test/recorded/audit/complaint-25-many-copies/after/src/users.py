def user_names(rows):
    """Names of the active users, in order."""
    out = []
    for row in rows:
        if row.get("active") and row.get("name"):
            out.append(row["name"].strip().title())
    return sorted(out)
