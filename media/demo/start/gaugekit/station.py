"""A station's series, ready for use."""

from .gaps import fill_gaps
from .readings import levels_of, load_readings
from .smoothing import remove_spikes
from .units import shift_datum


def prepare_station(lines, station, offset=0.0):
    """Levels of one station, spikes removed, short gaps closed, against the common datum."""
    readings = load_readings(lines, station)
    levels = remove_spikes(levels_of(readings))
    return shift_datum(fill_gaps(levels), offset)
