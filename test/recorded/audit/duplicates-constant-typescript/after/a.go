package shop

const (
	Limit   = 100
	APIRoot = "https://api.gauges.example/v2/stations"
)

var Units = []string{"metre", "kilogram", "second", "ampere"}
