package store

func (s *Store) check() bool { return check(s.name) }

func check(name string) bool {
	check := name != ""
	return check
}
