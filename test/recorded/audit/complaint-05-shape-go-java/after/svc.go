package svc

import (
	"errors"
	"strconv"
	"strings"
)

type Store struct{ rows map[string]string }

func (s *Store) Port(name string) (int, error) {
	raw, ok := s.rows[name]
	if !ok {
		return 0, errors.New("no port")
	}
	port, err := strconv.Atoi(strings.TrimSpace(raw))
	if err != nil {
		return 0, err
	}
	return port, nil
}

func (s *Store) Flag(name string) (bool, error) {
	raw, ok := s.rows[name]
	if !ok {
		return false, errors.New("no flag")
	}
	flag, err := strconv.ParseBool(strings.ToLower(raw))
	if err != nil {
		return false, err
	}
	return flag, nil
}

func (s *Store) Ratio(name string) (float64, error) {
	raw, ok := s.rows[name]
	if !ok {
		return 1, errors.New("no ratio")
	}
	value, err := strconv.ParseFloat(strings.TrimSuffix(raw, "%"), 64)
	if err != nil {
		return 0, err
	}
	return value / 100, nil
}
