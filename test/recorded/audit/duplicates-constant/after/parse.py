import re

_ISO_DATE = "(\\d{4})-(\\d{2})-(\\d{2})T(\\d{2}):(\\d{2})"
SLUG_RE = re.compile(r'^[a-z0-9]+(?:-[a-z0-9]+)*$', re.ASCII)
BASE_URL: str = (
    "https://api.gauges.example"
    "/v2/stations"
)
RADIUS = 6371008.80
SI_UNITS = [
    'metre',
    'kilogram',  # not the gram
    'second', 'ampere', 'kelvin',
]
IN_METRES = {"foot": 0.3048, "inch": 2.54e-2, "cm": 0.01, "mm": 0.001}


class Cache:
    PREFIX = "gauge:station:v3/"
