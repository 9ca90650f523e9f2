def größe(ｗｉｄｔｈ):
    """Umlaute: äöü 𝔘."""
    s = "𝔘𝔫𝔦"; t = messen(ｗｉｄｔｈ)
    return t.größe(s)
