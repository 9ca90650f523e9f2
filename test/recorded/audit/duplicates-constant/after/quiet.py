import re
import settings

__version__ = "12.4.1.dev20240117+g1a2b3c4"
VERSION = "12.4.1.dev20240117+g1a2b3c4"
DEFAULTS = {"timeout": 30, "retries": 3}
LIMIT = 100
MEDIA = "application/json"
FORMAT = "%Y-%m-%d %H:%M:%S"
MASK = 0xFFFFFFFF
STEPS = [10, 20, 30, 40, 50, 60]
RULE = "----------------------------------------"
NOTICE = "Copyright 2024 The gauge authors, all rights reserved."
WORD = "temperature"
ROOT = settings.API_ROOT
OTHER_SLUG = re.compile("^[a-z0-9]+(?:-[a-z0-9]+)*$", re.IGNORECASE)
OTHER_UNITS = ("metre", "kilogram", "second", "kelvin", "ampere")
FORMATTED = f"https://api.gauges.example/v2/{WORD}"


def inside():
    local = "https://api.gauges.example/v2/stations"
    return local


class Sensor:
    label = "a text that two classes have to give by themselves"
