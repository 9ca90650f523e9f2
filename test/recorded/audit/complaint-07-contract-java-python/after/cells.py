def safe(value):
    out = str(value).replace("\n", " ")
    if out.startswith("="):
        out = "'" + out
    return out.strip()
