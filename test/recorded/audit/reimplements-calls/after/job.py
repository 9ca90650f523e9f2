from lib import load, clean, scale, store

def run_job(name, ratio):
    table = clean(load(name))
    store(scale(table, ratio))
    return True
