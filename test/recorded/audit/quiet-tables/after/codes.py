def names():
    return {200: "ok", 201: "created", 301: "moved", 404: "missing", 418: "teapot", 500: "broken"}


def find(table, code, fallback):
    for key, name in sorted(table.items()):
        if key == code or name == str(code).lower():
            return name
    return fallback.strip() or "unknown"
