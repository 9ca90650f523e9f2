package sum

import "testing"

func numbersOf(most int) []int {
	numbers := []int{}
	for i := 0; i < most; i++ {
		numbers = append(numbers, i*2)
	}
	return numbers
}

func TestMean(t *testing.T) {
	if len(numbersOf(3)) != 3 {
		t.Fatal("numbers")
	}
}
