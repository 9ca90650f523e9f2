from shared import total_of

def orders(rows, rate):
    return total_of(rows, rate)
