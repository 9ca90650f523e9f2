package shop

func ChargesOf(quantity float64, price float64) float64 {
	value := quantity * price
	if value < 10 {
		return 1
	}
	return value * 0.005
}
