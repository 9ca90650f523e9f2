def build_rows(count):
    rows = []
    for number in range(count):
        rows.append({"id": number, "title": f"Title {number}"})
    return rows


def test_rows():
    assert len(build_rows(3)) == 3
