from lib import load, clean

def run(path):
    table = clean(load(path))
    return {"rows": table}
