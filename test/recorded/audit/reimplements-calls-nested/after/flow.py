from lib import load, clean, scale

def prepare(paths, factor, keep=None):
    def one(path):
        rows = clean(load(path))
        return scale(rows, factor)
    if keep is not None:
        paths = [path for path in paths if keep(path)]
    return [one(path) for path in paths]
