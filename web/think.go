package web

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

const (
	// shortTurn is how long a search goes on at first while others wait: fifty
	// searches on two cores come round in a second.
	shortTurn = 40 * time.Millisecond
	// longTurn is the same for a search to which a short turn brings nothing
	// new. What a turn costs is the way back to the depth that it had, which
	// its table makes short.
	longTurn = 2 * time.Second
	// firstRun is how long a search that nobody waits for goes on before it
	// begins again: engines that solve before they estimate say something
	// early.
	firstRun = 120 * time.Millisecond
	// runGrowth is how much longer each run is than the last. What is lost is
	// at most a third of the time, and far less with a table.
	runGrowth = 4
	// stride is by how many plies a search deepens that compares moves for an
	// engine which does not do so by itself; two, for estimates after an odd and
	// an even number of plies differ.
	stride = 2
)

// borrowed is an engine of the pool that takes turns with all others. It is an
// engine.Engine like any: who is given it need not know that it shares.
type borrowed struct {
	*seat
	server *Server
}

// borrow returns an engine for g, which must be given back.
func (s *Server) borrow(g engine.Game) (*borrowed, error) {
	seat, err := s.pool.lend(g, max(1, s.config.Threads/(1+s.pool.active())))
	if err != nil {
		return nil, err
	}
	return &borrowed{seat, s}, nil
}

func (b *borrowed) giveBack() { b.server.pool.giveBack(b.seat) }

// Analyze implements engine.Engine. Time is counted while the search has its
// turn.
func (b *borrowed) Analyze(ctx context.Context, pos engine.Position, limits search.Limits, report func(engine.Analysis)) engine.Analysis {
	t := &thinker{
		engine: b.Engine, cores: b.threads, turns: &b.server.turns,
		pos: pos, limits: limits, report: report, run: firstRun, turn: shortTurn,
	}
	return t.think(ctx)
}

// thinker is one search, made of runs between which others may have their turn.
type thinker struct {
	engine engine.Engine
	cores  int
	turns  *turns
	pos    engine.Position
	limits search.Limits
	report func(engine.Analysis)

	nodes uint64 // of the runs that are over
	spent time.Duration
	best  engine.Analysis // what is known
	run   time.Duration   // how long the next run may last
	turn  time.Duration   // … if others wait
	depth int             // of the next run, if each goes to a depth; else 0
}

func (t *thinker) think(ctx context.Context) engine.Analysis {
	for {
		if t.turns.take(ctx, t.cores) != nil {
			return t.unheard(ctx)
		}
		depth := t.best.Depth
		last := t.once(ctx)
		t.turns.give(t.cores)
		t.note(last)
		t.nodes += last.Stats.Nodes
		t.spent += last.Elapsed
		if t.over(&last) || ctx.Err() != nil {
			t.best.Stopped = last.Stopped
			return t.best
		}
		t.prepare(last.Stopped)
		if t.best.Depth <= depth {
			t.turn = min(2*t.turn, longTurn)
		}
	}
}

// prepare decides on the next run: longer, or deeper. An engine that has told
// the value of some of the moves only would go on with these; asked for one
// depth after the other, it tells all at each.
func (t *thinker) prepare(stopped search.Stop) {
	switch {
	case stopped == search.DepthLimit:
		t.depth += stride
	case t.depth == 0 && len(t.best.Lines) < min(t.limits.Lines, len(t.pos.Moves())):
		t.depth = stride
	case stopped == search.TimeLimit:
		t.run *= runGrowth
	}
}

// unheard returns the result of a search whose client left while it waited. An
// engine knows what to say when it has no time at all.
func (t *thinker) unheard(ctx context.Context) engine.Analysis {
	if len(t.best.Lines) == 0 {
		return t.engine.Analyze(ctx, t.pos, t.limits, nil)
	}
	t.best.Stopped = search.Interrupted
	return t.best
}

// once searches for one run, or until it has had a turn and others wait.
func (t *thinker) once(ctx context.Context) engine.Analysis {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer t.yield(cancel)()
	limits := t.limits
	limits.Time = t.run
	if t.turns.wanted() {
		limits.Time = min(limits.Time, t.turn) // an engine that knows its time makes use of it
	}
	if t.limits.Time > 0 {
		limits.Time = max(min(limits.Time, t.limits.Time-t.spent), time.Millisecond)
	}
	if t.limits.Nodes > 0 {
		limits.Nodes = t.limits.Nodes - t.nodes
	}
	if t.depth > 0 && (limits.Depth == 0 || t.depth < limits.Depth) {
		limits.Depth = t.depth
	}
	return t.engine.Analyze(ctx, t.pos, limits, t.note)
}

// yield calls cancel when a turn is over and others wait. The function that it
// returns ends the watch.
func (t *thinker) yield(cancel func()) (end func()) {
	done := make(chan struct{})
	tick := time.NewTicker(t.turn)
	go func() {
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if t.turns.wanted() {
					cancel()
					return
				}
			}
		}
	}()
	return func() { close(done) }
}

// over reports whether a run ended for a reason that ends the search.
func (t *thinker) over(last *engine.Analysis) bool {
	switch last.Stopped {
	case search.Solved:
		return true
	case search.DepthLimit:
		return t.depth == 0 || t.limits.Depth > 0 && t.depth >= t.limits.Depth
	case search.NodeLimit:
		return t.limits.Nodes > 0 && t.nodes >= t.limits.Nodes
	}
	limits := t.limits
	return limits.Time > 0 && t.spent >= limits.Time ||
		limits.SoftTime > 0 && t.spent >= limits.SoftTime ||
		limits.Nodes > 0 && t.nodes >= limits.Nodes
}

// note keeps and reports what a run found, if it is not less than what is
// known: a run begins again at depth 1.
func (t *thinker) note(a engine.Analysis) {
	a.Stats.Nodes += t.nodes
	a.Elapsed += t.spent
	if !a.Exact() { // a move looked at later may be the best by now
		a.Lines = slices.Clone(a.Lines)
		slices.SortStableFunc(a.Lines, func(a, b engine.Line) int { return cmp.Compare(b.Score, a.Score) })
	}
	if len(t.best.Lines) > 0 && knows(&a) < knows(&t.best) {
		t.best.Stats, t.best.Elapsed = a.Stats, a.Elapsed
		return
	}
	t.best = a
	if t.report != nil && a.Stopped == search.Running {
		t.report(a)
	}
}

// knows ranks analyses of one position by how much they tell: of how many moves,
// how many values that are proven, how deep, how sure.
func knows(a *engine.Analysis) int {
	valued, exact := 0, 0
	for _, l := range a.Lines {
		if l.Bound|l.Proof != game.NoBound {
			valued++
		}
		if l.Proof == game.Exact {
			exact++
		}
	}
	if a.Exact() {
		exact += len(a.Lines)
	}
	return valued<<48 + exact<<32 + a.Depth<<8 + a.Confidence
}
