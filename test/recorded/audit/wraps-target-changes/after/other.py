from core import total


def moved_away(lines, factor):
    return total(lines, factor)
