def show_total(rows):
    total = 0
    for row in rows:
        if row and row[-1].isdigit():
            total += int(row[-1])
    print("total", total)
    return total
