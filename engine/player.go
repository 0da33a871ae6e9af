package engine

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/plywood-go/plywood/search"
)

// Query, Control and Clock are those of package search, for packages that
// import this one alone.
type (
	Query   = search.Query
	Control = search.Control
	Clock   = search.Clock
)

// Player is an engine and the way in which it plays.
type Player struct {
	Engine Engine
	// Query and Control are those of each search.
	Query   search.Query
	Control search.Control
	// Level is a level of strength, 1 to MaxLevel. Zero means that Query alone
	// says how far to search.
	Level int
	// Choice says how moves are chosen. Its draws are from Rand.
	Choice Choice
	Rand   *rand.Rand
	// Opening holds moves to play without thought, by the text of the position.
	// Nil means none.
	Opening map[string]string
	// Report is called as Engine.Analyze calls its own. Nil means never.
	Report func(Analysis)
}

// At returns the query and the control of a search at p. clock may be nil.
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

// Move chooses a move at p, where the game must not be over. It takes the time
// used off clock, which may be nil. A move of the opening has no analysis; ok
// is then false. If ctx is done first, the move is the best found by then.
func (pl *Player) Move(ctx context.Context, p *Position, clock *search.Clock) (chosen Line, a Analysis, ok bool) {
	if m, ok := pl.Opening[p.String()]; ok {
		return Line{Move: m, PV: []string{m}}, Analysis{Position: p}, false
	}
	began := time.Now()
	q, c := pl.At(p, clock)
	a = pl.Engine.Analyze(ctx, p, pl.Choice.Widen(p, q), c, pl.Report)
	if clock != nil {
		clock.Left += clock.Increment - time.Since(began)
	}
	return Choose(&a, pl.Choice, pl.Rand), a, true
}

// Ponder lets the engine think about p, where it is the turn of the other side, until
// rest is called or ctx is done. What it finds stays in its table.
func (pl *Player) Ponder(ctx context.Context, p *Position) (rest func()) {
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		pl.Engine.Analyze(ctx, p, search.Query{}, search.Control{}, nil)
	}()
	return func() { stop(); <-done }
}
