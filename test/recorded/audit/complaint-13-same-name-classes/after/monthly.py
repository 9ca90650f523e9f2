class Monthly:
    def __init__(self, rows, month):
        self.rows = rows
        self.month = month

    def summarise(self, count):
        sums = {}
        for entry in self.rows:
            name = entry["account"].strip().lower()
            sums[name] = sums.get(name, 0) + entry["amount"]
        best = sorted(sums.items(), key=lambda pair: pair[1], reverse=True)
        return best[:count]
