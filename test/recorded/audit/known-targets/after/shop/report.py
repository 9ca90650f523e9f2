from shop.own import label

def show(rows):
    return [label(row) for row in rows if row]
