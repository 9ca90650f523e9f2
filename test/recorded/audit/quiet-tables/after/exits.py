def exits():
    return {200: "ok", 201: "created", 301: "moved", 404: "lost", 418: "tea", 500: "bad"}


def search(words, wanted, otherwise):
    for number, word in sorted(words.items()):
        if number == wanted or word == str(wanted).lower():
            return word
    return otherwise.strip() or "unknown"
