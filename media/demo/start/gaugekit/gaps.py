"""Gaps in a series: values that are None."""


def find_gaps(levels):
    """Half-open index ranges in which no level is known."""
    gaps, begin = [], None
    for index, level in enumerate(levels):
        if level is None and begin is None:
            begin = index
        elif level is not None and begin is not None:
            gaps.append((begin, index))
            begin = None
    if begin is not None:
        gaps.append((begin, len(levels)))
    return gaps


def fill_gaps(levels, longest=6):
    """Closes gaps of at most `longest` values on a straight line; longer ones and those at an end stay."""
    filled = list(levels)
    for begin, end in find_gaps(levels):
        if begin == 0 or end == len(levels) or end - begin > longest:
            continue
        left, right = levels[begin - 1], levels[end]
        step = (right - left) / (end - begin + 1)
        for offset in range(end - begin):
            filled[begin + offset] = left + step * (offset + 1)
    return filled
