import abc
from typing import overload, Protocol

class Store(abc.ABC):
    @abc.abstractmethod
    def fetch(self, key, limit, order):
        """Fetch."""
        raise NotImplementedError

    def close(self):
        pass

class Box:
    def __init__(self, width, height, depth):
        self.width = width
        self.height = height
        self.depth = depth

    @property
    def size(self):
        return self.width

@overload
def pick(a: int) -> int: ...
@overload
def pick(a: str) -> str: ...
def pick(a):
    return forward(a)

def forward(value):
    return value

def total_of(rows, rate):
    """Sum with tax."""
    total = 0
    for row in rows:
        if row["void"]:
            continue
        total += row["net"] * (1 + rate)
    return round(total, 2)
