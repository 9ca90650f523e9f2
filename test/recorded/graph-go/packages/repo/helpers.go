package main

var local = 1

func total(x int) int {
	return x + local
}
