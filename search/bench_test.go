package search_test

import (
	"fmt"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4/connect4engine"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
)

// fixedDepth maps a depth to the value of Connect Four's empty board searched
// to it, with the evaluation of open lines.
var fixedDepth = map[int]game.Score{8: -2, 10: -2, 12: -1, 14: -1, 16: -1}

func TestFixedDepth(t *testing.T) {
	rules := connect4engine.Lines{}
	start := rules.Start()
	for _, depth := range []int{8, 10} {
		judge := textbook.New(textbook.AlphaBeta, rules, textbook.Options{})
		if v := judge.Search(background, &start, depth).Value; v != fixedDepth[depth] {
			t.Errorf("the textbook says %v at depth %d, want %v", v, depth, fixedDepth[depth])
		}
	}
	for depth, want := range fixedDepth {
		if testing.Short() && depth > 12 {
			continue
		}
		s := search.New(rules, search.Options{Without: search.Selective | search.Foresight})
		if v := s.Search(background, &start, search.Query{Depth: depth}, search.Control{}, nil); v.Score() != want {
			t.Errorf("%v at depth %d, want %v", v.Score(), depth, want)
		}
	}
}

// BenchmarkFixedDepth searches the empty board of Connect Four with all sound
// features and a cold table.
func BenchmarkFixedDepth(b *testing.B) {
	for _, depth := range []int{10, 12, 14, 16} {
		b.Run(fmt.Sprint(depth), func(b *testing.B) { benchDepth(b, depth, 1) })
	}
	b.Run("16, two threads", func(b *testing.B) { benchDepth(b, 16, 2) })
}

func benchDepth(b *testing.B, depth, threads int) {
	rules := connect4engine.Lines{}
	start := rules.Start()
	s := search.New(rules, search.Options{Without: search.Selective | search.Foresight, Threads: threads})
	var nodes uint64
	began := cputime.Used()
	for b.Loop() {
		s.Clear()
		r := s.Search(background, &start, search.Query{Depth: depth}, search.Control{}, nil)
		if r.Score() != fixedDepth[depth] {
			b.Fatalf("value %v, want %v", r.Score(), fixedDepth[depth])
		}
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	b.ReportMetric(float64(cputime.Since(began).Nanoseconds())/float64(nodes), "cpu-ns/node")
}
