"""Flood alerts: days on which a level stays above a mark."""

from .daily import group_by_day
from .readings import levels_of
from .smoothing import remove_spikes
from .units import to_metres


def flood_days(readings, mark, unit="m", hours=3):
    """Days with at least `hours` known levels above `mark`."""
    limit = to_metres(mark, unit)
    days = []
    for day, group in group_by_day(readings).items():
        values = remove_spikes(levels_of(group))
        above = [value for value in values if value is not None and value > limit]
        if len(above) >= hours:
            days.append(day)
    return days
