ROOT_F = "https://api.gauges.example/v2/stations"
PORT_F = 27019
