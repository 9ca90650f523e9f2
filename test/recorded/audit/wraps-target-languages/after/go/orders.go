package shop

func TradeCharges(quantity float64, price float64) float64 {
	return ChargesOf(quantity, price)
}

func SingleCharges(price float64) float64 {
	return ChargesOf(1, price)
}
