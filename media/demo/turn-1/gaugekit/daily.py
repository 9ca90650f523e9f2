"""Summaries by day."""

from .gaps import fill_gaps
from .readings import levels_of
from .stats import summarise


def group_by_day(readings):
    """Readings by day, days in order."""
    days = {}
    for reading in readings:
        day = reading.at.date()
        days.setdefault(day, []).append(reading)
    return dict(sorted(days.items()))


def daily_summaries(readings):
    """One summary a day, short gaps closed first."""
    summaries = {}
    for day, group in group_by_day(readings).items():
        summaries[day] = summarise(fill_gaps(levels_of(group)))
    return summaries
