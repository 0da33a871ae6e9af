package lesson

import (
	"cmp"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/trace"
)

// plant is a node of a tree whose children can be reordered.
type plant struct {
	name     string // given in the tree, or ""
	label    string // its name, or a letter assigned breadth first
	turn     tree.Turn
	max      bool       // turn is tree.Max
	number   string     // of a leaf, or the estimate; "" if none
	noisy    bool       // the move to the node is noisy
	pass     *plant     // the position after a pass, or nil
	estimate game.Score // of a node with children, seen from MAX
	share    string     // the probability, if chance chooses above
	value    game.Score // minimax value, seen from MAX
	leaves   int
	children []*plant
	// atLeast and atMost are the fewest leaves that prove that the node's value is at least, and
	// at most, the root's; impossible if it is not.
	atLeast, atMost int
}

// impossible exceeds the number of leaves of any tree.
const impossible = tree.MaxNodes + 1

// grow builds a plant from a tree.
func grow(t *tree.Tree) *plant {
	root := t.Root()
	top := sprout(t, &root)
	top.letter()
	top.weigh(top.value)
	return top
}

func sprout(t *tree.Tree, p *tree.Position) *plant {
	n := &plant{name: p.Name(), turn: p.Turn(), max: p.Turn() == tree.Max, number: p.Estimate(), noisy: p.Noisy()}
	var shares []*big.Rat
	if n.turn == tree.Chance {
		shares = p.Shares()
	}
	moves, status := tree.Rules{}.Moves(p, nil)
	if status.Over() {
		points, ok := status.Margin()
		if n.value = game.Score(points); !ok {
			n.value = game.Infinity * game.Score(status.Score().Outcome())
		}
		if !n.max {
			n.value = -n.value
		}
		n.number, n.leaves = t.Text(n.value), 1
		return n
	}
	if n.estimate = (tree.Rules{}).Evaluate(p); !n.max {
		n.estimate = -n.estimate
	}
	for i, m := range moves {
		var child tree.Position
		tree.Rules{}.Play(&child, p, m)
		c := sprout(t, &child)
		if i == 0 || n.prefers(c.value, n.value) {
			n.value = c.value
		}
		if shares != nil {
			c.share = textOf(shares[i])
		}
		n.leaves += c.leaves
		n.children = append(n.children, c)
	}
	if after, ok := p.Pass(); ok {
		n.pass = sprout(t, &after)
	}
	return n
}

// below returns the children of n and then the position after a pass, if there is one.
func (n *plant) below() []*plant {
	if n.pass != nil {
		return append(slices.Clip(n.children), n.pass)
	}
	return n.children
}

// chancy reports whether chance chooses at n or below.
func (n *plant) chancy() bool {
	return n.turn == tree.Chance && len(n.children) > 0 || slices.ContainsFunc(n.children, (*plant).chancy)
}

// shorten makes the nodes at a depth leaves, with their estimates as numbers.
func (n *plant) shorten(depth int) {
	if depth == 0 && len(n.children) > 0 {
		n.children, n.pass, n.number = nil, nil, cmp.Or(n.number, "0")
	}
	for _, c := range n.below() {
		c.shorten(depth - 1)
	}
}

// prefers reports whether the side to move at n prefers a to b.
func (n *plant) prefers(a, b game.Score) bool {
	if n.max {
		return a > b
	}
	return a < b
}

// letter labels the unnamed nodes below n, breadth first, with letters that are not names.
func (n *plant) letter() {
	queue, names := []*plant{n}, map[string]bool{}
	for i := 0; i < len(queue); i++ {
		names[queue[i].name] = true
		queue = append(queue, queue[i].below()...)
	}
	spare := len(queue)
	for i, n := range queue {
		if n.label = n.name; n.label == "" {
			n.label = trace.Letter(i)
		}
		for ; n.name == "" && names[n.label]; spare++ {
			n.label = trace.Letter(spare)
		}
	}
}

// weigh computes the sizes of the smallest proofs that n is worth at least and at most v. A
// proof of "at least" needs one move at each MAX node and all moves at each MIN node.
func (n *plant) weigh(v game.Score) {
	n.atLeast, n.atMost = impossible, impossible
	if len(n.children) == 0 {
		if n.value >= v {
			n.atLeast = 1
		}
		if n.value <= v {
			n.atMost = 1
		}
		return
	}
	leastOf, leastAll, mostOf, mostAll := impossible, 0, impossible, 0
	for _, c := range n.children {
		c.weigh(v)
		leastOf, mostOf = min(leastOf, c.atLeast), min(mostOf, c.atMost)
		leastAll, mostAll = min(leastAll+c.atLeast, impossible), min(mostAll+c.atMost, impossible)
	}
	n.atLeast, n.atMost = leastOf, mostAll
	if !n.max {
		n.atLeast, n.atMost = leastAll, mostOf
	}
}

// minimum returns the fewest leaves that prove the value of the root n. A proof of "at least"
// and a proof of "at most" share exactly one leaf. For a uniform b-ary tree the minimum is
// b^⌈d/2⌉+b^⌊d/2⌋−1 (Knuth and Moore 1975).
func (n *plant) minimum() int { return n.atLeast + n.atMost - 1 }

// arrange sorts all children below n by an order.
func (n *plant) arrange(o Order, rng *rand.Rand) {
	switch o {
	case Reversed:
		slices.Reverse(n.children)
	case Best:
		slices.SortStableFunc(n.children, n.quicker)
	case Worst:
		slices.SortStableFunc(n.children, func(a, b *plant) int { return -n.byTaste(a, b) })
	case Shuffle:
		rng.Shuffle(len(n.children), func(i, j int) { n.children[i], n.children[j] = n.children[j], n.children[i] })
	}
	for _, c := range n.below() {
		c.arrange(o, rng)
	}
}

// quicker compares children by the cost of proving the value through them.
func (n *plant) quicker(a, b *plant) int {
	if n.max {
		return cmp.Or(cmp.Compare(a.atLeast, b.atLeast), n.byTaste(a, b))
	}
	return cmp.Or(cmp.Compare(a.atMost, b.atMost), n.byTaste(a, b))
}

// byTaste orders children from best to worst for the side to move.
func (n *plant) byTaste(a, b *plant) int {
	if n.max {
		return cmp.Compare(b.value, a.value)
	}
	return cmp.Compare(a.value, b.value)
}

// spec returns the tree in the order of the children.
func (n *plant) spec() tree.Spec {
	s := tree.Spec{Name: n.name, Share: n.share, Number: n.number, Noisy: n.noisy}
	if len(n.children) > 0 {
		s.Turn = n.turn
	}
	for _, c := range n.below() {
		s.Children = append(s.Children, c.spec())
	}
	if n.pass != nil {
		s.Children[len(n.children)].Pass = true
	}
	return s
}

// at returns the node at the end of a path of child indices, or nil. The position after a pass follows
// the children.
func (n *plant) at(path []int) *plant {
	for _, i := range path {
		below := n.below()
		if i < 0 || i >= len(below) {
			return nil
		}
		n = below[i]
	}
	return n
}

// shape returns a picture's facts about the node at the end of a path.
func (n *plant) shape(path []int) trace.Shape {
	at := n.at(path)
	s := trace.Shape{Children: len(at.below()), Max: at.max, Chance: at.turn == tree.Chance, Static: at.number != "", Value: at.value}
	if s.Children > 0 {
		s.Value = at.estimate
	}
	if last := len(path) - 1; last >= 0 {
		s.Pass = at == n.at(path[:last]).pass
	}
	return s
}

// sign returns the mark on the branch to the node at the end of a path: ! for a noisy move, passMark
// for a pass.
func (n *plant) sign(path []int) string {
	at := n.at(path)
	switch {
	case at.noisy:
		return "!"
	case at == n.at(path[:len(path)-1]).pass:
		return passMark
	}
	return ""
}
