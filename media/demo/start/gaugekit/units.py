"""Units and the datum that levels refer to."""

_METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001, "ft": 0.3048}


def to_metres(level, unit):
    """A level in metres."""
    try:
        return level * _METRES[unit]
    except KeyError:
        raise ValueError(f"unknown unit: {unit}") from None


def shift_datum(levels, offset):
    """Levels against another datum; gaps stay gaps."""
    shifted = []
    for level in levels:
        shifted.append(None if level is None else round(level + offset, 4))
    return shifted
