TEXT = "gauges report in metres and kilograms, never in feet"
MOVED = "a text that stands in one place only, whichever that is"
