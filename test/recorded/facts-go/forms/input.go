package queue
import (
	"fmt"
	m "a/b"
	. "x/y"
)
const A, B = 1, "x"
var (
  g int
  h = []int{1,2}
)
type T[K comparable] struct { x, y int; Base; f func(int) error `json:"x"` }
type I interface { Foo(a int) (string, error); ~int | string; io.Reader }
// Doc
func (s *T[K]) Run(a, b int, rest ...string) (n int, err error) {
	for i := 0; i < 10; i++ { a += i }
	for k, v := range m.X { _ = k; delete(v, 1) }
	for a < 3 { break }
	for range 3 {}
L:
	for { continue L }
	if x, ok := s.x.(int); ok { return x, nil } else if a > 1 { a-- } else { goto L }
	switch y := a; y { case 1, 2: fallthrough
	default: fmt.Println("a", 'c', `raw`) }
	switch t := s.(type) { case int: _ = t; case nil: }
	select { case v := <-ch: _ = v; case ch <- 1: default: }
	defer func() { recover() }()
	go s.Run(a, b, rest...)
	z := T[int]{x: 1, y: 2}
	q := map[string]int{"a": 1}
	w := q["a"][1:2]
	p := &z
	*p = z
	a, b = b, a
	var c, d int = 1, 2
	var e MessageV1
	u := int64(a)
	u = Map[int, string](a)
	f := func(x int) int { return -x ^ 1 &^ 2 << 3 }
	if !ok && (a == b || c) { panic(0x1F) }
	ch <- f(3)
	return
}
func Gen[A any, B int | string](a A) {}
