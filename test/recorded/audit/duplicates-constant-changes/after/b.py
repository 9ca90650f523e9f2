from a import ROOT
from shared import TEXT

KEPT_AGAIN = "a text with a copy that stays where it has been before"
# rewheel-ignore[duplicates-constant]: the driver is told on its own
DATABASE = "/var/lib/gauges/readings.sqlite3"
