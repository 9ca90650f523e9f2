from text import slug


def build_rows(count):
    rows = []
    for number in range(count):
        rows.append({"id": number, "title": f"Title {number}"})
    return rows


def expected_slug(title):
    words = [word.lower() for word in title.split() if word.isalnum()]
    text = "-".join(words)
    return text[:40].rstrip("-")


def test_slug():
    rows = build_rows(3)
    assert [slug(row["title"]) for row in rows] == ["title-0", "title-1", "title-2"]
