from basket import Basket


class Cart:
    def __init__(self, owner, rows):
        self.owner = owner.strip().lower()
        self.rows = list(rows)
        self.count = len(self.rows)

    @property
    def priciest(self):
        self.count = len(self.rows)
        rows = sorted(self.rows, key=lambda row: row.price)
        if not rows:
            return None
        return rows[-1]

    def drop(self, title):
        left = [item for item in self.rows if item.name != title]
        if len(left) == len(self.rows):
            raise KeyError(title)
        return Basket(self.owner, left)
