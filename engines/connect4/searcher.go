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
	share := limits
	if !s.options.Solve {
		share.Time, share.Nodes = limits.Time*solverShare/4, limits.Nodes*solverShare/4
	}
	solved := s.solve(ctx, pos, share, min(limits.Lines, len(moves)))
	if s.options.Solve || solved.Stopped == search.Solved || ctx.Err() != nil {
		return solved
	}
	rest := limits
	rest.Time, rest.Nodes = limits.Time-share.Time, limits.Nodes-share.Nodes
	r := s.estimate(ctx, pos, rest, report)
	keepSolved(r.Lines, solved.Lines)
	r.Nodes += solved.Nodes
	r.Elapsed += solved.Elapsed
	return r
}

// keepSolved puts what the solver knows of moves in place of estimates.
func keepSolved(lines, solved []search.Line[rules.Move]) {
	for i := range lines {
		for _, l := range solved {
			if l.Proof == game.Exact && l.PV[0] == lines[i].PV[0] {
				lines[i] = l
			}
		}
	}
	slices.SortStableFunc(lines, func(a, b search.Line[rules.Move]) int { return cmp.Compare(b.Score, a.Score) })
}

func (s *searcher) estimate(ctx context.Context, pos *rules.State, limits search.Limits, report func(search.Result[rules.Move])) search.Result[rules.Move] {
	if s.generic == nil {
		s.generic = search.New(NewLines(s.rules), s.options.Options)
	}
	return s.generic.Search(ctx, pos, limits, report)
}

// solve asks the solver for the position or, if more than one line is wanted,
// for all its moves.
func (s *searcher) solve(ctx context.Context, pos *rules.State, limits search.Limits, lines int) search.Result[rules.Move] {
	mode := Strong
	if s.options.Outcome {
		mode = Weak
	}
	bounds := Limits{Nodes: int64(limits.Nodes), Time: limits.Time}
	var t search.Result[rules.Move]
	var found []MoveResult
	started := time.Now()
	if lines > 1 {
		found = s.solver.Moves(ctx, *pos, mode, bounds)
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
		if i < max(lines, 1) {
			t.Lines = append(t.Lines, line(r, mode))
		}
	}
	t.Proof = positionProof(found)
	if t.Stopped == search.Solved {
		t.Depth = s.rules.Width()*s.rules.Height() - pos.Plies()
	}
	t.SelDepth, t.Elapsed = t.Depth, time.Since(started)
	return t
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
	}
	if len(l.PV) == 0 {
		l.PV = []rules.Move{r.Best}
	}
	return l
}
