"""Reading level files: one `timestamp;station;level` a line, `#` begins a comment."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Reading:
    """One level, in the unit of its file."""

    at: datetime
    station: str
    level: float


def parse_line(line):
    """The reading of a line, or None for comments and blank lines."""
    text = line.split("#", 1)[0].strip()
    if not text:
        return None
    stamp, station, level = (part.strip() for part in text.split(";"))
    return Reading(datetime.fromisoformat(stamp), station, float(level.replace(",", ".")))


def load_readings(lines, station=None):
    """Readings in order of time, of one station when it is named."""
    found = []
    for line in lines:
        reading = parse_line(line)
        if reading is None:
            continue
        if station is None or reading.station == station:
            found.append(reading)
    return sorted(found, key=lambda reading: reading.at)


def levels_of(readings):
    """The bare levels of readings."""
    return [reading.level for reading in readings]
