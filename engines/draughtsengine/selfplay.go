package draughtsengine

import (
	"context"
	"math/rand/v2"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/search"
)

// SelfPlay plays games of the engine against itself, to learn from. One goroutine uses
// it at a time.
type SelfPlay struct {
	rules  Fitted
	search *search.Searcher[position, move, Fitted]
	depth  int
}

// NewSelfPlay returns players who search to a depth in plies.
func NewSelfPlay(f Fitted, depth int) *SelfPlay {
	return &SelfPlay{f, search.New(f, search.Options{TableBytes: 1 << 20}), depth}
}

const (
	// leastRandom and mostRandom are how many plies of a game of self-play are random
	// at first; longestPlay is where one that goes on counts as drawn, in plies.
	leastRandom, mostRandom = 6, 10
	longestPlay             = 160
)

// Game plays a game and returns its moves with the result for the first player: 1, ½
// or 0. It ends where databases know the outcome.
func (p *SelfPlay) Game(random *rand.Rand) (moves []draughts.Move, result float64) {
	var history []uint64
	s := p.rules.Start()
	p.search.Clear()
	begins := leastRandom + random.IntN(mostRandom-leastRandom+1)
	for ply := range longestPlay {
		legal, _ := p.rules.Moves(&s, nil)
		if result, over := p.result(&s); over {
			return moves, result
		}
		m := legal[random.IntN(max(1, len(legal)))]
		if ply >= begins {
			found := p.search.Search(context.Background(), &s, search.Query{Depth: p.depth, History: history}, search.Control{}, nil)
			m, _ = found.Best()
		}
		moves, history = append(moves, m), append(history, p.rules.Hash(&s))
		p.rules.Play(&s, &s, m)
	}
	return moves, 0.5
}

// result returns how a game ends at s, for the first player; over is false where it
// goes on.
func (p *SelfPlay) result(s *draughts.Position) (result float64, over bool) {
	if limit, _ := p.rules.Limit(s); limit > 0 {
		return 0.5, true
	}
	lower, upper := p.rules.Bounds(s)
	if st := p.rules.Status(s); st.Over() {
		lower, upper = st.Score(), st.Score()
	}
	outcome := lower.Outcome()
	if outcome != upper.Outcome() {
		return 0, false
	}
	if s.Turn == game.Second {
		outcome = -outcome
	}
	return 0.5 + float64(outcome)/2, true
}
