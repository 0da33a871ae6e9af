package mcts

import (
	"math"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// node is a position of the tree, reached from its parent by move.
type node[M comparable] struct {
	move  M
	first uint32 // the first of count children, which are consecutive; 0 means none yet
	count uint32

	visits  uint32
	pending uint32  // threads below the node, each a lost visit until it returns
	sum     float64 // of the results of visits for the parent's mover, from 0 to 1
	points  float64 // of the final margins of visits for the parent's mover
	guess   float32 // the estimated result for the parent's mover before any visit
	prior   float32 // the share of visits that the estimates suggest, or the probability

	// mover is the side to move, if known. The bounds are then bounds of its value.
	mover        game.Player
	known        bool
	event        bool // chance chooses the move
	lower, upper game.Score
}

// settled reports whether the value of n is known.
func (n *node[M]) settled() bool { return n.lower == n.upper }

// decided reports whether the outcome of n is known: a win, a loss or a draw.
func (n *node[M]) decided() bool {
	return n.lower.Outcome() > 0 || n.upper.Outcome() < 0 || n.settled()
}

// free reports whether nothing is known of the value of n.
func (n *node[M]) free() bool { return n.lower == -game.Infinity && n.upper == game.Infinity }

// outcome returns the result of the decided node n for its mover.
func (n *node[M]) outcome() float64 {
	if n.upper.Outcome() < 0 {
		return 0
	}
	return result(n.lower)
}

// bounds returns the bounds of the value of child c for mover, the side to move at the parent.
func (c *node[M]) bounds(mover game.Player) (lower, upper game.Score) {
	switch {
	case !c.known:
		return -game.Infinity, game.Infinity
	case c.mover == mover:
		return c.lower.Later(1), c.upper.Later(1)
	}
	return -c.upper.Later(1), -c.lower.Later(1)
}

// most returns the greatest value of child c for mover that the bounds allow.
func (c *node[M]) most(mover game.Player) game.Score {
	_, upper := c.bounds(mover)
	return upper
}

// tree is a set of nodes; the root is nodes[0].
type tree[M comparable] struct {
	nodes []node[M]
	most  int // nodes
}

// children returns the children of n.
func (t *tree[M]) children(n *node[M]) []node[M] { return t.nodes[n.first : n.first+n.count] }

// add adds children to the node with index at. It returns false if they do not fit.
func (t *tree[M]) add(at uint32, children []node[M]) bool {
	if len(t.nodes)+len(children) > t.most {
		return false
	}
	t.nodes[at].first, t.nodes[at].count = uint32(len(t.nodes)), uint32(len(children))
	if len(t.nodes)+len(children) > cap(t.nodes) {
		t.nodes = slices.Grow(t.nodes, min(t.most-len(t.nodes), len(t.nodes)+len(children))) // append would copy more often
	}
	t.nodes = append(t.nodes, children...)
	return true
}

// tighten computes the bounds of n from its children's, and reports whether they have
// changed. A chance node is worth at least its worst outcome and at most its best.
func (t *tree[M]) tighten(n *node[M]) bool {
	lower, upper, worst := -game.Infinity, -game.Infinity, game.Infinity
	children := t.children(n)
	for i := range children {
		l, u := children[i].bounds(n.mover)
		lower, upper, worst = max(lower, l), max(upper, u), min(worst, l)
	}
	if n.event {
		lower = worst
	}
	lower, upper = max(lower, n.lower), min(upper, n.upper)
	changed := lower != n.lower || upper != n.upper
	n.lower, n.upper = lower, upper
	return changed
}

// promote makes a node the root, and drops all nodes that are not below it.
func (t *tree[M]) promote(at uint32) {
	kept := append(make([]node[M], 0, cap(t.nodes)), t.nodes[at])
	for i := 0; i < len(kept); i++ {
		if n := &kept[i]; n.count > 0 {
			children := t.children(n)
			n.first = uint32(len(kept))
			kept = append(kept, children...)
		}
	}
	t.nodes = kept
}

// choice says how to choose the child to visit.
type choice struct {
	explore float64
	priors  bool            // use the guesses and priors of children
	random  func(n int) int // a random number from 0 to n-1
}

// draw returns the index of the outcome of chance node n with the fewest visits for its
// probability: visits come as close to the probabilities as they can. ok is false if no
// outcome has a probability, because a script has failed.
func (t *tree[M]) draw(n *node[M]) (at uint32, ok bool) {
	least := math.Inf(1)
	for i, e := range t.children(n) {
		if due := float64(e.visits+e.pending+1) / float64(e.prior); due < least {
			at, least, ok = n.first+uint32(i), due, true
		}
	}
	return at, ok
}

// choose returns the index of the child of n to visit next. It leaves out moves that cannot be
// worth more than floor, and decided moves while others are open. ok is false if no move is left.
func (t *tree[M]) choose(n *node[M], floor game.Score, c choice) (at uint32, ok bool) {
	children := t.children(n)
	total, open := t.survey(n, floor)
	weight := c.explore
	if c.priors {
		weight *= math.Sqrt(float64(total) + 1)
	} else {
		weight *= curiosity(total)
	}
	best, ties := math.Inf(-1), 0
	for i := range children {
		e := &children[i]
		if !e.free() && (e.settled() || open && e.decided() || e.most(n.mover) <= floor) {
			continue
		}
		var v float64
		switch visits := e.visits + e.pending; {
		case c.priors:
			v = (e.sum + float64(e.guess) + weight*float64(e.prior)) / (float64(visits) + 1)
		case visits == 0:
			v = math.MaxFloat64
		default:
			each := 1 / float64(visits)
			v = e.sum*each + weight*math.Sqrt(each)
		}
		switch {
		case v > best:
			at, best, ties = n.first+uint32(i), v, 1
		case v == best:
			if ties++; c.random(ties) == 0 {
				at = n.first + uint32(i)
			}
		}
	}
	return at, ties > 0
}

// survey returns the visits of all children of n, and whether one that is not decided may be
// worth more than floor.
func (t *tree[M]) survey(n *node[M], floor game.Score) (total uint32, open bool) {
	children := t.children(n)
	for i := range children {
		e := &children[i]
		total += e.visits + e.pending
		open = open || e.free() || !e.decided() && e.most(n.mover) > floor
	}
	return total, open
}

// curiosity returns √(ln(n + 1)).
func curiosity(n uint32) float64 {
	if n < uint32(len(curiosities)) {
		return curiosities[n]
	}
	return math.Sqrt(math.Log(float64(n) + 1))
}

// curiosities are the first results of curiosity.
var curiosities = func() (all [512]float64) {
	for n := range all {
		all[n] = math.Sqrt(math.Log(float64(n) + 1))
	}
	return all
}()

// result converts a known value to a result from 0 to 1.
func result(v game.Score) float64 { return 0.5 + 0.5*float64(v.Outcome()) }

// chance converts an estimate to the expected result, and estimate undoes it.
func chance(v game.Score, scale float64) float64 { return 1 / (1 + math.Exp(-float64(v)/scale)) }

func estimate(p, scale float64) game.Score {
	p = min(max(p, 1e-4), 1-1e-4)
	return game.Score(math.Round(scale * math.Log(p/(1-p))))
}
