from lib import load, clean

def fetch(path):
    rows = clean(load(path))
    return len(rows), rows
