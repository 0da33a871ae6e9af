package mnkengine_test

import (
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
)

// The outcomes are from Uiterwijk and van den Herik, "The advantage of the
// initiative", Information Sciences 122 (2000).
var solved = []struct {
	spec    string
	outcome int
	long    bool
}{
	{"3,3,3", 0, false},
	{"3,4,3", 1, false},
	{"4,4,4", 0, false},
	{"4,5,4", 0, false},
	{"5,5,4", 0, true},
	{"5,5,5", 0, false},
	{"5,6,4", 1, false},
	{"6,6,4", 1, true},
	{"4,6,4", 0, true},
}

func TestSolved(t *testing.T) {
	for _, tt := range solved {
		t.Run(tt.spec, func(t *testing.T) {
			if tt.long && testing.Short() {
				t.Skip("takes seconds")
			}
			rows, ok := mnkengine.NewRows(nilsson(t, tt.spec).Rules)
			if !ok {
				t.Fatal("no rows on this board")
			}
			checkSolved(t, rows, tt.outcome)
			if !tt.long {
				checkSolved(t, rows.Exact, tt.outcome)
			}
		})
	}
}

func checkSolved[R interface {
	game.Rules[mnk.Position, mnk.Move]
	game.Starter[mnk.Position]
}](t *testing.T, r R, outcome int) {
	t.Helper()
	start := r.Start()
	options := search.Options{TableBytes: 16 << 20, Without: search.Quiescence}
	result := search.New(r, options).Search(t.Context(), &start, search.Query{}, search.Control{}, nil)
	t.Logf("%T: %v at depth %d, %d nodes", r, result.Score(), result.Depth, result.Stats.Nodes)
	if result.Proof != game.Exact || result.Score().Outcome() != outcome {
		t.Errorf("%T: %v, proof %v; want outcome %d", r, result.Score(), result.Proof, outcome)
	}
}

// BenchmarkSolve solves three boards; 4,7,4 is the largest draw that takes
// seconds.
func BenchmarkSolve(b *testing.B) {
	for _, spec := range []string{"5,6,4", "5,5,4", "4,7,4"} {
		b.Run(spec, func(b *testing.B) {
			rows, _ := mnkengine.NewRows(nilsson(b, spec).Rules)
			start := rows.Start()
			var nodes uint64
			began := cputime.Used()
			for b.Loop() {
				r := search.New(rows, search.Options{Without: search.Quiescence}).Search(b.Context(), &start, search.Query{}, search.Control{}, nil)
				if r.Proof != game.Exact {
					b.Fatal(r.Proof)
				}
				nodes = r.Stats.Nodes
			}
			b.ReportMetric(float64(nodes), "nodes/op")
			b.ReportMetric(float64(cputime.Since(began).Nanoseconds())/float64(b.N)/float64(nodes), "cpu-ns/node")
		})
	}
}
