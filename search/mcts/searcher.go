package mcts

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"time"
	"unsafe"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/network"
)

// Options configure a Searcher for its life.
type Options struct {
	// TableBytes limits the memory of the tree. A full tree stops growing, but the search
	// goes on. Zero means 64 MiB.
	TableBytes int
	// Threads is the number of goroutines that search one tree together. Zero means 1,
	// which makes a search deterministic.
	Threads int
	// Network estimates positions of a game.Featurer. It must fit the game, otherwise New
	// panics. Nil means estimates by games of random moves.
	Network *network.Net
	// Explore is the weight of exploration in the choice of moves. Zero means 0.7 without a
	// network and 1.5 with one.
	Explore float64
	// Seed seeds the random numbers of all searches after New or Clear.
	Seed uint64
}

// Searcher searches one game. It must not be used by several goroutines at once.
type Searcher[S any, M comparable] struct {
	rules   game.Rules[S, M]
	caps    capability.Set[S, M]
	options Options
	scale   float64 // of estimates: the value at which a side wins e times as often as it loses
	workers []*worker[S, M]

	// The tree of the last search. Its root is the position root, after the moves of history.
	tree    tree[M]
	root    S
	history []uint64
	grown   bool // a search has left a tree

	mu      sync.Mutex // guards the tree and what follows while workers run
	budget  search.Budget
	query   search.Query
	began   time.Time
	solved  bool
	margins bool // games end in margins
	deepest int
	nodes   uint64 // visited by workers that have ended
	visits  uint64 // of this search
}

// New returns a searcher.
func New[S any, M comparable](rules game.Rules[S, M], o Options) *Searcher[S, M] {
	o.Threads = max(1, o.Threads)
	s := &Searcher[S, M]{rules: rules, caps: capability.Of[S, M](rules), options: o, scale: 100}
	if o.TableBytes <= 0 {
		s.options.TableBytes = 64 << 20
	}
	if o.Network != nil {
		s.scale = float64(o.Network.Scale)
	}
	if o.Explore == 0 {
		s.options.Explore = 0.7
		if o.Network != nil {
			s.options.Explore = 1.5
		}
	}
	s.tree.most = max(1, s.options.TableBytes/int(unsafe.Sizeof(node[M]{})))
	for range o.Threads {
		s.workers = append(s.workers, newWorker(s))
	}
	s.Clear()
	return s
}

// Clear forgets the tree and restarts the random numbers.
func (s *Searcher[S, M]) Clear() {
	s.grown = false
	for i, w := range s.workers {
		w.random = rand.New(rand.NewPCG(s.options.Seed, uint64(i)))
	}
}

// Search searches pos. Whenever the number of visits has doubled it passes interim
// results to report, if not nil. See search.Searcher for the arguments.
func (s *Searcher[S, M]) Search(ctx context.Context, pos *S, q search.Query, c search.Control, report func(search.Result[M])) search.Result[M] {
	s.began, s.query, s.solved, s.deepest, s.nodes, s.visits = time.Now(), q, false, 0, 0, 0
	if !s.resume(pos, q.History) {
		s.root, s.history, s.grown = *pos, slices.Clone(q.History), true
		s.tree.nodes = append(s.tree.nodes[:0], node[M]{lower: -game.Infinity, upper: game.Infinity})
	}
	status := s.enter()
	if status.Over() {
		v := status.Score()
		return search.Result[M]{
			Lines: []search.Line[M]{{Score: v, Bound: game.Exact, Proof: game.Exact}}, Proof: game.Exact, Past: true,
			Threads: 1, Stats: search.Stats{Nodes: 1}, Stopped: search.Solved, Elapsed: time.Since(s.began),
		}
	}
	release := s.budget.Begin(ctx, q.Nodes, c, len(s.workers), 1024, func() {})
	defer release()
	var crew sync.WaitGroup
	for i, w := range s.workers {
		crew.Go(func() {
			var tell func(search.Result[M])
			if i == 0 {
				tell = report
			}
			w.run(tell)
		})
	}
	crew.Wait()
	r := s.result()
	if report != nil {
		report(r)
	}
	return r
}

// enter prepares the root and returns its status.
func (s *Searcher[S, M]) enter() game.Status {
	n := &s.tree.nodes[0]
	n.mover, n.known = s.rules.ToMove(&s.root), true
	n.event = s.caps.Chancer != nil && len(s.caps.Chancer.Chances(&s.root, nil)) > 0
	_, status := s.rules.Moves(&s.root, nil)
	return status
}

// resume makes pos the root if the tree holds it after the same moves.
func (s *Searcher[S, M]) resume(pos *S, history []uint64) bool {
	if !s.grown {
		return false
	}
	line := append(slices.Clone(history), s.rules.Hash(pos)) // the hashes up to pos
	behind := len(s.history)
	if len(line) <= behind || !slices.Equal(line[:behind], s.history) || line[behind] != s.rules.Hash(&s.root) {
		return false
	}
	at, state := uint32(0), s.root
	for _, hash := range line[behind+1:] {
		next, ok := s.find(at, &state, hash)
		if !ok {
			return false
		}
		s.rules.Play(&state, &state, s.tree.nodes[next].move)
		at = next
	}
	if !reflect.DeepEqual(&state, pos) {
		return false // equal hashes: a counter of moves without progress may differ
	}
	s.root, s.history = *pos, slices.Clone(history)
	if at != 0 {
		s.tree.promote(at)
	}
	return true
}

// find returns the child with the given hash of the node with index at, which has the given state.
func (s *Searcher[S, M]) find(at uint32, state *S, hash uint64) (uint32, bool) {
	n := &s.tree.nodes[at]
	for i := n.first; i < n.first+n.count; i++ {
		var next S
		if s.rules.Play(&next, state, s.tree.nodes[i].move); s.rules.Hash(&next) == hash {
			return i, true
		}
	}
	return 0, false
}

// result describes the root. It is called under the lock.
func (s *Searcher[S, M]) result() search.Result[M] {
	root := &s.tree.nodes[0]
	r := search.Result[M]{
		Lines: s.lines(max(1, s.query.Lines)), Past: true, SelDepth: s.deepest, Threads: len(s.workers),
		Stats: search.Stats{Nodes: s.nodes, Leaves: s.visits}, Elapsed: time.Since(s.began), Stopped: s.budget.Stopped(),
	}
	r.Depth = len(r.Lines[0].PV)
	r.Proof = r.Lines[0].Proof & game.Lower
	if root.upper <= r.Score() {
		r.Proof |= game.Upper
	}
	if s.solved {
		r.Stopped = search.Solved
	}
	return r
}

// lines returns the best moves of the root.
func (s *Searcher[S, M]) lines(most int) []search.Line[M] {
	root := &s.tree.nodes[0]
	if root.count == 0 { // it was not visited yet
		moves, _ := s.rules.Moves(&s.root, nil)
		all := make([]search.Line[M], 0, most)
		for _, m := range moves[:min(most, len(moves))] {
			all = append(all, search.Line[M]{PV: []M{m}})
		}
		return all
	}
	children := s.tree.children(root)
	if root.event {
		return []search.Line[M]{s.mean(root, children)}
	}
	// Estimates after few visits are unreliable. They count at most as much as the
	// estimate of the most visited open move.
	reliable := game.MaxEval
	visits := uint32(0)
	for i := range children {
		if e := &children[i]; !e.decided() && e.visits > visits {
			visits, reliable = e.visits, s.estimate(e)
		}
	}
	type ranked struct {
		search.Line[M]
		at     uint32
		visits uint32
	}
	all := make([]ranked, len(children))
	for i := range children {
		e := &children[i]
		lower, upper := e.bounds(root.mover)
		l := ranked{at: root.first + uint32(i), visits: e.visits}
		switch {
		case e.decided() && lower.Outcome() <= 0 && upper.Outcome() < 0: // lost
			l.Score = upper
		case e.decided():
			l.Score = lower
		default:
			l.Score = min(max(min(s.estimate(e), reliable), lower), upper)
		}
		l.Proof = proof(l.Score, lower, upper)
		l.Bound = l.Proof
		all[i] = l
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Proof&game.Lower, a.Proof&game.Lower), cmp.Compare(b.visits, a.visits))
	})
	lines := make([]search.Line[M], min(most, len(all)))
	for i := range lines {
		lines[i] = all[i].Line
		lines[i].PV = s.variation(all[i].at, all[i].Proof)
		lines[i].Depth = len(lines[i].PV)
	}
	return lines
}

// mean returns the value of the root where chance chooses. It has no line of play.
func (s *Searcher[S, M]) mean(root *node[M], children []node[M]) (l search.Line[M]) {
	var all node[M]
	for i := range children {
		e := &children[i]
		all.visits, all.sum, all.points = all.visits+e.visits, all.sum+e.sum, all.points+e.points
	}
	l.Score = min(max(s.estimate(&all), root.lower), root.upper)
	l.Proof = proof(l.Score, root.lower, root.upper)
	l.Bound = l.Proof
	return l
}

// proof says how v bounds a value between lower and upper.
func proof(v, lower, upper game.Score) (b game.Bound) {
	if v == lower {
		b |= game.Lower
	}
	if v == upper {
		b |= game.Upper
	}
	return b
}

// estimate returns the estimate of child e of the root for the root's mover.
func (s *Searcher[S, M]) estimate(e *node[M]) game.Score {
	visits := float64(max(1, e.visits))
	if s.margins {
		return game.Score(math.Round(e.points / visits))
	}
	sum := e.sum
	if e.visits == 0 {
		sum = float64(e.guess)
	}
	return estimate(sum/visits, s.scale)
}

// variation returns the line of play from the root through the node with index at, a
// child of the root. Its moves keep what is proven of the root's value.
func (s *Searcher[S, M]) variation(at uint32, proof game.Bound) (pv []M) {
	asker := s.tree.nodes[0].mover
	for {
		n := &s.tree.nodes[at]
		pv = append(pv, n.move)
		keep := proof&game.Lower != 0
		if n.mover != asker {
			keep = proof&game.Upper != 0
		}
		next, ok := s.follow(n, keep)
		if !ok {
			return pv
		}
		at = next
	}
}

// follow returns the most visited child of n among those with which play may continue. If
// keep is true or n is won, they keep the lower bound of n. If n is lost, they keep its
// upper bound: the longest resistance. Otherwise they do not lose. ok is false if there
// are none, or chance chooses at n.
func (s *Searcher[S, M]) follow(n *node[M], keep bool) (at uint32, ok bool) {
	if !n.known || n.event {
		return 0, false
	}
	most := uint32(0)
	children := s.tree.children(n)
	for i := range children {
		e := &children[i]
		lower, upper := e.bounds(n.mover)
		switch {
		case keep || n.lower.Outcome() > 0:
			if lower < n.lower {
				continue
			}
		case n.upper.Outcome() < 0:
			if upper < n.upper {
				continue
			}
		case e.visits == 0 || e.decided() && upper.Outcome() < 0:
			continue
		}
		if !ok || e.visits > most {
			most, at, ok = e.visits, n.first+uint32(i), true
		}
	}
	return at, ok
}

// floor returns the value that a move of the root must exceed to be of interest: the
// value of the last line asked for.
func (s *Searcher[S, M]) floor() game.Score {
	root := &s.tree.nodes[0]
	lines := max(1, s.query.Lines)
	if lines == 1 || int(root.count) <= 1 {
		return root.lower
	}
	var lowers []game.Score
	children := s.tree.children(root)
	for i := range children {
		lower, _ := children[i].bounds(root.mover)
		lowers = append(lowers, lower)
	}
	slices.Sort(lowers)
	return lowers[max(0, len(lowers)-lines)]
}

// done reports whether the bounds of the root answer the query.
func (s *Searcher[S, M]) done() bool {
	root := &s.tree.nodes[0]
	w := s.query.Window
	if w == (game.Window{}) {
		w = game.FullWindow()
	}
	if root.lower >= w.Beta || root.upper <= w.Alpha {
		return true
	}
	for _, v := range []game.Score{root.lower, root.upper} {
		plies, won, ok := v.Plies()
		if ok && plies <= s.query.Plies && won == (v == root.lower) {
			return true
		}
	}
	if !root.settled() {
		return false
	}
	_, more := s.tree.choose(root, s.floor(), choice{random: func(int) int { return 1 }})
	return !more
}
