"""Settings."""
import re

__version__ = "12.4.1.dev20240117+g1a2b3c4"
DATE_PATTERN = r"(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})"
SLUG = re.compile("^[a-z0-9]+(?:-[a-z0-9]+)*$", re.ASCII)
API_ROOT = "https://api.gauges.example/v2/stations"
EARTH_RADIUS = 6_371_008.8
UNITS = ("metre", "kilogram", "second", "ampere", "kelvin")
FACTORS = {"mm": 0.001, "cm": 0.01, "inch": 0.0254, "foot": 0.3048}
DEFAULTS = {"timeout": 30, "retries": 3}
LIMIT = 100
MEDIA = "application/json"
FORMAT = "%Y-%m-%d %H:%M:%S"
MASK = 0xFFFFFFFF
STEPS = [10, 20, 30, 40, 50, 60]
RULE = "----------------------------------------"
NOTICE = "Copyright 2024 The gauge authors, all rights reserved."
NAMES = [DATE_PATTERN, API_ROOT]
WORD = "temperature"


class Station:
    KEY_PREFIX = "gauge:station:v3/"
    label = "a text that two classes have to give by themselves"
