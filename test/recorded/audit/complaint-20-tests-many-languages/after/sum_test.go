package sum

import "testing"

func rowsOf(count int) []int {
	rows := []int{}
	for i := 0; i < count; i++ {
		rows = append(rows, i*2)
	}
	return rows
}

func TestSum(t *testing.T) {
	if len(rowsOf(3)) != 3 {
		t.Fatal("rows")
	}
}
