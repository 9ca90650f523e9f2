from dataclasses import dataclass
from typing import NamedTuple


@dataclass
class Order:
    id: int
    lines: list
    paid: bool = False

    def total(self):
        amount = 0
        for line in self.lines:
            amount += line.price * line.count
        return round(amount, 2)


@dataclass
class Invoice:
    id: int
    lines: list
    paid: bool = False

    def sum(self):
        value = 0
        for row in self.lines:
            value += row.price * row.count
        return round(value, 2)


class Pair(NamedTuple):
    left: int
    right: int


class Span(NamedTuple):
    left: int
    right: int
