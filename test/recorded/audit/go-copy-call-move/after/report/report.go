package report

import "example.test/shop/shop"

func Lines(prices []int) []int {
	total := shop.Total(prices, 90)
	return append(prices, total)
}

func sumOf(values []int, share int) int {
	all := 0
	for _, value := range values {
		if value > 0 {
			all += value * share
		}
	}
	return all / 100
}
