ROOT = "https://api.gauges.example/v2/stations"
