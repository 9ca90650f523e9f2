ROOT = "https://api.gauges.example/v2/stations"
PATH = "/var/lib/gauges/readings.sqlite3"
TEXT = "gauges report in metres and kilograms, never in feet"
KEPT = "a text with a copy that stays where it has been before"
