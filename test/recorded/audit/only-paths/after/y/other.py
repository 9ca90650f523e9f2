def a(v):
    return v
