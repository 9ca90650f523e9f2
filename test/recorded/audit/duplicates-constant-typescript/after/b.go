package shop

const root = `https://api.gauges.example/v2/stations`

const Max = 100

var names = []string{"metre", "kilogram", "second", "ampere"}
