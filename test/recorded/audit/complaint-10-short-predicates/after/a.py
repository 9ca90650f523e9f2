def is_paid(plan):
    return plan in ("pro", "scale")


def is_fresh(source):
    return source in ("startup", "clear")


def adult(person):
    return person.age >= 18 and person.active


def can_drive(person):
    return person.age >= 17 and person.active


def outside(value, low, high):
    return value < low or value > high
