import logging
import re


def gapped(rows, day, most):
    logging.info("looking for late rows")
    names = []
    for row in rows:
        if row.closed:
            continue
        days = (day - row.due).days
        if days > most:
            logging.debug("late")
            names.append(f"{row.owner.name}: {row.title.strip()}")
    return sorted(names)


def other_form(items, now, allowed):
    return sorted(
        "{}: {}".format(item.owner.name, item.title.strip())
        for item in items
        if not item.closed and allowed < (now - item.due).days
    )


def statement(lines, printer):
    printer.title("statement")
    total = 0
    for line in lines:
        found = re.match(r"\s*(-?\d+)[.,](\d\d)\s*EUR", line)
        if found is None:
            raise ValueError(line)
        units, rest = found.groups()
        value = int(units) * 100
        if units.startswith("-"):
            total += value - int(rest)
        else:
            total += value + int(rest)
    printer.total(total)
    return total


def load(source, db, watch):
    good = read_good(source, db)
    good.sort()
    for parts in good:
        db.put(parts[0], parts[1:], watch.now())
    db.flush(len(good))
    return len(good)


def read_good(source, db):
    good = []
    for line in source.rows():
        parts = [part.strip().lower() for part in line.split(";")]
        if len(parts) != 4 or not parts[0]:
            db.reject(line)
            continue
        good.append(tuple(parts))
    return good
