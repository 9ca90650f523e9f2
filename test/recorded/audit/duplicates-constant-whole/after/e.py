ROOT_E = "https://api.gauges.example/v2/stations"
PORT_E = 27019
