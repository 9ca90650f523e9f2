import functools

import charges
from charges import Book, Handler, charges_of, fetch_rates, store_row, _parse

BOOK = Book()


def buy_charges(quantity, price):
    return charges_of(quantity, price, side="buy")


def reordered(price, quantity):
    return charges_of(quantity, price)


def reordered_by_keywords(side, quantity, price):
    return charges_of(quantity, price, side=side)


def other_default(quantity, price, side="sell"):
    return charges_of(quantity, price, side)


def new_default(quantity, price=1.0):
    return charges_of(quantity, price)


def fewer(quantity, price, unused):
    return charges_of(quantity, price)


def changed(quantity, price):
    return charges_of(quantity, abs(price))


def twice(quantity, price):
    return charges_of(charges_of(quantity, price), price)


async def made_async(quantity, price):
    return charges_of(quantity, price)


async def forgotten(day, source):
    return fetch_rates(day, source)


def result_dropped(quantity, price):
    charges_of(quantity, price)


def result_made(row, into):
    return store_row(row, into) or into


@functools.lru_cache
def cached(quantity, price):
    return charges_of(quantity, price)


def parse(text, strict):
    return charges._parse(text, strict)


def entry(row, weight):
    return BOOK.add(row, weight)


def of_parameter(book, row, weight):
    return book.add(row, weight)


def no_arguments():
    return charges_of()


def make_book(*args):
    return Book(*args)


def outer(quantity, price):
    def inner(quantity, price):
        return charges_of(quantity, price)

    return inner(quantity, price) + inner(price, quantity)


class ChargeHandler(Handler):
    def handle(self, request, session):
        return charges_of(request, session)


class Delegate:
    def __init__(self, book):
        self.book = book

    def add(self, row, weight):
        return self.book.add(row, weight)

    def with_state(self, quantity):
        return charges_of(quantity, self.book)

    def __call__(self, quantity, price):
        return charges_of(quantity, price)
