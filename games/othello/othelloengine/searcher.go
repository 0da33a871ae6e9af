package othelloengine

import (
	"context"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/search"
)

// searcher is the Othello engine. It uses the solver where it can. Generic
// search over the same evaluation handles searches with an observer or without
// some device, and searches on smaller boards that stop before the end of the
// game.
type searcher struct {
	rules   othello.Rules
	options engine.Options
	solver  *Solver
	shallow *search.Searcher[othello.Position, othello.Move]
}

// NewSearcher returns the Othello engine for the board of r.
func NewSearcher(r othello.Rules, o engine.Options) engine.Searcher[othello.Position, othello.Move] {
	return &searcher{rules: r, options: o}
}

// Clear forgets all stored results.
func (s *searcher) Clear() {
	if s.solver != nil {
		s.solver.Clear()
	}
	if s.shallow != nil {
		s.shallow.Clear()
	}
}

// Search implements engine.Searcher.
func (s *searcher) Search(ctx context.Context, pos *othello.Position, q search.Query, c search.Control, report func(search.Result[othello.Move])) search.Result[othello.Move] {
	if s.options.Without != 0 || c.Observer != nil || s.fallsShort(pos, q.Depth) {
		if s.shallow == nil {
			s.shallow = search.New(NewEstimated(s.rules), s.options.Options)
		}
		return s.shallow.Search(ctx, pos, q, c, report)
	}
	if s.solver == nil {
		s.solver = NewSolver(s.rules, Options{TableBytes: s.options.TableBytes, Threads: s.options.Threads})
	}
	return s.solver.Search(ctx, pos, q, c, report)
}

// fallsShort reports whether a search to depth would need an evaluation that
// this board lacks.
func (s *searcher) fallsShort(pos *othello.Position, depth int) bool {
	return depth > 0 && depth < s.rules.Empties(pos) && patterns.Default(s.rules) == nil
}

// Generic returns the generic search over rules. It is not inlined because other packages
// would then compile the search again.
//
//go:noinline
func Generic(rules game.Rules[othello.Position, othello.Move], o search.Options) engine.Searcher[othello.Position, othello.Move] {
	return search.New(rules, o)
}
