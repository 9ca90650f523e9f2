def total(rows, rate):
    summed = sum(row.price for row in rows)
    return round(summed * rate, 2)
