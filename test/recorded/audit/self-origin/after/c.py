from b import total_of

def show(rows):
    return f"{total_of(rows, 0.1):.2f} EUR"
