class Basket:
    def __init__(self, owner, rows):
        self.owner = owner.strip().lower()
        self.rows = list(rows)
        self.total = sum(row.price for row in self.rows)

    @property
    def dearest(self):
        rows = sorted(self.rows, key=lambda row: row.price)
        if not rows:
            return None
        return rows[-1]

    def without(self, name):
        kept = [row for row in self.rows if row.name != name]
        if len(kept) == len(self.rows):
            raise KeyError(name)
        return Basket(self.owner, kept)
