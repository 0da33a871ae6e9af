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
	// Level is a level of strength, 1 to MaxLevel. Zero means that only Query limits the search.
	Level int
	// Choice says how moves are chosen, with random numbers from Rand.
	Choice Choice
	Rand   *rand.Rand
	// Sight makes the moves in place of the engine if it sees any plies. It needs Rand.
	Sight Sight
	// Opening holds moves to play immediately, by the text of the position, unless
	// Query.Only names moves or chance chooses. Nil means none.
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

// Roll returns the move at p if chance chooses it, or s does. A nil rng is the usual source of random
// numbers for chance.
func (s Sight) Roll(p *Position, only []int, rng *rand.Rand) (move string, ok bool) {
	left := rand.Float64()
	if rng != nil {
		left = rng.Float64()
	}
	moves, _ := p.moves()
	for i, chance := range p.Odds() {
		if left -= chance; chance > 0 {
			move = p.format(moves[i])
		}
		if left < 0 && chance > 0 {
			break
		}
	}
	if move == "" && s.Plies > 0 {
		var offered []Move
		for _, i := range only {
			offered = append(offered, moves[i])
		}
		if len(only) == 0 {
			offered = moves
		}
		move = p.format(s.look(p, offered, rng))
	}
	return move, move != ""
}

// Move chooses a move at p, where the game must not be over. It subtracts the time used from clock,
// which may be nil. A move of the opening, of chance or of Sight has no analysis; then ok is false. If
// ctx is done first, the move is the best found by then.
func (pl *Player) Move(ctx context.Context, p *Position, clock *search.Clock) (chosen Line, a Analysis, ok bool) {
	m, ok := pl.Opening[p.String()]
	if !ok || len(pl.Query.Only) > 0 || p.Odds() != nil {
		m, ok = pl.Sight.Roll(p, pl.Query.Only, pl.Rand)
	}
	if ok {
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

// Choice says how to choose among the analysed moves. The zero Choice is the best move.
type Choice struct {
	// Loss makes all moves equally likely whose value is at most Loss below the best, in the unit
	// of values: a handicap for a stronger player. Zero means none.
	Loss float64
	// Random is a standard deviation, in the unit of values. Noise of that size is added to the
	// value of every move before the best is taken. Zero means none.
	Random float64
}

// Plain reports whether c always takes the best move.
func (c Choice) Plain() bool { return c.Loss <= 0 && c.Random <= 0 }

// Widen sets the number of moves to analyse at p, so that there is a choice.
func (c Choice) Widen(p *Position, q search.Query) search.Query {
	if !c.Plain() {
		q.Lines = len(p.Moves())
	}
	return q
}

// Choose returns the line of a that c picks. Its use of rng depends only on c and the values of a,
// so that a seed repeats a game. If no line has been searched it returns the first.
func Choose(a *Analysis, c Choice, rng *rand.Rand) Line {
	best := a.Lines[0]
	if c.Plain() {
		return best
	}
	top := worth(best.Value)
	var fit []Line
	for _, l := range a.Lines {
		if l.Depth > 0 && (c.Loss <= 0 || top-worth(l.Value) <= c.Loss) {
			fit = append(fit, l)
		}
	}
	if len(fit) == 0 {
		return best
	}
	if c.Random <= 0 {
		return fit[rng.IntN(len(fit))]
	}
	return noisiest(fit, c.Random, rng)
}

// noisiest returns the best of lines after noise is added to their values.
func noisiest(lines []Line, deviation float64, rng *rand.Rand) Line {
	best, most := 0, 0.0
	for i, l := range lines {
		v := worth(l.Value) + deviation*rng.NormFloat64()
		if i == 0 || v > most {
			best, most = i, v
		}
	}
	return lines[best]
}

// won exceeds every value that is not a distance to the end.
const won = 1e6

// worth rates a win or loss at an unknown distance as if it were distant plies away.
const distant = 1e5

// worth maps values to one scale on which greater is better: wins and losses lie beyond all others.
func worth(v Value) float64 {
	switch {
	case !v.Decided():
		return v.Number
	case v.Plies < 0:
		return float64(v.Outcome) * (won - distant)
	}
	return float64(v.Outcome) * (won - float64(v.Plies))
}
