package engine

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/plywood-go/plywood/search"
)

// Limits and Clock are for rooms that may know this one only.
type (
	// Limits are those of package search.
	Limits = search.Limits
	// Clock is that of package search.
	Clock = search.Clock
)

// Player is an engine with the way in which it is to play.
type Player struct {
	Engine Engine
	// Limits bound each search.
	Limits search.Limits
	// Level of strength, 1 to MaxLevel. Zero means that Limits alone say how
	// far to search.
	Level int
	// Choice is how moves are chosen, with draws from Rand.
	Choice Choice
	Rand   *rand.Rand
	// Opening holds the moves to be played without thought, by position. Nil
	// means none.
	Opening map[string]string
}

// At returns the limits of a search at p. clock may be nil.
func (pl *Player) At(p Position, clock *search.Clock) search.Limits {
	l := pl.Limits
	if pl.Level > 0 {
		l = p.AtLevel(pl.Level, l)
	}
	if clock != nil {
		l = p.OnClock(*clock, l)
	}
	return l
}

// Move chooses a move at p, where the game must not be over, and takes the time
// from clock, if not nil. Of a move of the opening there is no analysis, and ok
// is false. If ctx is done first, the move is the best found by then.
func (pl *Player) Move(ctx context.Context, p Position, clock *search.Clock) (chosen Line, a Analysis, ok bool) {
	if m, ok := pl.Opening[p.String()]; ok {
		return Line{Move: m, PV: []string{m}}, Analysis{Position: p}, false
	}
	began := time.Now()
	a = pl.Engine.Analyze(ctx, p, pl.Choice.Widen(p, pl.At(p, clock)), nil)
	if clock != nil {
		clock.Left += clock.Increment - time.Since(began)
	}
	return Choose(&a, pl.Choice, pl.Rand), a, true
}
