package draughtsengine

import (
	"context"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
)

// BenchmarkSearch searches the initial position of checkers to 14 plies.
func BenchmarkSearch(b *testing.B) {
	f, o := equipped(draughts.Rules{}, engine.Options{Options: search.Options{TableBytes: 16 << 20}})
	p := f.Start()
	s := search.New(f, o)
	var nodes uint64
	began := cputime.Used()
	for b.Loop() {
		s.Clear()
		result := s.Search(context.Background(), &p, search.Query{Depth: 14}, search.Control{}, nil)
		if result.Depth != 14 {
			b.Fatalf("depth %d", result.Depth)
		}
		nodes += result.Nodes
	}
	used := cputime.Since(began)
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	b.ReportMetric(float64(used.Nanoseconds())/float64(nodes), "cpu-ns/node")
}

// BenchmarkEvaluate evaluates two positions by features.
func BenchmarkEvaluate(b *testing.B) {
	f := Fitted{}
	for _, position := range []string{"B:W18,21,23,24,26,27,30,K7:B1,3,5,9,10,12,14,K29", "startpos"} {
		p, err := f.ParsePosition(position)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(position, func(b *testing.B) {
			for b.Loop() {
				f.Evaluate(&p)
			}
		})
	}
}
