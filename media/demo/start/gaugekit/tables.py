"""Plain text tables."""


def format_level(level, digits=2):
    """A level for people; a dash where it is not known."""
    return "-" if level is None else f"{level:.{digits}f}"


def render_table(head, rows):
    """Rows under a head, columns as wide as their widest cell."""
    table = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(len(row[column]) for row in table) for column in range(len(head))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in table]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)
