from shared import TEXT

ROOT = "https://api.gauges.example/v2/stations"
PATH = "/var/lib/gauges/readings.sqlite3"
KEPT = "a text with a copy that stays where it has been before"
