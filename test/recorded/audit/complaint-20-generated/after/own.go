package own

func Names(rows []string) []string {
	out := make([]string, 0, len(rows))
	for _, row := range rows {
		if row != "" {
			out = append(out, row)
		}
	}
	return out
}
