package store

type Base struct{}

func (b *Base) Log() {}

type Store struct {
	Base
	name string
}

func Open(name string) *Store { return &Store{name: name} }

func (s *Store) Save() {
	s.Log()
	s.check()
	check(s.name)
	len(s.name)
}
