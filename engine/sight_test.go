package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
)

// glances counts the moves of a sight at a position, over 400 seeds, each of which repeats its move.
func glances(t *testing.T, s engine.Sight, name, position string, only ...int) map[string]int {
	t.Helper()
	p, err := catalogtest.Find(t, name).Parse(position)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for seed := range uint64(400) {
		m, ok := s.Roll(p, only, rand.New(rand.NewPCG(seed, 0)))
		again, _ := s.Roll(p, only, rand.New(rand.NewPCG(seed, 0)))
		if !ok || again != m {
			t.Fatalf("%s: %q, then %q, %v", position, m, again, ok)
		}
		count[m]++
	}
	return count
}

const (
	mateInOne = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
	freeQueen = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"
	threat    = "41424" // three in a row, to be stopped in the fourth column
)

// TestSight counts how often players find a good move: always if they overlook nothing, or everything,
// so that they look again; otherwise wins and the opponent's threats are seldom missed.
func TestSight(t *testing.T) {
	for _, tt := range []struct {
		name, position, best string
		sight                engine.Sight
		least, most          int // of 400
	}{
		{"chess", mateInOne, "Rd8#", engine.Sight{Plies: 1}, 400, 400},
		{"chess", mateInOne, "Rd8#", engine.Sight{Plies: 1, Overlook: 0.5, Error: 100}, 375, 395},
		{"chess", mateInOne, "Rd8#", engine.Sight{Plies: 1, Overlook: 1, Error: 100}, 400, 400},
		{"chess", freeQueen, "exd5", engine.Sight{Plies: 1}, 400, 400},
		{"chess", freeQueen, "exd5", engine.Sight{Plies: 1, Overlook: 0.8}, 330, 380},
		{"chess", "6k1/5ppp/8/8/8/8/1r3PPP/3R3K b - - 0 1", "Rb8", engine.Sight{Plies: 2}, 400, 400},
		{"checkers", "W:W22,31:B18,9", "22x15", engine.Sight{Plies: 1}, 400, 400},
		{"connect4", threat, "4", engine.Sight{Plies: 2}, 400, 400},
		{"connect4", threat, "4", engine.Sight{Plies: 2, Overlook: 1}, 400, 400},
	} {
		if n := glances(t, tt.sight, tt.name, tt.position)[tt.best]; n < tt.least || n > tt.most {
			t.Errorf("%s, %s: %+v plays %s %d times, want %d to %d", tt.name, tt.position, tt.sight, tt.best, n, tt.least, tt.most)
		}
	}
}

// TestSightOnly allows one move that is not the best.
func TestSightOnly(t *testing.T) {
	if got := glances(t, engine.Sight{Plies: 2}, "connect4", threat, 0); got["1"] != 400 {
		t.Errorf("got %v, want 1 alone", got)
	}
}

// TestSightShort shows a capture of a guarded pawn to players who overlook the answer now and then.
func TestSightShort(t *testing.T) {
	const guarded = "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1"
	if got := glances(t, engine.Sight{Plies: 1}, "chess", guarded); got["Qxd6"] != 0 {
		t.Errorf("a player who overlooks nothing gives the queen away: %v", got)
	}
	if got := glances(t, engine.Sight{Plies: 1, Overlook: 0.7}, "chess", guarded); got["Qxd6"] == 0 || got["Qxd6"] > 80 {
		t.Errorf("a player who overlooks moves gives the queen away %d times of 400", got["Qxd6"])
	}
}
