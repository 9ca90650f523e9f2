"""Numbers that describe a series."""


def quantile(levels, share):
    """The value below which `share` of the known levels lie, by linear interpolation."""
    known = sorted(level for level in levels if level is not None)
    if not known:
        return None
    place = share * (len(known) - 1)
    low = int(place)
    high = min(low + 1, len(known) - 1)
    return known[low] + (known[high] - known[low]) * (place - low)


def summarise(levels):
    """Number of known levels, lowest, median and highest."""
    known = [level for level in levels if level is not None]
    if not known:
        return {"count": 0, "low": None, "median": None, "high": None}
    return {"count": len(known), "low": min(known), "median": quantile(known, 0.5), "high": max(known)}
