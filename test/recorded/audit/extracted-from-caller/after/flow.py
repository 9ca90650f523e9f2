from lib import load, clean, scale, store

def prepare(path, factor):
    return steps(path, factor)

def steps(path, factor):
    rows = clean(load(path))
    store(scale(rows, factor))
    return len(rows)
