package engine

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/plywood-go/plywood/search"
)

// Query, Control, Clock and Trying are the types of package search, for packages that
// import only this one.
type (
	Query   = search.Query
	Control = search.Control
	Clock   = search.Clock
	Trying  = search.Trying
)

// Player is an engine with a way of playing.
type Player struct {
	Engine Engine // that searches
	// Query and Control apply to each search.
	Query   search.Query
	Control search.Control
	// Level is a level of strength, 1 to MaxLevel. Zero means that only Query
	// limits the search.
	Level int
	// Choice says how moves are chosen, with random numbers from Rand.
	Choice Choice
	Rand   *rand.Rand
	// Opening holds moves to play immediately, by the text of the position,
	// unless Query.Only names moves. Nil means none.
	Opening map[string]string
	// Report is called like the report of Engine.Analyze. Nil means never.
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

// Move chooses a move at p, where the game must not be over. It subtracts the
// time used from clock, which may be nil. A move of the opening has no
// analysis; then ok is false. If ctx is done first, the move is the best found
// by then.
func (pl *Player) Move(ctx context.Context, p *Position, clock *search.Clock) (chosen Line, a Analysis, ok bool) {
	if m, ok := pl.Opening[p.String()]; ok && len(pl.Query.Only) == 0 {
		return Line{Move: m, PV: []string{m}}, Analysis{Position: p}, false
	}
	began := time.Now()
	q, c := pl.At(p, clock)
	a = pl.Engine.Analyze(ctx, p, pl.Choice.Widen(p, q), c, pl.Report)
	if clock != nil {
		clock.Left += clock.Increment - time.Since(began)
	}
	chosen = Choose(&a, pl.Choice, pl.Rand)
	if legal := p.Moves(); chosen.Move == "" && len(legal) > 0 { // see Position.Resume
		if len(q.Only) > 0 {
			legal = legal[q.Only[0]:]
		}
		chosen.Move, chosen.PV = legal[0], legal[:1]
	}
	return chosen, a, true
}

// Ponder lets the engine think about p, where the other side is to move, until
// rest is called or ctx is done. Its results stay in its table.
func (pl *Player) Ponder(ctx context.Context, p *Position) (rest func()) {
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		pl.Engine.Analyze(ctx, p, search.Query{}, search.Control{}, nil)
	}()
	return func() { stop(); <-done }
}
