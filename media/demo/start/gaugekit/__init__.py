"""Levels of water gauges: reading, cleaning, summarising."""

from .readings import Reading, load_readings
from .station import prepare_station
from .stats import summarise

__all__ = ["Reading", "load_readings", "prepare_station", "summarise"]
