package store

import "errors"

var ErrNotSupported = errors.New("not supported")

type Blob interface {
	Fetch(key string, start int, length int) ([]byte, error)
	Close() error
}

type Feed interface {
	Fetch(key string, start int, length int) ([]byte, error)
	Close() error
}

type ReadOnly struct{}

func (r ReadOnly) Put(key string, body []byte) error { return ErrNotSupported }

type Frozen struct{}

func (f Frozen) Put(key string, body []byte) error { return ErrNotSupported }
