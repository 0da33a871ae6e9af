package mnkengine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
)

func nilsson(tb testing.TB, spec string) mnkengine.Nilsson {
	tb.Helper()
	s, err := mnk.ParseSpec(spec)
	if err != nil {
		tb.Fatal(err)
	}
	return mnkengine.Nilsson{Rules: mnk.Must(mnk.New(s))}
}

func TestEvaluate(t *testing.T) {
	tests := []struct {
		spec, position string
		want           game.Score // for the side to move
	}{
		{"3,3,3", "startpos", 0},
		{"3,3,3", "b2", -4},
		{"3,3,3", "a1", -3},
		{"3,3,3", "b1", -2},
		{"3,3,3", "b2 c1 c3", -3},
		{"3,3,3", "b2 c1 c3 a1", 1}, // three rows are open to X, who is to move, and two to O
		{"5,6,4", "c3", -9},
	}
	for _, tt := range tests {
		n := nilsson(t, tt.spec)
		p, err := n.ParsePosition(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		if got := n.Evaluate(&p); got != tt.want {
			t.Errorf("%s %s: got %v, want %v", tt.spec, tt.position, got, tt.want)
		}
	}
}

// plainLastPly is LastPly by its definition.
func plainLastPly(n mnkengine.Nilsson, p *mnk.Position) (best game.Score, children int) {
	moves, _ := n.Moves(p, nil)
	best = -game.Infinity
	for _, m := range moves {
		var child mnk.Position
		n.Play(&child, p, m)
		v := n.Evaluate(&child)
		if status := n.Status(&child); status.Over() {
			v = status.Score()
		}
		best = max(best, -v.Later(1))
	}
	return best, len(moves)
}

func TestLastPly(t *testing.T) {
	for _, spec := range []string{"3,3,3", "4,4,3", "4,4,4", "7,6,4,gravity", "5,6,4", "4,4,3,wrap", "6,6,4,exact", "1,1,1"} {
		n := nilsson(t, spec)
		for seed := range uint64(200) {
			rng := rand.New(rand.NewPCG(seed, 1))
			p := n.Start()
			for {
				moves, status := n.Moves(&p, nil)
				if status.Over() {
					break
				}
				v, children := n.LastPly(&p)
				if want, count := plainLastPly(n, &p); v != want || children != count {
					t.Fatalf("%s: %s: got %v of %d, want %v of %d", spec, n.FormatPosition(&p), v, children, want, count)
				}
				n.Play(&p, &p, moves[rng.IntN(len(moves))])
			}
		}
	}
}

func TestScoreMoves(t *testing.T) {
	n := nilsson(t, "3,3,3")
	tests := []struct{ position, best string }{
		{"startpos", "b2"},
		{"b2 c1 c3", "a1"},    // the only move that does not lose
		{"a1 b1 a2 b2", "a3"}, // a win before a block
	}
	for _, tt := range tests {
		p, err := n.ParsePosition(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		moves, _ := n.Moves(&p, nil)
		scores := make([]int32, len(moves))
		n.ScoreMoves(&p, moves, scores)
		best := 0
		for i := range moves {
			if scores[i] > scores[best] {
				best = i
			}
		}
		if got := n.FormatMove(&p, moves[best]); got != tt.best {
			t.Errorf("%s: first is %s (%v), want %s", tt.position, got, scores, tt.best)
		}
	}
}
