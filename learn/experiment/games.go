package experiment

import (
	"context"
	"math/rand/v2"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/game/line"
	"github.com/plywood-go/plywood/search"
)

// startable are rules with an initial position.
type startable[S any, M comparable] interface {
	game.Rules[S, M]
	game.Starter[S]
}

// searcher is the part of search.Searcher that plays games.
type searcher[S any, M comparable] interface {
	Search(ctx context.Context, s *S, q search.Query, c search.Control, report func(search.Result[M])) search.Result[M]
	Clear()
}

// chooser chooses a move at s. history holds the hashes of the earlier positions.
type chooser[S any, M comparable] func(s *S, history []uint64) M

// chooseBy returns a chooser by a search.
func chooseBy[S any, M comparable](ctx context.Context, by searcher[S, M], q search.Query) chooser[S, M] {
	return func(s *S, history []uint64) M {
		q.History = history
		r := by.Search(ctx, s, q, search.Control{}, nil)
		m, _ := r.Best()
		return m
	}
}

// playGame plays a game that begins with random moves. It passes each position with its
// moves to see, and returns the score for the first player.
func playGame[S any, M comparable, R startable[S, M]](ctx context.Context, rules R, random *rand.Rand, opening int, players [2]chooser[S, M], see func(s *S, legal []M)) (game.Score, error) {
	caps := capability.Of[S, M](rules)
	s := rules.Start()
	var history []uint64
	var played line.Line
	for ply := 0; ctx.Err() == nil; ply++ {
		legal, status := rules.Moves(&s, nil)
		played.Put(ply, rules.Hash(&s))
		if !status.Over() {
			status = caps.Ends(&s, &played, ply)
		}
		side := rules.ToMove(&s)
		if status.Over() {
			if side == game.Second {
				status = status.Negate()
			}
			return status.Score(), nil
		}
		see(&s, legal)
		m := legal[random.IntN(len(legal))]
		if ply >= opening && len(legal) > 1 {
			m = players[side&1](&s, history)
		}
		history = append(history, rules.Hash(&s))
		rules.Play(&s, &s, m)
	}
	return 0, ctx.Err()
}
