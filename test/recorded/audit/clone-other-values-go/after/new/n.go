package new

import alib "m/blib"

const limit = 6

func Tidy(rows []Row) []int {
	out := []int{}
	for _, row := range rows {
		if row.Ok && row.N > 3 {
			out = append(out, alib.Clean(row.X)*3+row.Z)
		}
	}
	return out
}

func Lim(rows []Row) []int {
	out := []int{}
	for _, row := range rows {
		if row.Fine && row.N > limit {
			out = append(out, row.X*3+row.Z-row.K)
		}
	}
	return out
}
