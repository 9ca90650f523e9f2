def norm(p):
    parts = p.split(":")
    return [x for x in parts if x != ":"]


def full(path, root):
    cleaned = norm(path)
    if not cleaned:
        cleaned = norm(root)
    return "x".join(cleaned)
