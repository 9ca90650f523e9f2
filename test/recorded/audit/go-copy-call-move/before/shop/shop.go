package shop

import "strings"

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

func tidy(text string) string {
	parts := strings.Split(text, ",")
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
	}
	return strings.Join(parts, ";")
}
