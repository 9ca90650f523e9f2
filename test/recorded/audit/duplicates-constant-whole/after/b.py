ROOT_B = "https://api.gauges.example/v2/stations"
PORT_B = 27019
