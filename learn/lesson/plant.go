package lesson

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/trace"
)

// plant is a written tree with the values of its nodes.
type plant struct {
	*tree.Tree
	worths []worth // by the numbers of the nodes
}

// worth is what a node is worth.
type worth struct {
	label  string     // its name, or a letter assigned breadth first
	value  game.Score // minimax value, seen from MAX
	leaves int
	// atLeast and atMost are the fewest leaves that prove that the node's value is at least, and
	// at most, the root's. They are tooMany if it is not.
	atLeast, atMost int
}

// grow builds a plant from a tree.
func grow(t *tree.Tree) *plant {
	p := &plant{t, make([]worth, t.Len())}
	p.letter()
	for _, n := range slices.Backward(t.Nodes()) { // children before their parents
		w := p.of(n)
		if len(n.Children) == 0 {
			w.value, w.leaves = n.Score(), 1
		}
		for i, c := range n.Moves() {
			child := p.of(c)
			if i == 0 || prefers(n, child.value, w.value) {
				w.value = child.value
			}
			w.leaves += child.leaves
		}
	}
	p.weigh(p.top(), p.of(p.top()).value)
	return p
}

// top returns the root.
func (p *plant) top() *tree.Node { return p.Nodes()[0] }

// of returns what a node is worth.
func (p *plant) of(n *tree.Node) *worth { return &p.worths[n.Index()] }

// prefers reports whether the side to move at n prefers a to b.
func prefers(n *tree.Node, a, b game.Score) bool {
	if n.Turn == tree.Max {
		return a > b
	}
	return a < b
}

// letter labels the unnamed nodes, breadth first, with letters that are not names.
func (p *plant) letter() {
	names := map[string]bool{}
	for _, n := range p.Nodes() {
		names[n.Name] = true
	}
	spare := p.Len()
	for i, n := range p.Nodes() {
		w := p.of(n)
		if w.label = n.Name; w.label == "" {
			w.label = trace.Letter(i)
		}
		for ; n.Name == "" && names[w.label]; spare++ {
			w.label = trace.Letter(spare)
		}
	}
}

// weigh computes the sizes of the smallest proofs that n is worth at least and at most v.
func (p *plant) weigh(n *tree.Node, v game.Score) {
	proofs := newPledge(n.Turn == tree.Max)
	if len(n.Children) == 0 {
		proofs.settle(p.of(n).value, v)
	}
	for _, c := range n.Moves() {
		p.weigh(c, v)
		proofs.add(p.of(c).atLeast, p.of(c).atMost)
	}
	p.of(n).atLeast, p.of(n).atMost = proofs.sizes()
}

// minimum returns the fewest leaves that prove the value of the root. A proof of "at least"
// and a proof of "at most" share exactly one leaf. For a uniform b-ary tree the minimum is
// b^⌈d/2⌉+b^⌊d/2⌋−1 (Knuth and Moore 1975).
func (p *plant) minimum() int { return p.worths[0].atLeast + p.worths[0].atMost - 1 }

// arranged returns p with its moves in another order.
func (p *plant) arranged(o Order, rng *rand.Rand) *plant {
	t, from := p.Arranged(func(n *tree.Node) []*tree.Node {
		moves := slices.Clone(n.Moves())
		switch o {
		case Reversed:
			slices.Reverse(moves)
		case Best:
			slices.SortStableFunc(moves, func(a, b *tree.Node) int { return cmp.Or(p.quicker(n, a, b), p.byTaste(n, a, b)) })
		case Worst:
			slices.SortStableFunc(moves, func(a, b *tree.Node) int { return p.byTaste(n, b, a) })
		case Shuffle:
			rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		}
		return moves
	})
	worths := make([]worth, len(from))
	for i, was := range from {
		worths[i] = p.worths[was]
	}
	return &plant{t, worths}
}

// quicker compares children of n by the cost of proving the value through them.
func (p *plant) quicker(n, a, b *tree.Node) int {
	if n.Turn == tree.Max {
		return cmp.Compare(p.of(a).atLeast, p.of(b).atLeast)
	}
	return cmp.Compare(p.of(a).atMost, p.of(b).atMost)
}

// byTaste orders children of n from best to worst for the side to move.
func (p *plant) byTaste(n, a, b *tree.Node) int {
	if n.Turn == tree.Max {
		a, b = b, a
	}
	return cmp.Compare(p.of(a).value, p.of(b).value)
}

// leaves returns the leaves that moves lead to from n.
func leaves(n *tree.Node) (all []*tree.Node) {
	if len(n.Children) == 0 {
		return []*tree.Node{n}
	}
	for _, c := range n.Moves() {
		all = append(all, leaves(c)...)
	}
	return all
}

// labelled returns the label of the node at the end of a path.
func (p *plant) labelled(path []int) string { return p.of(p.At(path)).label }

// shared returns the probability of the node at the end of a path, or "".
func (p *plant) shared(path []int) string { return shareOf(p.At(path)) }

// shareOf writes the probability of a node, "" if it has none.
func shareOf(n *tree.Node) string {
	if share := n.Share(); share != nil {
		return textOf(share)
	}
	return ""
}

// shape returns a picture's facts about the node at the end of a path.
func (p *plant) shape(path []int) trace.Shape {
	n := p.At(path)
	return trace.Shape{
		Children: len(n.Children), Turn: event.Turn{Max: n.Turn == tree.Max, Chance: n.Turn == tree.Chance, Pass: n.Pass},
		Static: n.Number() != "", Value: n.Score(),
	}
}

// sign returns the mark on the branch to the node at the end of a path: ! for a noisy move, passMark
// for a pass.
func (p *plant) sign(path []int) string {
	switch n := p.At(path); {
	case n.Noisy:
		return "!"
	case n.Pass:
		return passMark
	}
	return ""
}
