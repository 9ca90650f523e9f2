class Yearly:
    def __init__(self, rows, year):
        self.rows = rows
        self.year = year

    def summarise(self, most):
        amounts = {}
        for item in self.rows:
            if item["year"] != self.year:
                continue
            title = item["account"].strip().lower()
            amounts[title] = amounts.get(title, 0) + item["amount"]
        top = sorted(amounts.items(), key=lambda two: two[1], reverse=True)
        return top[:most]
