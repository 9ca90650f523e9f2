package a

import "errors"

type View struct{}

func (v View) Set(name string) error { return errors.New("this store is read-only, use the other one") }

func (v View) Remove(name string) error { panic("this store is read-only") }
