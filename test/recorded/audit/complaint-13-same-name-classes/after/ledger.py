class Ledger:
    def __init__(self, rows):
        self.rows = rows

    def summarise(self, limit):
        totals = {}
        for row in self.rows:
            key = row["account"].strip().lower()
            totals[key] = totals.get(key, 0) + row["amount"]
        ranked = sorted(totals.items(), key=lambda item: item[1], reverse=True)
        return ranked[:limit]
