package units

func weights() map[string]float64 {
	return map[string]float64{"g": 1, "kg": 1000, "t": 1000000, "oz": 28.35, "lb": 453.6, "st": 6350}
}

func lengths() map[string]float64 {
	return map[string]float64{"m": 1, "km": 1000, "mi": 1609.34, "ft": 0.3048, "in": 0.0254, "yd": 0.9144}
}
