import lib
from lib import load as read, clean
from deco import logged

@logged
def run(paths):
    rows = list(map(clean, [read(path) for path in paths]))
    return lib.scale(rows, 2)
