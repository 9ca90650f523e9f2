import re


def overdue_names(entries, today, grace):
    found = []
    for entry in entries:
        if entry.closed:
            continue
        late = (today - entry.due).days
        if late > grace:
            found.append(f"{entry.owner.name}: {entry.title.strip()}")
    return sorted(found)


def parse_amount(text):
    match = re.match(r"\s*(-?\d+)[.,](\d\d)\s*EUR", text)
    if match is None:
        raise ValueError(text)
    whole, cents = match.groups()
    amount = int(whole) * 100
    if whole.startswith("-"):
        return amount - int(cents)
    return amount + int(cents)


def import_rows(reader, store, clock):
    kept = []
    for row in reader.rows():
        fields = [field.strip().lower() for field in row.split(";")]
        if len(fields) != 4 or not fields[0]:
            store.reject(row)
            continue
        kept.append(tuple(fields))
    kept.sort()
    for fields in kept:
        store.put(fields[0], fields[1:], clock.now())
    store.flush(len(kept))
    return len(kept)
