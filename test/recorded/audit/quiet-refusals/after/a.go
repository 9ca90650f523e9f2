package a

import "errors"

type Store struct{}

func (s Store) Put(name string) error { return errors.New("this store is read-only, use the other one") }

func (s Store) Drop(name string) error { panic("this store is read-only") }
