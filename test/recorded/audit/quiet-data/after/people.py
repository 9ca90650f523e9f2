def initials(person):
    letters = [part[0].upper() for part in person.name.split() if part]
    if not letters:
        return "?"
    return ".".join(letters) + "."
