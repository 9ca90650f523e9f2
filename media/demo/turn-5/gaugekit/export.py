"""Export for spreadsheets."""

from .readings import levels_of
from .smoothing import rolling_mean


def export_rows(readings):
    """Time, level and smoothed level of each reading."""
    levels = levels_of(readings)
    smooth = _short(rolling_mean(levels))
    return [(reading.at.isoformat(), level, value) for reading, level, value in zip(readings, levels, smooth)]


def _short(numbers, places=3):
    kept = []
    for number in numbers:
        kept.append(None if number is None else round(number, places))
    return kept
