package serve

import "net/http"

func orderRoutes(mux *http.ServeMux) {
	mux.HandleFunc("/order", showOrder)
}

func showOrder(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get("order")
	row, ok := users[id]
	if !ok {
		http.Error(w, "no such order", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write([]byte(row))
}
