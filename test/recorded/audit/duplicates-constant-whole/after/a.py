ROOT_A = "https://api.gauges.example/v2/stations"
PORT_A = 27019
