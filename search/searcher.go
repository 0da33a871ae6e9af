package search

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/game/event"
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

// capabilities are what a game offers beyond its rules, without those that the options switch off.
type capabilities[S any, M comparable] struct{ capability.Set[S, M] }

// New returns a Searcher of the game with the given rules. It finds out which capabilities of
// package game the rules have, and allocates the transposition table.
func New[S any, M comparable](rules game.Rules[S, M], options Options) *Searcher[S, M] {
	capability.RefuseChance(rules, "search")
	options.TableBytes = cmp.Or(options.TableBytes, slots.DefaultBytes)
	options.QuietPlies = cmp.Or(options.QuietPlies, 32)
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

// Search searches pos by iterative deepening until the query is answered, the control ends it or
// ctx is done. It returns the last result. Running out of time is not an error: the result holds
// what was found by then, at least one legal move. report, if not nil, is called after each
// iteration on a goroutine of the search; it must not keep the Result's slices.
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

// Query is a question about a position, for any solver. It is plain data:
// equal queries to equal searchers get equal answers on one thread, unless a
// Control cuts them short. The zero Query asks for the value of the game.
type Query struct {
	// Depth in plies. Zero means no limit.
	Depth int
	// From is the depth of the first iteration. Shallow iterations fill the table and improve the
	// move order, but in short games without an evaluation they may cost more than they save:
	// MaxDepth searches to the end of the game at once. Zero means 1.
	From int
	// Confidence, in percent, is the confidence that selective rules must
	// reach, in engines that measure theirs. The Searcher of this package
	// ignores it. Zero means 100: no gamble remains in the final answer.
	Confidence int
	// Nodes over all threads. Zero means no limit.
	Nodes uint64
	// Plies ends the search once a win or a loss in at most that many plies is
	// proven. Zero means that only an exact value ends it.
	Plies int
	// Exhaustive switches off all selective features for this search, because they hinder proofs.
	Exhaustive bool
	// Lines is the number of best moves to return, each with value and line.
	// Zero means 1; the number of legal moves is the maximum.
	Lines int
	// Only holds the places of the moves to search in the list of Rules.Moves at
	// the root; the value is then that of the best of them. Only the Searcher of
	// this package obeys it. Empty means all moves.
	Only []int
	// Window is the interval of interest. The search ends when the value is
	// proven to lie inside it exactly or outside it. Zero means all values.
	Window game.Window
	// History holds the hashes of the positions before the root, the latest
	// last, in games whose positions may repeat.
	History []uint64
}

// Equal reports whether q and r are the same question.
func (q Query) Equal(r Query) bool {
	return q.Depth == r.Depth && q.From == r.From && q.Confidence == r.Confidence &&
		q.Nodes == r.Nodes && q.Plies == r.Plies && q.Exhaustive == r.Exhaustive &&
		q.Lines == r.Lines && q.Window == r.Window && slices.Equal(q.Only, r.Only) && slices.Equal(q.History, r.History)
}

// only returns the moves that q asks about.
func only[M any](q *Query, moves []M) []M {
	keep := make([]M, 0, len(q.Only))
	for i, m := range moves {
		if slices.Contains(q.Only, i) {
			keep = append(keep, m)
		}
	}
	if len(keep) == 0 {
		return moves
	}
	return keep
}

// window returns the window of q.
func (q *Query) window() game.Window {
	if q.Window == (game.Window{}) {
		return game.FullWindow()
	}
	return q.Window
}

// Control limits one run whatever its question, and holds its observers. The zero Control lets a
// run go on until the Query is answered or the context is done.
type Control struct {
	// Time is the most that the run may take. Zero means no limit.
	Time time.Duration
	// SoftTime is the time after which no new iteration starts; it is extended
	// up to Time while the best move keeps changing. Zero means no limit.
	SoftTime time.Duration
	// Ponder delays both times: until the channel is closed the search runs on the opponent's time,
	// and then the clock starts. Nil means that it starts at once.
	Ponder <-chan struct{}
	// Every thread of the run calls Pulse, about once a millisecond or more often, with the nodes
	// that it has visited since its last call; only the result counts those after the last call.
	// The thread goes on when Pulse returns, so blocking in Pulse pauses the search, while its
	// times run on. Pulse must be safe for concurrent use. Nil means no calls, and no cost.
	Pulse func(nodes uint64)
	// Trying is called by the first thread before it searches a move at the root.
	// Only the Searcher of this package calls it. Nil means no calls.
	Trying func(Trying)
	// Observer receives the events of the search, which the first thread runs
	// alone while it is observed. Engines with other kinds of search use this
	// one while they are observed. Nil means no events, and no cost.
	Observer event.Observer
}

// Trying is a move at the root that a search is about to search.
type Trying struct {
	Place  int    // in the list of Rules.Moves
	Number int    // in the order of the search, from 1
	Depth  int    // plies
	Nodes  uint64 // visited so far
}
