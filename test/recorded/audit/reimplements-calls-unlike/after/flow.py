from lib import load, clean, scale, store

def prepare(path, factor):
    rows = clean(load(path))
    store(scale(rows, factor))
    return len(rows)
