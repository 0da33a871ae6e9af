package web

import "net/http"

// In a browser a host serves the page's files, and there is no farm. Only the interface
// answers here.

// Farm is the state of a farm, which browsers do not have.
type Farm struct{}

type page struct{}

func newPage() *page { return &page{} }

func (*page) ServeHTTP(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }

func (*Server) farm(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }
