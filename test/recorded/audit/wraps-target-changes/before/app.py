from core import total


def edited(rows, rate):
    return total(rows, rate)


def deleted(rows, rate):
    return total(rows, rate)


def grown(rows, rate):
    return total(rows, rate)


def moved_away(lines, factor):
    return total(lines, factor)
