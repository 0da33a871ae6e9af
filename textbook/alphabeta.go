package textbook

import (
	"context"

	"github.com/plywood-go/plywood/game"
)

// AlphaBeta returns a good enough value V(p, α, β) of p for the window (α, β)
// of the options (fig. 15.5). Where V(p) is the minimax value,
//
//	V(p, α, β) <= α      if V(p) <= α
//	V(p, α, β) == V(p)   if α < V(p) < β
//	V(p, α, β) >= β      if V(p) >= β
//
// so that V(p, -∞, +∞) = V(p). As printed a node is cut where a value passes
// its bound strictly, and V(p, α, β) is right on [α, β], both ends included.
// Under perfect ordering a uniform b-ary tree has b^⌈d/2⌉+b^⌊d/2⌋−1 leaves
// visited of b^d (Knuth & Moore 1975).
func (b *Bratko[P]) AlphaBeta(ctx context.Context, p P) Solution[P] {
	c := b.begin(ctx, &p)
	v := b.alphaBeta(c, &p, b.window)
	return b.solution(p, v, b.window)
}

func (b *Bratko[P]) alphaBeta(c *choice[P], p *P, w game.Window) game.Score {
	b.enter(&c.node, w)
	if !b.expand(c, p) {
		return b.static(&c.node, b.relation.Value(p))
	}
	return b.leave(&c.node, b.boundedBest(c, w))
}

// boundedBest returns a good enough value of the best of c's successors.
func (b *Bratko[P]) boundedBest(c *choice[P], asked game.Window) game.Score {
	var best game.Score
	w := asked
	for i := range c.successors {
		v := b.alphaBeta(b.descend(c, i), &c.successors[i], w)
		if i == 0 || c.better(v, best) {
			best = v
			b.keep(c, i, v)
		}
		if b.goodEnough(c, w, v) && i < len(c.successors)-1 {
			b.cutoff(&c.node, i, len(c.successors), v)
			break
		}
		w = b.newBounds(c, w, v)
	}
	if b.hard {
		return asked.Clamp(best)
	}
	return best
}

// goodEnough reports whether v, the value of a successor of c, lies beyond the
// bound that the other side will not let MAX or MIN pass.
func (b *Bratko[P]) goodEnough(c *choice[P], w game.Window, v game.Score) bool {
	if c.max {
		return v >= w.Beta+b.slack
	}
	return v <= w.Alpha-b.slack
}

// newBounds returns w, narrowed if v raises alpha for MAX or lowers beta for
// MIN.
func (b *Bratko[P]) newBounds(c *choice[P], w game.Window, v game.Score) game.Window {
	switch {
	case c.max && v > w.Alpha:
		w.Alpha = v
	case !c.max && v < w.Beta:
		w.Beta = v
	default:
		return w
	}
	b.narrow(&c.node, w)
	return w
}
