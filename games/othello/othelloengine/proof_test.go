package othelloengine

import (
	"flag"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

var proofs = flag.Int("proofs", 0, "random positions of 10 to 18 empty squares to hold to package search; 0 for a few of 10")

// TestProofs compares values of random positions, solved with kept tables, with
// package search, which shares only the rules with this solver: it searches the
// window around each value and must find the same. Ten thousand positions take
// some hours:
//
//	go test ./games/othello/othelloengine -run TestProofs -proofs 10000 -timeout 24h
func TestProofs(t *testing.T) {
	count, most := *proofs, 18
	if count == 0 {
		count, most = 200, 10
	}
	if testing.Short() {
		count = min(count, 20)
	}
	r := othello.Rules{}
	rng := seeded.Rand(t, 18)
	s := NewSolver(r, Options{TableBytes: 16 << 20})
	judge := search.New(Discs{r}, search.Options{TableBytes: 16 << 20})
	for i := 0; i < count; {
		p, ok := randomEnd(r, rng, 10+i%(most-9))
		if !ok || r.Status(&p).Over() {
			continue
		}
		i++
		got := solve(t, s, p, search.Query{})
		around := game.Window{Alpha: game.Margin(got.value - 1), Beta: game.Margin(got.value + 1)}
		judged := judge.Search(t.Context(), &p, search.Query{Window: around}, search.Control{}, nil)
		if judged.Score() != game.Margin(got.value) || judged.Proof != game.Exact || got.bound != game.Exact {
			t.Errorf("%s: %v %d, want %v by %v", r.FormatPosition(&p), got.bound, got.value, judged.Score(), judged.Proof)
		}
	}
}
