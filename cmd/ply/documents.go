package main

import (
	"encoding/json"

	"github.com/plywood-go/plywood/engine"
)

func (a *app) writeJSON(doc any) error {
	e := json.NewEncoder(a.out)
	e.SetEscapeHTML(false)
	return e.Encode(doc)
}

// expectJSON is what a file of positions said of one of them.
type expectJSON struct {
	Value json.Number `json:"value"`
	Best  []string    `json:"best"`
	Met   bool        `json:"met"`
}

// describe makes the document "ply.analysis/1" of an analysis.
func describe(r *analysis) engine.Document { return r.Describe(r.algorithm) }

func notNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
