import charges
from charges import Book, charges_of as original, fetch_rates, rows_of, store_row


def trade_charges(quantity, price, side="buy"):
    """What a trade costs."""
    return original(quantity, price, side)


def by_keywords(quantity, price, side="buy", *, currency="EUR"):
    return charges.charges_of(quantity, price=price, currency=currency, side=side)


def by_temporary(quantity, price):
    result = original(quantity, price)
    return result


def anything(*args, **kwargs):
    return original(*args, **kwargs)


async def rates(day, source):
    return await fetch_rates(day, source)


def rates_unawaited(day, source):
    return fetch_rates(day, source)


def rows(path, sep):
    yield from rows_of(path, sep)


def put(row, into):
    store_row(row, into)


def rounded(value, digits):
    return Book.rounded(value, digits)


rounded_again = lambda value, digits: Book.rounded(value, digits)


class ChargeCalculator:
    """Works out charges."""

    def __init__(self, name):
        self.name = name

    def calculate(self, quantity, price):
        return original(quantity, price)


class WiderBook(Book):
    def put(self, row, weight):
        return self.add(row, weight)
