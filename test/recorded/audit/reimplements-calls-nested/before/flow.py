from lib import load, clean, scale

def prepare(paths, factor):
    def one(path):
        rows = clean(load(path))
        return scale(rows, factor)
    return [one(path) for path in paths]
