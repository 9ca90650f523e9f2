"""What the dashboard shows of a station."""

from .smoothing import rolling_mean
from .stats import quantile


def station_panel(readings):
    """Smoothed levels and the usual range of each day."""
    panel = []
    for date, entries in _split_days(readings).items():
        levels = [entry.level for entry in entries]
        panel.append(
            {
                "day": date,
                "levels": _rounded(rolling_mean(levels)),
                "range": (quantile(levels, 0.1), quantile(levels, 0.9)),
            }
        )
    return panel


def _split_days(entries):
    by_date = {}
    for entry in entries:
        date = entry.at.date()
        by_date.setdefault(date, []).append(entry)
    return dict(sorted(by_date.items()))


def _rounded(values, digits=3):
    result = []
    for value in values:
        result.append(None if value is None else round(value, digits))
    return result
