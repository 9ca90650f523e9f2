def read(path):
    return open(path).read()
