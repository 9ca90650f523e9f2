def has_paid(tier):
    return tier in ("pro", "scale")


def inside(value, low, high):
    return value > low and value < high


def beyond(x, least, most):
    return x < least or x > most
