def slug(title):
    words = [word.lower() for word in title.split() if word.isalnum()]
    text = "-".join(words)
    return text[:40].rstrip("-")
