def badge_text(user):
    chars = [piece[0].upper() for piece in user.name.split() if piece]
    if not chars:
        return "?"
    return ".".join(chars) + "."
