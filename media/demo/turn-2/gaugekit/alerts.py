"""Flood alerts: days on which a level stays above a mark."""

from .daily import group_by_day
from .readings import levels_of
from .units import to_metres


def flood_days(readings, mark, unit="m", hours=3):
    """Days with at least `hours` known levels above `mark`."""
    limit = to_metres(mark, unit)
    days = []
    for day, group in group_by_day(readings).items():
        values = _drop_outliers(levels_of(group))
        above = [value for value in values if value is not None and value > limit]
        if len(above) >= hours:
            days.append(day)
    return days


def _drop_outliers(values, limit=0.5):
    result = list(values)
    for i in range(1, len(values) - 1):
        left, middle, right = values[i - 1 : i + 2]
        if left is None or middle is None or right is None:
            continue
        up, down = middle - left, middle - right
        if abs(up) > limit and abs(down) > limit and up * down > 0:
            result[i] = None
    return result
