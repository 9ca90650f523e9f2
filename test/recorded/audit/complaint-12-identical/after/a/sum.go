package a

import "fmt"

func Summarise(rows []int) string {
	total := 0
	for _, row := range rows {
		total += row
	}
	if len(rows) == 0 {
		return "empty"
	}
	return fmt.Sprintf("%d rows, %d", len(rows), total)
}
