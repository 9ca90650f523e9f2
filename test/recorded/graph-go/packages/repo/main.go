package main

import (
	"fmt"

	"example.test/shop/store"
	st "example.test/shop/store"
)

func main() {
	s := store.Open("a")
	s.Save()
	var t *store.Store
	t.Save()
	u := &st.Store{}
	u.Save()
	u.Log()
	fmt.Println(total(1), local)
	total := func(x int) int { return x }
	total(2)
	missing()
	store.Missing()
}
