ROOT_D = "https://api.gauges.example/v2/stations"
PORT_D = 27019
