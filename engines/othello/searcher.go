package othello

import (
	"context"
	"math/bits"

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
	empty := bits.OnesCount64(s.rules.Board() &^ (pos.Own | pos.Opp))
	if status.Over() || s.options.Without != 0 || (limits.Depth > 0 && limits.Depth < empty && DefaultEvaluation(s.rules) == nil) {
		if s.shallow == nil {
			s.shallow = search.New(NewEstimated(s.rules), s.options.Options)
		}
		return s.shallow.Search(ctx, pos, limits, report)
	}
	if s.solver == nil {
		s.solver = NewSolver(s.rules, Options{TableBytes: s.options.TableBytes, Threads: s.options.Threads})
	}
	query := Query{Lines: min(limits.Lines, len(moves)), Depth: limits.Depth, Nodes: limits.Nodes, Time: limits.Time}
	if limits.Window != (game.Window{}) {
		query.Alpha, query.Beta = discsOf(limits.Window.Alpha), discsOf(limits.Window.Beta)
	}
	var told func(Result)
	if report != nil {
		told = func(r Result) {
			if len(r.Lines) > 0 {
				report(translate(&r, search.Running))
			}
		}
	}
	r, err := s.solver.Solve(ctx, *pos, query, told)
	if err != nil {
		panic(err) // the window and the position are right by construction
	}
	return translate(&r, reasons[r.Stopped])
}

var reasons = [...]search.Stop{
	Solved: search.Solved, NodesSpent: search.NodeLimit, TimeSpent: search.TimeLimit, Cancelled: search.Interrupted,
}

// discsOf returns the bound of a window in discs.
func discsOf(v game.Score) int {
	if n, ok := v.Points(); ok {
		return n
	}
	return int(min(max(v, -widest), widest))
}

// translate writes a result of the solver as package search does. A proven
// value is a margin, an estimate a number of discs.
func translate(r *Result, stopped search.Stop) search.Result[rules.Move] {
	t := search.Result[rules.Move]{
		Proof: r.Bound, Depth: r.Depth, SelDepth: r.Depth, Confidence: r.Confidence,
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
		t.Lines = append(t.Lines, search.Line[rules.Move]{
			Score: score, Bound: bound, Proof: l.Bound, Depth: r.Depth, PV: l.Moves,
		})
	}
	return t
}
