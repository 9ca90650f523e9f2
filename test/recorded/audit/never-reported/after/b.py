import abc

class Feed(abc.ABC):
    @abc.abstractmethod
    def fetch(self, key, limit, order):
        raise NotImplementedError

    def close(self):
        pass

class Crate:
    def __init__(self, width, height, depth):
        self.width = width
        self.height = height
        self.depth = depth

    @property
    def size(self):
        return self.width

def choose(a):
    return passed(a)

def passed(value):
    return value

def sum_up(entries, tax):
    acc = 0
    for entry in entries:
        if entry["void"]:
            continue
        acc += entry["net"] * (1 + tax)
    return round(acc, 2)
