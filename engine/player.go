package engine

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/plywood-go/plywood/search"
)

// These are those of package search, for rooms that may know this one only.
type (
	Query   = search.Query
	Control = search.Control
	Clock   = search.Clock
)

// Player is an engine with the way in which it is to play.
type Player struct {
	Engine Engine
	// Query and Control are those of each search.
	Query   search.Query
	Control search.Control
	// Level of strength, 1 to MaxLevel. Zero means that Query alone says how far
	// to search.
	Level int
	// Choice is how moves are chosen, with draws from Rand.
	Choice Choice
	Rand   *rand.Rand
	// Opening holds the moves to be played without thought, by position. Nil
	// means none.
	Opening map[string]string
}

// At returns query and control of a search at p. clock may be nil.
func (pl *Player) At(p *Position, clock *search.Clock) (q search.Query, c search.Control) {
	q, c = pl.Query, pl.Control
	if pl.Level > 0 {
		q = p.AtLevel(pl.Level, q)
	}
	if clock != nil {
		c = p.OnClock(*clock, c)
	}
	return q, c
}

// Move chooses a move at p, where the game must not be over, and takes the time
// from clock, if not nil. Of a move of the opening there is no analysis, and ok
// is false. If ctx is done first, the move is the best found by then.
func (pl *Player) Move(ctx context.Context, p *Position, clock *search.Clock) (chosen Line, a Analysis, ok bool) {
	if m, ok := pl.Opening[p.String()]; ok {
		return Line{Move: m, PV: []string{m}}, Analysis{Position: p}, false
	}
	began := time.Now()
	q, c := pl.At(p, clock)
	a = pl.Engine.Analyze(ctx, p, pl.Choice.Widen(p, q), c, nil)
	if clock != nil {
		clock.Left += clock.Increment - time.Since(began)
	}
	return Choose(&a, pl.Choice, pl.Rand), a, true
}
