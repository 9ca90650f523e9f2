def __getattr__(name):
    return len(name).__sub__
