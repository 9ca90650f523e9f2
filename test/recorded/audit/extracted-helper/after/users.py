from shared import total_of

def users(rows, rate):
    return total_of(rows, rate)
