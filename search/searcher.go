package search

import (
	"cmp"
	"context"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/internal/slots"
	"github.com/plywood-go/plywood/search/brothers"
	"github.com/plywood-go/plywood/search/network"
)

// Searcher searches positions of one game. It keeps its transposition table
// and its history from one search to the next. A Searcher runs one search at a
// time; different Searchers are independent.
type Searcher[S any, M comparable] struct {
	rules   game.Rules[S, M]
	options Options
	table   *TranspositionTable
	caps    capabilities[S, M]
	workers []*worker[S, M]
	crew    *brothers.Crew[siblings[S, M]] // nil for one thread

	budget     Budget
	splitNodes uint64
}

// capabilities are what a game offers beyond its rules, without those that the
// options switch off.
type capabilities[S any, M comparable] struct{ capability.Set[S, M] }

// New returns a Searcher of the game with the given rules. It finds out which
// capabilities of package game the rules have, and allocates the transposition
// table.
func New[S any, M comparable](rules game.Rules[S, M], options Options) *Searcher[S, M] {
	capability.RefuseChance(rules, "search")
	if options.TableBytes == 0 {
		options.TableBytes = slots.DefaultBytes
	}
	if options.QuietPlies == 0 {
		options.QuietPlies = 32
	}
	options.Threads = max(1, options.Threads)
	s := &Searcher[S, M]{rules: rules, options: options, splitNodes: splitNodes}
	s.caps = resolve[S, M](rules, options.Without)
	s.options.FutilityMargin = cmp.Or(options.FutilityMargin, s.caps.QuietGain)
	if options.Network != nil {
		// The network replaces estimates and what rests on them. It may rate the images of a
		// position differently, so they share no table entries.
		s.caps.Evaluator, s.caps.InMargins, s.caps.LastPlyer = nil, false, nil
		s.caps.Folder, s.caps.Symmetric = nil, nil
	}
	if options.Without&Table == 0 {
		s.table = NewTable(options.TableBytes)
	}
	var members []*brothers.Member[siblings[S, M]]
	for range options.Threads {
		w := newWorker(s)
		s.workers, members = append(s.workers, w), append(members, &w.member)
	}
	if options.Threads > 1 {
		s.crew = brothers.Assemble(members, s.budget.Halted, func(i int, split *brothers.Split[siblings[S, M]]) { s.workers[i].join(split) })
	}
	return s
}

// resolve returns the capabilities of the rules that are not switched off.
func resolve[S any, M comparable](rules game.Rules[S, M], without Feature) capabilities[S, M] {
	c := capabilities[S, M]{capability.Of[S, M](rules)}
	if without&Quiescence != 0 {
		c.Noisy = nil
	}
	if without&Order != 0 {
		c.MoveScorer = nil
	}
	// The proof of an image may run through a position of the line, so images share
	// no entries where positions may repeat.
	if without&Fold != 0 || c.Repeater != nil {
		c.Folder, c.Symmetric = nil, nil
	}
	if without&Knowledge != 0 {
		c.Bounder, c.Selector = nil, nil
	}
	if without&Extension != 0 {
		c.Urgent = nil
	}
	// LastPly uses plain estimates at the horizon, so it does not fit noisy
	// moves, repetitions or margins.
	if without&LastPly != 0 || c.Noisy != nil || c.Repeater != nil || c.InMargins {
		c.LastPlyer = nil
	}
	return c
}

// Clear forgets everything that earlier searches have learned.
func (s *Searcher[S, M]) Clear() {
	if s.table != nil {
		s.table.Clear()
	}
	for _, w := range s.workers {
		w.history.clear()
		w.corrections.clear()
	}
}

// Table returns the transposition table; nil if Options switched it off.
func (s *Searcher[S, M]) Table() *TranspositionTable { return s.table }

// stopAll makes all workers unwind.
func (s *Searcher[S, M]) stopAll() {
	for _, w := range s.workers {
		w.member.Stop()
	}
}

// Search searches pos by iterative deepening until the query is answered, the
// control ends it or ctx is done. It returns the last result. Running out of
// time is not an error: the result holds what was found by then, at least one
// legal move. report, if not nil, is called after each iteration on a
// goroutine of the search; it must not keep the Result's slices.
//
// The time is exponential in the depth reached. Memory grows only by one state
// and one move list a ply.
func (s *Searcher[S, M]) Search(ctx context.Context, pos *S, q Query, c Control, report func(Result[M])) Result[M] {
	started := time.Now()
	for _, w := range s.workers {
		w.member.Ready()
	}
	defer s.budget.Begin(ctx, q.Nodes, c, len(s.workers), pulseNodes, s.stopAll)()
	if s.table != nil {
		s.table.slots.NextAge()
	}
	for _, w := range s.workers {
		w.begin(pos, q, c, started)
	}
	leader := s.workers[0]
	if len(leader.roots) == 0 {
		return leader.finished()
	}
	leader.report = report
	dismiss := func() {}
	leader.dismiss = nil
	switch {
	case s.crew == nil:
	case leader.on&Lazy != 0 && !q.Exhaustive:
		dismiss = s.beginApart()
		leader.dismiss = dismiss
	default:
		dismiss = s.crew.Begin()
	}
	result := leader.deepen()
	s.budget.Halt(result.Stopped)
	dismiss()
	result = s.whole(result)
	result.Elapsed = time.Since(started)
	return result
}

// whole returns the leader's result with the work that its helpers have published.
func (s *Searcher[S, M]) whole(r Result[M]) Result[M] {
	if s.crew == nil {
		return r
	}
	s.crew.Locked(func() {
		for _, w := range s.workers[1:] {
			r.Stats.add(w.published)
			r.SelDepth = max(r.SelDepth, w.publishedDepth)
		}
	})
	return r
}

// learned returns an evaluator for one worker.
func learned[S any, M comparable](rules game.Rules[S, M], net *network.Net) game.Evaluator[S] {
	g, ok := rules.(network.Game[S])
	if !ok {
		panic("search: a network for a game without features")
	}
	return network.NewEvaluator(net, g)
}
