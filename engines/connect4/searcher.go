package connect4

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	rules "github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/search"
)

// searcher is the solver in the terms of package search. What the solver has no
// notion of — a depth short of the end, features switched off — and positions
// that it cannot solve within the limits are left to the generic search over
// the evaluation of open lines.
type searcher struct {
	rules   rules.Rules
	options engine.Options
	solver  *Solver
	generic *search.Searcher[rules.State, rules.Move, Lines]
}

func newSearcher(r rules.Rules, o engine.Options) engine.Searcher[rules.State, rules.Move] {
	return &searcher{rules: r, options: o}
}

// Clear forgets what earlier searches found. The solver keeps nothing.
func (s *searcher) Clear() {
	if s.generic != nil {
		s.generic.Clear()
	}
}

// solverShare is the part of a limit, in quarters, that the solver may use
// before the generic search estimates what it could not solve.
const solverShare = 3

// Search implements engine.Searcher.
func (s *searcher) Search(ctx context.Context, pos *rules.State, limits search.Limits, report func(search.Result[rules.Move])) search.Result[rules.Move] {
	moves, status := s.rules.Moves(pos, nil)
	left := s.rules.Width()*s.rules.Height() - pos.Plies()
	if status.Over() || s.options.Without != 0 || s.options.Observer != nil || (limits.Depth > 0 && limits.Depth < left) {
		return s.estimate(ctx, pos, limits, report)
	}
	if s.solver == nil {
		s.solver = NewSolver(s.rules, Options{TableBytes: int64(s.options.TableBytes), Threads: s.options.Threads})
	}
	if limits.Lines = min(limits.Lines, len(moves)); limits.Lines > 1 && !s.options.Solve {
		return s.compare(ctx, pos, limits, report)
	}
	solved := s.solve(ctx, pos, s.share(limits), nil)
	if s.options.Solve || solved.Stopped == search.Solved || ctx.Err() != nil {
		return solved
	}
	r := s.estimate(ctx, pos, rest(limits, &solved), report)
	r.Nodes += solved.Nodes
	r.Elapsed += solved.Elapsed
	return r
}

// share returns the limits of the solver.
func (s *searcher) share(limits search.Limits) search.Limits {
	if !s.options.Solve {
		limits.Time = min(limits.Time, max(limits.Time*solverShare/4, 1))
		limits.Nodes = min(limits.Nodes, max(limits.Nodes*solverShare/4, 1))
	}
	return limits
}

// rest returns what is left of limits after solved.
func rest(limits search.Limits, solved *search.Result[rules.Move]) search.Limits {
	if limits.Time > 0 {
		limits.Time = max(limits.Time-solved.Elapsed, time.Millisecond)
	}
	if limits.Nodes > 0 {
		limits.Nodes -= min(solved.Nodes, limits.Nodes-1)
	}
	return limits
}

// compare solves all moves, and has an outlook on those that are not solved yet.
func (s *searcher) compare(ctx context.Context, pos *rules.State, limits search.Limits, report func(search.Result[rules.Move])) search.Result[rules.Move] {
	o := s.newOutlook(ctx, pos, limits, report)
	solved := s.solve(ctx, pos, s.share(limits), o)
	work := solved.Nodes
	solved.Nodes += o.spent
	switch {
	case ctx.Err() == nil && solved.Stopped != search.Solved:
		solved.Stopped = o.conclude(rest(limits, &solved))
	case solved.Stopped == search.Solved, len(o.guess.Lines) == 0:
		return solved
	}
	r := o.over(o.guess)
	r.Nodes, r.Stopped = work+o.spent, solved.Stopped
	return r
}

func (s *searcher) estimate(ctx context.Context, pos *rules.State, limits search.Limits, report func(search.Result[rules.Move])) search.Result[rules.Move] {
	if s.generic == nil {
		s.generic = search.New(NewLines(s.rules), s.options.Options)
	}
	return s.generic.Search(ctx, pos, limits, report)
}

// solve asks the solver for the position or, if more than one line is wanted,
// for all its moves. The outlook, if not nil, takes in what it finds.
func (s *searcher) solve(ctx context.Context, pos *rules.State, limits search.Limits, o *outlook) search.Result[rules.Move] {
	mode := s.mode()
	bounds := Limits{Nodes: int64(limits.Nodes), Time: limits.Time, Pulse: limits.Pulse}
	learn := func(MoveResult) {}
	if o != nil {
		bounds.Pulse, learn = o.pulse, o.learn
	}
	var t search.Result[rules.Move]
	var found []MoveResult
	started := time.Now()
	if limits.Lines > 1 {
		found = s.solver.moves(ctx, *pos, mode, bounds, learn)
		slices.SortStableFunc(found, func(a, b MoveResult) int { return cmp.Compare(b.Score(), a.Score()) })
	} else {
		r := s.solver.Solve(ctx, *pos, mode, bounds)
		found = []MoveResult{{r.Best, r}}
	}
	t.Stopped, t.Threads = search.Solved, s.options.Threads
	for i := range found {
		r := &found[i].Result
		t.Nodes += uint64(r.Nodes)
		if !r.Solved() {
			t.Stopped = stopReason(ctx, limits)
		}
		if i < max(limits.Lines, 1) {
			t.Lines = append(t.Lines, line(r, mode))
		}
	}
	t.Proof = positionProof(found) & t.Lines[0].Proof
	if t.Stopped == search.Solved {
		t.Depth = s.rules.Width()*s.rules.Height() - pos.Plies()
	}
	t.SelDepth, t.Elapsed = t.Depth, time.Since(started)
	return t
}

func (s *searcher) mode() Mode {
	if s.options.Outcome {
		return Weak
	}
	return Strong
}

// positionProof returns how the best of the moves' values bounds that of the
// position: from above only if every move's does.
func positionProof(moves []MoveResult) game.Bound {
	best := moves[0].Bound()
	for i := range moves {
		if moves[i].Upper > moves[0].Upper || !moves[i].Solved() {
			best &= moves[i].Bound()&game.Upper | game.Lower
		}
	}
	return best
}

func stopReason(ctx context.Context, limits search.Limits) search.Stop {
	switch {
	case ctx.Err() != nil:
		return search.Interrupted
	case limits.Nodes > 0:
		return search.NodeLimit
	}
	return search.TimeLimit
}

// line writes a result as package search does. A win of which no distance is
// known is a margin of one.
func line(r *Result, mode Mode) search.Line[rules.Move] {
	l := search.Line[rules.Move]{Bound: r.Bound(), Proof: r.Bound(), Depth: r.Plies, PV: r.PV}
	sign, known := r.Outcome()
	switch {
	case r.Solved() && mode == Strong:
		l.Score = r.Value()
	case known:
		l.Score = game.Margin(sign)
		l.Proof = [...]game.Bound{game.Upper, game.Exact, game.Lower}[sign+1]
		l.Bound = l.Proof
	}
	if len(l.PV) == 0 {
		l.PV = []rules.Move{r.Best}
	}
	return l
}
