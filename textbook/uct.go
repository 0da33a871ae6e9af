package textbook

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// UCT estimates moves by random playouts. It keeps the tree. Each playout adds a node, mostly below
// the moves that look best (Kocsis and Szepesvári, Bandit based Monte-Carlo planning, ECML 2006).
const UCT Algorithm = "uct"

// PlayoutOptions configure Sample.
type PlayoutOptions struct {
	Playouts int // Zero means 100.
	// Explore weights the exploration term, in units of the distance from Least to Most.
	// Zero means √2.
	Explore float64
	// Least and Most bound all values. nil means 0, and 1.
	Least, Most *big.Rat
	Seed        uint64 // of the playouts
	// Observer receives the steps. Zero means none.
	Observer func(e ExactEvent)
}

// Sampled is the result of Sample.
type Sampled struct {
	// Best is the index of the move with the most playouts at the root. It is -1 at a
	// leaf and where chance chooses.
	Best     int
	Playouts int
	Total    *big.Rat // of the values of the playouts, from MAX's view
	Nodes    int      // in the tree
	Stopped  bool     // by the context
}

// playoutPlies limits a playout, in plies; at the limit Gamble.Leaf values the position at depth 0.
const playoutPlies = 1000

// Sample estimates the value of p by playouts. Its tree has the root and at most one more
// node for each playout.
func Sample[P any](ctx context.Context, g Gamble[P], p P, o PlayoutOptions) Sampled {
	o.Playouts, o.Explore = cmp.Or(o.Playouts, 100), cmp.Or(o.Explore, math.Sqrt2)
	least, most := cmp.Or(o.Least, new(big.Rat)), cmp.Or(o.Most, big.NewRat(1, 1))
	spread, _ := new(big.Rat).Sub(most, least).Float64()
	s := &sampler[P]{gamble: g, options: o, explore: float64(o.Explore * spread), random: rand.New(rand.NewPCG(o.Seed, 0))}
	root := s.join(p, nil, -1)
	for s.r.Playouts < o.Playouts {
		if s.r.Playouts%patience == 0 && ctx.Err() != nil {
			s.r.Stopped = true
			break
		}
		s.once(root)
	}
	s.r.Total, s.r.Best = root.total, -1
	if !root.chance {
		s.r.Best = root.favourite()
	}
	return s.r
}

// tried is a node of the tree of Sample.
type tried[P any] struct {
	gambled[P]
	above  *tried[P] // nil at the root
	next   []P       // the positions after it, once one of them is in the tree
	shares []*big.Rat
	// children are the nodes after it by index; nil if a node is not in the tree.
	children []*tried[P]
	playouts int
	total    *big.Rat // of the values of the playouts
}

// sampler is one run of Sample.
type sampler[P any] struct {
	gamble  Gamble[P]
	options PlayoutOptions
	explore float64
	random  *rand.Rand
	r       Sampled
}

// join adds the position after a move to the tree.
func (s *sampler[P]) join(pos P, above *tried[P], index int) *tried[P] {
	n := &tried[P]{gambled: gambled[P]{pos: pos, number: s.r.Nodes, parent: -1, index: index}, above: above, total: new(big.Rat)}
	s.r.Nodes++
	if above != nil {
		n.parent, n.ply = above.number, above.ply+1
	}
	n.shares = s.gamble.Shares(&n.pos)
	n.max, n.chance = s.gamble.MaxToMove(&n.pos), n.shares != nil
	s.tell(n, ExactEvent{Event: event.Event{Kind: event.Join}})
	return n
}

// once walks from the root to a new node or a leaf, plays a random game from there, and
// counts the result at the nodes of its path.
func (s *sampler[P]) once(root *tried[P]) {
	s.r.Playouts++
	n := root
	for s.gamble.Leaf(&n.pos, playoutPlies) == nil {
		if n.next == nil {
			n.next = s.gamble.Next(&n.pos, nil)
			n.children = make([]*tried[P], len(n.next))
		}
		i := s.choose(n)
		if n.children[i] == nil {
			n.children[i] = s.join(n.next[i], n, i)
			n = n.children[i]
			break
		}
		s.tell(n, ExactEvent{Event: event.Event{Kind: event.Choose, Child: i}})
		n = n.children[i]
	}
	v := s.playout(n.pos)
	end := event.Event{Kind: event.Playout}
	if s.gamble.Leaf(&n.pos, playoutPlies) != nil {
		end.Bound = game.Exact
	}
	s.tell(n, ExactEvent{Event: end, Number: v})
	for ; n != nil; n = n.above {
		n.playouts++
		n.total = new(big.Rat).Add(n.total, v)
		s.tell(n, ExactEvent{Event: event.Event{Kind: event.Count, G: n.playouts}, Number: n.total})
	}
}

// choose returns the index of the child to go to. Where chance chooses, it draws one by
// probability. Otherwise it is the first child that is not in the tree or, if all are,
// the one that Worth rates best for the side to move.
func (s *sampler[P]) choose(n *tried[P]) int {
	if n.chance {
		return s.draw(n.shares)
	}
	best, most := 0, math.Inf(-1)
	for i, c := range n.children {
		if c == nil {
			return i
		}
		if w := Worth(n.max, c.total, c.playouts, n.playouts, s.explore); w > most {
			best, most = i, w
		}
	}
	return best
}

// Worth returns the number by which UCT rates a child: the mean of its playouts, for the side to
// move, plus explore·√(ln all / playouts), where all are the playouts of the parent.
func Worth(max bool, total *big.Rat, playouts, all int, explore float64) float64 {
	mean, _ := new(big.Rat).Quo(total, big.NewRat(int64(playouts), 1)).Float64()
	if !max {
		mean = -mean
	}
	return mean + Bonus(playouts, all, explore)
}

// Bonus returns the exploration term of Worth, which is large for moves with few playouts.
func Bonus(playouts, all int, explore float64) float64 {
	return float64(explore * math.Sqrt(math.Log(float64(all))/float64(playouts)))
}

// playout returns the value at the end of a game of random moves from pos.
func (s *sampler[P]) playout(pos P) *big.Rat {
	for depth := playoutPlies; ; depth-- {
		if v := s.gamble.Leaf(&pos, depth); v != nil {
			return v
		}
		next := s.gamble.Next(&pos, nil)
		if shares := s.gamble.Shares(&pos); shares != nil {
			pos = next[s.draw(shares)]
		} else {
			pos = next[s.random.IntN(len(next))]
		}
	}
}

// draw returns an index drawn by its probability.
func (s *sampler[P]) draw(shares []*big.Rat) int {
	at := s.random.Float64()
	for i, share := range shares {
		p, _ := share.Float64()
		if at -= p; at < 0 {
			return i
		}
	}
	return len(shares) - 1
}

// favourite returns the index of the child with the most playouts. Among equals it takes
// the one with the best mean for the side to move. It is -1 if no child is in the tree.
func (n *tried[P]) favourite() int {
	best := -1
	for i, c := range n.children {
		if c == nil {
			continue
		}
		if best < 0 {
			best = i
			continue
		}
		b := n.children[best]
		better := Worth(n.max, c.total, c.playouts, 1, 0) > Worth(n.max, b.total, b.playouts, 1, 0)
		if c.playouts > b.playouts || c.playouts == b.playouts && better {
			best = i
		}
	}
	return best
}

func (s *sampler[P]) tell(n *tried[P], e ExactEvent) {
	if s.options.Observer != nil {
		e.Event = n.about(e.Event)
		s.options.Observer(e)
	}
}
