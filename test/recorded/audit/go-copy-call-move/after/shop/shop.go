package shop

// Total adds up what is in a cart.
func Total(prices []int, rate int) int {
	sum := 0
	for _, price := range prices {
		if price > 0 {
			sum += price * rate
		}
	}
	return sum / 100
}
