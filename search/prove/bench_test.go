package prove_test

import (
	"context"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/prove"
)

func BenchmarkProve(b *testing.B) {
	square := mnk.Must(mnk.New(mnk.Spec{M: 4, N: 4, K: 4}))
	wide := mnk.Must(mnk.New(mnk.Spec{M: 5, N: 6, K: 4}))
	narrow, err := connect4.New(5, 4)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("mnk 4,4,4", func(b *testing.B) { benchmarkProve(b, square, square.Start(), prove.Disproven) })
	b.Run("mnk 5,6,4", func(b *testing.B) { benchmarkProve(b, wide, wide.Start(), prove.Proven) })
	b.Run("connect4 5x4", func(b *testing.B) { benchmarkProve(b, narrow, narrow.Start(), prove.Disproven) })
}

// benchmarkProve proves whether the first player wins, with an empty table.
func benchmarkProve[S any, M comparable, R game.Rules[S, M]](b *testing.B, rules R, pos S, want prove.Verdict) {
	prover := prove.New(rules, prove.Options{TableBytes: 32 << 20})
	var nodes uint64
	began := cputime.Used()
	for b.Loop() {
		prover.Clear()
		r := prover.Prove(context.Background(), &pos, prove.ToWin, search.Query{}, search.Control{}, nil)
		if nodes += r.Nodes; r.Verdict != want {
			b.Fatalf("got %v, want %v", r.Verdict, want)
		}
	}
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	b.ReportMetric(float64(cputime.Since(began).Nanoseconds())/float64(nodes), "cpu-ns/node")
}
