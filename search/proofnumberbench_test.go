package search_test

import (
	"context"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
)

func BenchmarkProve(b *testing.B) {
	square := mnk.Must(mnk.New(mnk.Spec{M: 4, N: 4, K: 4}))
	wide := mnk.Must(mnk.New(mnk.Spec{M: 5, N: 6, K: 4}))
	narrow, err := connect4.New(5, 4)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("mnk 4,4,4", func(b *testing.B) { benchmarkProve(b, square, square.Start(), search.Disproven) })
	b.Run("mnk 5,6,4", func(b *testing.B) { benchmarkProve(b, wide, wide.Start(), search.Proven) })
	b.Run("connect4 5x4", func(b *testing.B) { benchmarkProve(b, narrow, narrow.Start(), search.Disproven) })
}

// benchmarkProve asks whether the first player wins, with an empty table.
func benchmarkProve[S any, M comparable, R game.Rules[S, M]](b *testing.B, rules R, pos S, want search.Verdict) {
	prover := search.NewProver(rules, search.ProofOptions{TableBytes: 32 << 20})
	var nodes uint64
	began := cputime.Used()
	for b.Loop() {
		prover.Clear()
		r := prover.Prove(context.Background(), &pos, search.ToWin, search.Query{}, search.Control{}, nil)
		if nodes += r.Nodes; r.Verdict != want {
			b.Fatalf("got %v, want %v", r.Verdict, want)
		}
	}
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	b.ReportMetric(float64(cputime.Since(began).Nanoseconds())/float64(nodes), "cpu-ns/node")
}
