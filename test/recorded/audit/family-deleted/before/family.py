from lib import load, clean, scale

def step_0(path):
    rows = clean(load(path))
    return scale(rows, 0) + [0]

def step_1(path):
    rows = clean(load(path))
    return scale(rows, 1) + [1]

def step_2(path):
    rows = clean(load(path))
    return scale(rows, 2) + [2]

def step_3(path):
    rows = clean(load(path))
    return scale(rows, 3) + [3]
