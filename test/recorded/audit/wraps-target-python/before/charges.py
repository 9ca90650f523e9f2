import asyncio


def charges_of(quantity, price, side="buy", *, currency="EUR"):
    value = quantity * price
    fee = max(1.0, value * 0.0005)
    duty = value * 0.005 if side == "buy" else 0.0
    return round(fee + duty, 2), currency


async def fetch_rates(day, source):
    await asyncio.sleep(0)
    return {source: day}


def rows_of(path, sep):
    with open(path) as lines:
        for line in lines:
            yield line.split(sep)


def store_row(row, into):
    into.append(row)


def _parse(text, strict):
    return text.split("," if strict else ";")


class Book:
    def add(self, row, weight):
        self.rows.append((row, weight))
        return len(self.rows)

    @staticmethod
    def rounded(value, digits):
        return round(value + 0.0, digits)


class Handler:
    def handle(self, request, session):
        raise ValueError(request)
