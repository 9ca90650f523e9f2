ROOT_C = "https://api.gauges.example/v2/stations"
PORT_C = 27019
