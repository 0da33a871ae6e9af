package draughtsengine

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/endgame"
	"github.com/plywood-go/plywood/search"
)

// TestTechnique plays positions with more kings against few in checkers,
// against material at depth 6, and counts the wins. The databases are small and
// the wins too long for search alone.
func TestTechnique(t *testing.T) {
	each, pieces := 6, 3
	if *measured {
		each, pieces = 12, 4
	}
	held := tables(t, pieces)
	won, played := 0, 0
	for _, kings := range [][2]int{{7, 3}, {5, 3}, {4, 2}, {3, 2}} {
		random := rand.New(rand.NewPCG(1, uint64(10*kings[0]+kings[1])))
		for range each {
			played++
			if wins(t, held, someKings(random, kings)) {
				won++
			}
		}
	}
	t.Logf("won %d of %d", won, played)
	if won < played*9/10 {
		t.Errorf("won %d of %d", won, played)
	}
}

// someKings returns a random position with the given numbers of white and black
// kings, White to move.
func someKings(random *rand.Rand, kings [2]int) draughts.Position {
	r := draughts.Rules{}
	s := draughts.Position{Turn: r.Black().Other()}
	for i, number := range random.Perm(32)[:kings[0]+kings[1]] {
		bit := uint64(1) << r.Square(number+1)
		s.Kings |= bit
		if i < kings[0] {
			s.Own |= bit
		} else {
			s.Opp |= bit
		}
	}
	return s
}

// wins plays a game at 4000 nodes a move and reports whether the side to move
// wins.
func wins(t *testing.T, held *endgame.Tables, p draughts.Position) bool {
	t.Helper()
	f, o := equipped(draughts.Rules{}, engine.Options{Options: search.Options{TableBytes: 4 << 20}})
	f, plain := f.With(held), Material{}
	hunter := search.New(f, o)
	hunted := search.New(plain, search.Options{TableBytes: 4 << 20})
	strong := p.Turn
	var history []uint64
	for f.Status(&p) == game.Ongoing {
		if limit, _ := f.Limit(&p); limit > 0 {
			return false
		}
		var m draughts.Move
		if p.Turn == strong {
			result := hunter.Search(context.Background(), &p, search.Query{Nodes: 4000, History: history}, search.Control{}, nil)
			m, _ = result.Best()
		} else {
			result := hunted.Search(context.Background(), &p, search.Query{Depth: 6, History: history}, search.Control{}, nil)
			m, _ = result.Best()
		}
		history = append(history, f.Hash(&p))
		f.Play(&p, &p, m)
	}
	return p.Turn != strong
}
