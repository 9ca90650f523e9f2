from shop.prices import total_of

def by_parameter(total_of):
    return total_of(1)

def by_local():
    def total_of(rows):
        return rows
    return total_of([])

def by_loop(functions):
    for total_of in functions:
        total_of()

def by_attribute(thing):
    return thing.total_of([])
