"""Two stations side by side."""

from .gaps import fill_gaps
from .readings import levels_of, load_readings
from .smoothing import remove_spikes
from .stats import summarise
from .units import shift_datum


def compare_stations(lines, first, second, offsets=(0.0, 0.0)):
    """Differences of two stations' levels, value by value, and their summary."""
    lines = list(lines)
    left = _clean_series(lines, first, offsets[0])
    right = _clean_series(lines, second, offsets[1])
    differences = []
    for a, b in zip(left, right):
        differences.append(None if a is None or b is None else round(a - b, 4))
    return {"differences": differences, "summary": summarise(differences)}


def _clean_series(lines, name, offset):
    series = levels_of(load_readings(lines, name))
    without_spikes = remove_spikes(series)
    closed = fill_gaps(without_spikes)
    return shift_datum(closed, offset)
