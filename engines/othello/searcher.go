package othello

import (
	"context"
	"errors"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	rules "github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/search"
)

// searcher is the solver in the terms of package search. What the
// solver does not do, searches of smaller boards short of the end of the game
// and searches without some device, is left to the generic search over the
// same evaluation.
type searcher struct {
	rules   rules.Rules
	options engine.Options
	solver  *Solver
	shallow *search.Searcher[rules.Position, rules.Move, Estimated]
}

func newSearcher(r rules.Rules, o engine.Options) engine.Searcher[rules.Position, rules.Move] {
	return &searcher{rules: r, options: o}
}

// Clear forgets what earlier searches found.
func (s *searcher) Clear() {
	if s.solver != nil {
		s.solver.Clear()
	}
	if s.shallow != nil {
		s.shallow.Clear()
	}
}

// Search implements engine.Searcher.
func (s *searcher) Search(ctx context.Context, pos *rules.Position, limits search.Limits, report func(search.Result[rules.Move])) search.Result[rules.Move] {
	moves, status := s.rules.Moves(pos, nil)
	if limits.SoftTime > 0 && len(moves) == 1 {
		limits.Depth = 1 // on a clock, a forced move is made at once
	}
	if status.Over() || s.options.Without != 0 || s.options.Observer != nil || s.fallsShort(pos, limits.Depth) {
		if s.shallow == nil {
			s.shallow = search.New(NewEstimated(s.rules), s.options.Options)
		}
		return s.shallow.Search(ctx, pos, limits, report)
	}
	if s.solver == nil {
		s.solver = NewSolver(s.rules, Options{TableBytes: s.options.TableBytes, Threads: s.options.Threads})
	}
	clock, timed, release := newTimer(ctx, limits)
	defer release()
	if limits.SoftTime > 0 && s.rules.Empties(pos) > solvedFrom && limits.Depth != 1 {
		clock.easy = s.solver.easyMove(timed, *pos)
	}
	r, err := s.solver.Solve(timed, *pos, query(limits, len(moves)), func(r Result) {
		clock.heed(&r)
		if report != nil && len(r.Lines) > 0 {
			report(translate(&r, search.Running))
		}
	})
	if err != nil {
		panic(err) // the window and the position are right by construction
	}
	return translate(&r, stopOf(timed, &r))
}

// fallsShort reports whether a search to depth would end before the game where
// there is no evaluation for the solver to end it with.
func (s *searcher) fallsShort(pos *rules.Position, depth int) bool {
	return depth > 0 && depth < s.rules.Empties(pos) && DefaultEvaluation(s.rules) == nil
}

// query puts limits in the terms of the solver. The times are the timer's.
func query(limits search.Limits, moves int) Query {
	q := Query{
		Lines: min(limits.Lines, moves), Depth: limits.Depth, Confidence: limits.Confidence, Nodes: limits.Nodes,
		Pulse: limits.Pulse,
	}
	if limits.Window != (game.Window{}) {
		q.Alpha, q.Beta = discsOf(limits.Window.Alpha), discsOf(limits.Window.Beta)
	}
	return q
}

// stopOf tells why a search ended.
func stopOf(timed context.Context, r *Result) search.Stop {
	switch r.Stopped {
	case Solved:
		if r.Bound == game.NoBound {
			return search.DepthLimit
		}
		return search.Solved
	case NodesSpent:
		return search.NodeLimit
	}
	if errors.Is(context.Cause(timed), errTime) {
		return search.TimeLimit
	}
	return search.Interrupted
}

// discsOf returns the bound of a window in discs.
func discsOf(v game.Score) int {
	if n, ok := v.Points(); ok {
		return n
	}
	return int(min(max(v, -widest), widest))
}

// translate writes a result of the solver as package search does. A proven
// value is a margin, an estimate a number of discs. The confidence is that of the
// least sure line.
func translate(r *Result, stopped search.Stop) search.Result[rules.Move] {
	t := search.Result[rules.Move]{
		Proof: r.Bound, Depth: r.Depth, SelDepth: r.Depth, Confidence: r.Confidence, Threads: r.Threads,
		Stats: search.Stats{Nodes: r.Nodes}, Elapsed: r.Time, Stopped: stopped,
	}
	for _, l := range r.Lines {
		score := game.Score(l.Value)
		if l.Bound != game.NoBound {
			score = game.Margin(l.Value)
		}
		bound := l.Bound
		if bound == game.NoBound {
			bound = game.Exact // of the search to this depth
		}
		t.Confidence = min(t.Confidence, l.Confidence)
		t.Lines = append(t.Lines, search.Line[rules.Move]{
			Score: score, Bound: bound, Proof: l.Bound, Depth: l.Depth, PV: l.Moves,
		})
	}
	return t
}
