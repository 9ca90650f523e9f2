def label(x):
    return str(x) + " EUR"
