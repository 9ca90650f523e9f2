def __getattr__(name):
    return len(name).__add__
