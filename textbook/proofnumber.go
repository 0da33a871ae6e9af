package textbook

import (
	"context"
	"math/big"
	"slices"

	"github.com/plywood-go/plywood/game/event"
)

// ProofNumber proves or disproves that MAX reaches a value. It keeps the tree, and expands the node
// that promises a proof or disproof with the fewest further nodes (Allis, van der Meulen and van
// den Herik, Proof-number search, Artificial Intelligence 66, 1994).
const ProofNumber Algorithm = "pns"

// ProofOptions configure Prove.
type ProofOptions struct {
	// Goal is the value that MAX is to reach, or exceed. nil means 1.
	Goal *big.Rat
	// Observer receives the steps. Zero means none.
	Observer event.Observer
	// Expansions is the largest number of nodes to expand. Zero means no limit.
	Expansions int
}

// Proof is the result of Prove.
type Proof struct {
	// Proven means that MAX reaches the goal, Disproven that MIN prevents it. Neither is set if
	// the limit or the context ended the search.
	Proven, Disproven bool
	// Best is the index of a move at the root by which the side to move succeeds. It is
	// -1 if there is no such move or it is not known.
	Best int
	// Proof and Disproof are the numbers of the root, up to trace.Far.
	Proof, Disproof   int
	Nodes, Expansions int  // in the tree, and those expanded
	Stopped           bool // by the context
}

// Prove tries to prove or disprove that MAX reaches a goal in p. The game must be without
// chance. It keeps every node, a few hundred bytes each.
func Prove[P any](ctx context.Context, g Gamble[P], p P, o ProofOptions) Proof {
	if o.Goal == nil {
		o.Goal = big.NewRat(1, 1)
	}
	s := &prover[P]{gamble: g, options: o}
	root := s.join(p, nil, -1)
	for root.proof > 0 && root.disproof > 0 && (o.Expansions == 0 || s.r.Expansions < o.Expansions) {
		if s.r.Expansions%patience == 0 && ctx.Err() != nil {
			s.r.Stopped = true
			break
		}
		s.expand(s.mostProving(root))
	}
	s.r.Proof, s.r.Disproof = root.proof, root.disproof
	s.r.Proven, s.r.Disproven = root.proof == 0, root.disproof == 0
	s.r.Best = slices.IndexFunc(root.children, func(c *claim[P]) bool {
		return root.max && c.proof == 0 || !root.max && c.disproof == 0
	})
	return s.r
}

// claim is a node of the tree of Prove.
type claim[P any] struct {
	gambled[P]
	above    *claim[P] // nil at the root
	children []*claim[P]
	// proof is the least number of leaves below this node whose proof would prove it.
	// disproof is the same for a disproof.
	proof, disproof int
}

// prover is one run of Prove.
type prover[P any] struct {
	gamble  Gamble[P]
	options ProofOptions
	r       Proof
}

// join adds the position after a move to the tree.
func (s *prover[P]) join(pos P, above *claim[P], index int) *claim[P] {
	n := &claim[P]{gambled: gambled[P]{pos: pos, number: s.r.Nodes, parent: -1, index: index}, above: above, proof: 1, disproof: 1}
	s.r.Nodes++
	if above != nil {
		n.parent, n.ply = above.number, above.ply+1
	}
	n.max = s.gamble.MaxToMove(&n.pos)
	if v := s.gamble.Leaf(&n.pos, 1); v != nil {
		n.proof, n.disproof = 0, event.Far
		if v.Cmp(s.options.Goal) < 0 {
			n.proof, n.disproof = event.Far, 0
		}
	}
	s.tell(n, event.Event{Kind: event.Join, G: n.proof, H: n.disproof})
	return n
}

// mostProving returns the node below n to expand. On the way down the side to move takes
// the child with the least number: MAX the proof number, MIN the disproof number.
func (s *prover[P]) mostProving(n *claim[P]) *claim[P] {
	for n.children != nil {
		best := 0
		for i, c := range n.children {
			if b := n.children[best]; n.max && c.proof < b.proof || !n.max && c.disproof < b.disproof {
				best = i
			}
		}
		s.tell(n, event.Event{Kind: event.Choose, Child: best})
		n = n.children[best]
	}
	return n
}

// expand adds the children of n to the tree, and corrects the numbers above them.
func (s *prover[P]) expand(n *claim[P]) {
	s.r.Expansions++
	s.tell(n, event.Event{Kind: event.Expand})
	for i, pos := range s.gamble.Next(&n.pos, nil) {
		n.children = append(n.children, s.join(pos, n, i))
	}
	for ; n != nil && n.count(); n = n.above {
		s.tell(n, event.Event{Kind: event.Update, G: n.proof, H: n.disproof})
	}
}

// count computes the numbers of n from its children's, and reports whether they have changed.
func (n *claim[P]) count() bool {
	proof, disproof := event.Far, 0
	for _, c := range n.children {
		if n.max {
			proof, disproof = min(proof, c.proof), plus(disproof, c.disproof)
		} else {
			proof, disproof = min(proof, c.disproof), plus(disproof, c.proof)
		}
	}
	if !n.max {
		proof, disproof = disproof, proof
	}
	changed := proof != n.proof || disproof != n.disproof
	n.proof, n.disproof = proof, disproof
	return changed
}

// plus adds two numbers of which trace.Far means infinity.
func plus(a, b int) int {
	if a == event.Far || b == event.Far {
		return event.Far
	}
	return min(a+b, event.Far-1)
}

func (s *prover[P]) tell(n *claim[P], e event.Event) {
	if s.options.Observer != nil {
		s.options.Observer.Observe(n.about(e))
	}
}
