package mcts

import (
	"math"
	"math/rand/v2"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/game/line"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/network"
)

// longest is the number of plies after which a game of random moves is drawn.
const longest = 2000

// worker is a thread of a search.
type worker[S any, M comparable] struct {
	*Searcher[S, M]
	random   *rand.Rand
	status   game.Statuser[S]
	network  *network.Evaluator[S] // nil without a network
	line     line.Line
	path     []uint32
	state    S
	moves    []M
	chances  []float64
	children []node[M]
	visited  uint64 // positions in this search
}

func newWorker[S any, M comparable](s *Searcher[S, M]) *worker[S, M] {
	w := &worker[S, M]{Searcher: s, status: capability.Statuser(s.rules)}
	if s.options.Network != nil {
		w.network = network.NewEvaluator(s.options.Network, s.rules.(network.Game[S]))
	}
	return w
}

// run visits leaves until the search ends. It passes interim results to report, if not nil.
func (w *worker[S, M]) run(report func(search.Result[M])) {
	w.visited = 0
	w.line.Begin(w.history)
	meter := w.budget.Meter()
	next := uint64(64)
	for !w.visit() {
		if w.visited >= meter.Limit {
			meter.Attend(w.visited)
		}
		if w.budget.Halted() {
			break
		}
		if report == nil {
			continue
		}
		w.mu.Lock()
		enough := w.visits >= next
		var r search.Result[M]
		if enough {
			next = 2 * w.visits
			r = w.result()
			r.Nodes += w.visited
		}
		w.mu.Unlock()
		if enough {
			report(r)
		}
	}
	w.mu.Lock()
	w.nodes += w.visited
	w.mu.Unlock()
}

// visit visits a leaf. It returns true if the root is solved.
func (w *worker[S, M]) visit() bool {
	w.mu.Lock()
	if w.solved = w.solved || w.done(); w.solved {
		w.mu.Unlock()
		return true
	}
	at := w.descend()
	leaf := w.tree.nodes[at]
	w.mu.Unlock()
	// Only this thread's copy of the leaf changes meanwhile.
	var p, points float64
	if leaf.decided() {
		p = first(leaf.mover, leaf.outcome())
	} else {
		p, points = w.look(&leaf)
	}
	w.mu.Lock()
	w.climb(&leaf, p, points)
	w.mu.Unlock()
	return false
}

// first converts a result of player to the first player's, and back.
func first(player game.Player, p float64) float64 {
	if player == game.Second {
		return 1 - p
	}
	return p
}

// descend selects moves from the root to a leaf, plays them in w.state, and returns the
// leaf's index. If the leaf was visited before, it first adds the leaf's children.
func (w *worker[S, M]) descend() (at uint32) {
	w.state, w.path = w.root, append(w.path[:0], 0)
	w.arrive(0)
	floor := w.floor()
	c := choice{w.options.Explore, w.network != nil, w.random.IntN}
	for {
		n := &w.tree.nodes[at]
		n.pending++
		if n.count == 0 && (w.network != nil || !n.known || n.visits == 0 || n.settled() || !w.expand(at)) {
			break
		}
		n = &w.tree.nodes[at]
		next, ok, drawn := uint32(0), false, n.event
		if drawn {
			next, ok = w.tree.draw(n)
		} else {
			next, ok = w.tree.choose(n, floor, c)
		}
		if !ok {
			break
		}
		w.rules.Play(&w.state, &w.state, w.tree.nodes[next].move)
		w.visited++
		at = next
		w.arrive(len(w.path))
		w.path = append(w.path, at)
		n = &w.tree.nodes[at]
		if floor = n.lower; drawn && n.decided() {
			n.pending++
			break
		}
	}
	w.deepest = max(w.deepest, len(w.path)-1)
	return at
}

// arrive records w.state at a ply of the line, where positions may repeat.
func (w *worker[S, M]) arrive(ply int) {
	if w.caps.Repeater != nil {
		w.line.Put(ply, w.rules.Hash(&w.state))
	}
}

// expand adds the children of the leaf at w.state. It returns false if the tree is full.
func (w *worker[S, M]) expand(at uint32) bool {
	w.moves, _ = w.rules.Moves(&w.state, w.moves[:0])
	w.children = w.children[:0]
	w.chances = w.odds()
	for i, m := range w.moves {
		e := node[M]{move: m, lower: -game.Infinity, upper: game.Infinity}
		if len(w.chances) > 0 {
			e.prior = float32(w.chances[i])
		}
		w.children = append(w.children, e)
	}
	return w.tree.add(at, w.children)
}

// look estimates the leaf at w.state, or settles it if the game ends there. It returns the first
// player's result and margin. With a network it leaves the leaf's children in w.children.
func (w *worker[S, M]) look(n *node[M]) (p, points float64) {
	w.visited++
	w.children = w.children[:0]
	n.mover, n.known = w.rules.ToMove(&w.state), true
	w.chances = w.odds()
	n.event = len(w.chances) > 0
	ply := len(w.path) - 1
	var status game.Status
	w.moves, status = w.rules.Moves(&w.state, w.moves[:0])
	if status == game.Ongoing && ply > 0 {
		status = w.caps.Ends(&w.state, &w.line, ply)
	}
	switch {
	case status.Over():
		n.lower, n.upper = status.Score(), status.Score()
		return w.over(&w.state, status)
	case w.network == nil:
		return w.playout()
	case n.count == 0:
		return first(n.mover, w.foresee(n)), 0
	}
	return first(n.mover, chance(w.network.Evaluate(&w.state), w.scale)), 0
}

// over returns the first player's result and margin of a game that ended at s.
func (w *worker[S, M]) over(s *S, status game.Status) (p, points float64) {
	mover := w.rules.ToMove(s)
	if margin, ok := status.Margin(); ok {
		points = float64(margin)
		if mover == game.Second {
			points = -points
		}
	}
	return first(mover, result(status.Score())), points
}

// playout plays random moves from w.state, whose moves are w.moves, to the end.
func (w *worker[S, M]) playout() (p, points float64) {
	for ply := len(w.path); ply < longest; ply++ {
		w.rules.Play(&w.state, &w.state, w.moves[w.pick()])
		w.visited++
		w.arrive(ply)
		var status game.Status
		w.moves, status = w.rules.Moves(&w.state, w.moves[:0])
		if status == game.Ongoing {
			status = w.caps.Ends(&w.state, &w.line, ply)
		}
		if status.Over() {
			return w.over(&w.state, status)
		}
	}
	return 0.5, 0
}

// odds returns the probabilities of the moves of w.state if chance chooses there.
func (w *worker[S, M]) odds() []float64 {
	if w.caps.Chancer == nil {
		return nil
	}
	return w.caps.Chancer.Chances(&w.state, w.chances[:0])
}

// pick returns the index of a random move of w.state.
func (w *worker[S, M]) pick() int {
	w.chances = w.odds()
	if len(w.chances) == 0 {
		return w.random.IntN(len(w.moves))
	}
	x, last := w.random.Float64(), len(w.chances)-1
	for i, p := range w.chances[:last] {
		if x -= p; x < 0 {
			return i
		}
	}
	return last
}

// sharp divides the differences of estimates in the exponents of priors.
const sharp = 0.1

// foresee makes the children of n from w.moves and estimates them by the network. It
// returns the best result for the mover of n.
func (w *worker[S, M]) foresee(n *node[M]) (best float64) {
	var next S
	total, mean := 0.0, 0.0
	for i, m := range w.moves {
		w.rules.Play(&next, &w.state, m)
		w.visited++
		e := node[M]{move: m, lower: -game.Infinity, upper: game.Infinity}
		mover := w.rules.ToMove(&next)
		var v float64
		if status := w.status.Status(&next); status.Over() {
			e.mover, e.known = mover, true
			e.lower, e.upper = status.Score(), status.Score()
			v = result(status.Score())
		} else {
			v = chance(w.network.Evaluate(&next), w.scale)
		}
		if mover != n.mover {
			v = 1 - v
		}
		best = max(best, v)
		e.guess, e.prior = float32(v), float32(math.Exp(v/sharp))
		if n.event {
			e.prior = float32(w.chances[i])
			mean += w.chances[i] * v
		}
		total += float64(e.prior)
		w.children = append(w.children, e)
	}
	for i := range w.children {
		w.children[i].prior /= float32(total)
	}
	if n.event {
		return mean
	}
	return best
}

// climb adds the result of a visit to the leaf and to all positions above, and tightens
// their bounds.
func (w *worker[S, M]) climb(leaf *node[M], p, points float64) {
	w.visits++
	w.margins = w.margins || points != 0
	last := len(w.path) - 1
	n := &w.tree.nodes[w.path[last]]
	n.mover, n.known, n.event = leaf.mover, leaf.known, leaf.event
	n.lower, n.upper = max(n.lower, leaf.lower), min(n.upper, leaf.upper)
	changed := leaf.settled()
	if len(w.children) > 0 && n.count == 0 && !n.settled() && w.tree.add(w.path[last], w.children) {
		n = &w.tree.nodes[w.path[last]]
		changed = w.tree.tighten(n)
	}
	for i := last; i >= 0; i-- {
		n := &w.tree.nodes[w.path[i]]
		n.pending--
		n.visits++
		if i > 0 {
			above := &w.tree.nodes[w.path[i-1]]
			n.sum += first(above.mover, p)
			if above.mover == game.Second {
				n.points -= points
			} else {
				n.points += points
			}
			changed = changed && w.tree.tighten(above)
		}
	}
}
