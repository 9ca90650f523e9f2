ROOT_AGAIN = "https://api.gauges.example/v2/stations"
MOVED = "a text that stands in one place only, whichever that is"
TEXT_AGAIN = "gauges report in metres and kilograms, never in feet"
KEPT_AGAIN = "a text with a copy that stays where it has been before"
