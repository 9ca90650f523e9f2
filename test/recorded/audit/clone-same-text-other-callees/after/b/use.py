from b.io import load

def first_line(path):
    text = load(path)
    lines = text.splitlines()
    return lines[0] if lines else ""
