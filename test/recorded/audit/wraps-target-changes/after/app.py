from core import total


def edited(lines, rate):
    return total(lines, rate)


def grown(rows, rate):
    return total([row for row in rows if row.price], rate)


# rewheel-ignore[wraps-target]: the plug-in asks for this name
def plugin_total(rows, rate):
    return total(rows, rate)
