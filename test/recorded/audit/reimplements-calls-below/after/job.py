from lib import load, clean, scale

def run_job(name, ratio):
    return scale(clean(load(name)), ratio)
