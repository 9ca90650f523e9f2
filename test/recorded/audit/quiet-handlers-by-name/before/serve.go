package serve

import "net/http"

func routes(mux *http.ServeMux) {
	mux.HandleFunc("/user", showUser)
}

func showUser(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get("id")
	row, ok := users[id]
	if !ok {
		http.Error(w, "no such user", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write([]byte(row))
}

var users = map[string]string{}
