package draughtsengine

import (
	"context"
	"math/rand/v2"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/search"
)

// selfPlay plays games of the engine against itself, for TestFit.
type selfPlay struct {
	rules  Fitted
	search *search.Searcher[position, move]
	depth  int
}

// newSelfPlay returns players that search to depth plies.
func newSelfPlay(f Fitted, depth int) *selfPlay {
	return &selfPlay{f, search.New(f, search.Options{TableBytes: 1 << 20}), depth}
}

const (
	// A self-play game starts with leastRandom to mostRandom random plies, and
	// is scored as a draw after longestPlay plies.
	leastRandom, mostRandom = 6, 10
	longestPlay             = 160
)

// game plays a game and returns its moves and the first player's result: 1, ½
// or 0. It stops when the databases know the outcome.
func (p *selfPlay) game(random *rand.Rand) (moves []draughts.Move, result float64) {
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

// result returns the first player's result if the game is decided at s; over is
// false if it is not.
func (p *selfPlay) result(s *draughts.Position) (result float64, over bool) {
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
