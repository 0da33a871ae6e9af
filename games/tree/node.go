package tree

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Node is a node of a tree. Those of a [Tree] are read only.
type Node struct {
	// Name is the name of the node, or "".
	Name string
	// Turn says who chooses at the node or, at a leaf, which player would move next.
	Turn Turn
	// Noisy means that the move to the node is a noisy one, for a quiescence search.
	Noisy bool
	// Pass means that the node is what its parent becomes if the side to move passes. The rules
	// have no such move; null-move pruning tries it. It is the last child.
	Pass bool
	// Children are the nodes after the moves and after a pass.
	Children []*Node

	number number // the value of a leaf, or an estimate; its text is "" without one
	share  string // the probability, as written, if chance chooses above; "" for equal ones
	parent *Node
	ply    int32
	index  int32
}

// flags are the properties of nodes that are true or false, by their sign in lists and their key in
// JSON.
var flags = []struct {
	sign byte
	key  string
	of   func(n *Node) *bool
}{
	{'!', "noisy", func(n *Node) *bool { return &n.Noisy }},
	{'~', "pass", func(n *Node) *bool { return &n.Pass }},
}

// signs are the signs of the flags.
const signs = "!~"

// flag sets the flag of a sign, if there is one.
func (n *Node) flag(sign byte) (ok bool) {
	for _, f := range flags {
		if f.sign == sign {
			*f.of(n) = true
			return true
		}
	}
	return false
}

// Index returns the number of the node in its tree. Nodes are numbered ply by ply from the root,
// from left to right.
func (n *Node) Index() int { return int(n.index) }

// Moves returns the children without the position after a pass.
func (n *Node) Moves() []*Node {
	if n.After() != nil {
		return n.Children[:len(n.Children)-1]
	}
	return n.Children
}

// After returns the position after a pass, or nil if the tree has none.
func (n *Node) After() *Node {
	if last := len(n.Children) - 1; last >= 0 && n.Children[last].Pass {
		return n.Children[last]
	}
	return nil
}

// Number returns the value of a leaf or the estimate of a node with children, as written with the
// signs of ASCII. It is "" without an estimate.
func (n *Node) Number() string { return n.number.text }

// Exact returns the value of a leaf, seen from MAX. infinite is 1 or -1 for infinity, and then
// exact is nil.
func (n *Node) Exact() (exact *big.Rat, infinite int) { return n.number.rational() }

// Score returns the value of a leaf or the estimate of a node with children, seen from MAX: a
// margin, or infinity for an infinite leaf. It is 0 without an estimate.
func (n *Node) Score() game.Score {
	m := game.Score(n.number.margin)
	if len(n.Children) > 0 {
		return max(-game.MaxMargin, min(game.MaxMargin, m))
	}
	return m
}

// Share returns the exact probability of the node. It is nil unless chance chooses above.
func (n *Node) Share() *big.Rat {
	switch {
	case n.parent == nil || n.parent.Turn != Chance:
		return nil
	case n.share == "":
		return big.NewRat(1, int64(len(n.parent.Children)))
	}
	share, _ := parseShare(n.share) // it has been read before
	return share
}

// alternate returns what Alternate means for a child of n, which may be nil.
func (n *Node) alternate() Turn {
	for n != nil && n.Turn == Chance {
		n = n.parent
	}
	if n == nil {
		return Max
	}
	return n.Turn.other()
}

// copyBelow returns a copy of n and all below it as a child of parent. moves gives the moves of
// each node, in order. A node without moves becomes a leaf with the value of its estimate, or 0.
func (n *Node) copyBelow(parent *Node, moves func(n *Node) []*Node) *Node {
	c := *n
	c.parent, c.Children = parent, nil
	children := moves(n)
	switch after := n.After(); {
	case len(children) == 0 && len(n.Children) > 0:
		c.Turn = parent.alternate()
		if c.number.text == "" {
			c.number = number{text: "0"}
		}
	case after != nil:
		children = append(slices.Clip(children), after)
	}
	for _, child := range children {
		c.Children = append(c.Children, child.copyBelow(&c, moves))
	}
	return &c
}

// parseShare reads a probability.
func parseShare(text string) (*big.Rat, error) {
	digits, percent := strings.CutSuffix(text, "%")
	share, _, err := ParseNumber(digits)
	if share != nil && percent {
		share.Quo(share, big.NewRat(100, 1))
	}
	if err != nil || share == nil || share.Sign() <= 0 || share.Cmp(one) > 0 {
		return nil, reason.Errorf("%q, want a probability above 0, up to 1, such as 0.5 or 1/6", text)
	}
	return share, nil
}

var one = big.NewRat(1, 1)

// builder builds a tree from its nodes in preorder, and checks them.
type builder struct {
	root  *Node
	nodes int
	path  []*Node // from the root to the open node
}

// add adds a node as the last child of the open node.
func (b *builder) add(n *Node) error {
	n.ply = int32(len(b.path))
	switch {
	case b.nodes == MaxNodes:
		return reason.Errorf("more than %d nodes", MaxNodes)
	case n.ply > MaxPlies:
		return reason.Errorf("deeper than %d plies", MaxPlies)
	}
	b.nodes++
	if n.ply == 0 {
		b.root = n
	} else {
		n.parent = b.path[n.ply-1]
	}
	if err := n.fit(); err != nil {
		return err
	}
	if n.Turn == Alternate {
		n.Turn = n.parent.alternate()
	}
	if n.parent != nil {
		n.parent.Children = append(n.parent.Children, n)
	}
	return nil
}

// fit checks whether n may follow the children of its parent.
func (n *Node) fit() error {
	above := cmp.Or(n.parent, &Node{})
	switch {
	case len(above.Children) == maxChildren:
		return reason.Errorf("more than %d children of one node", maxChildren)
	case above.After() != nil:
		return reason.New("a child after the pass, which must be the last")
	case n.Pass && len(above.Children) == 0:
		return reason.New("a pass, but no move before it")
	case n.Pass && (above.Turn == Chance || above.Turn == n.Turn):
		return reason.New("a pass must give the turn to the other player")
	case n.Pass && n.Noisy:
		return reason.New("a pass is not noisy")
	case n.share == "":
		return nil
	}
	if _, err := parseShare(n.share); err != nil {
		return err
	}
	if above.Turn != Chance {
		return reason.Errorf("the probability %s, but chance does not choose there", n.share)
	}
	return nil
}

// leaf adds a leaf.
func (b *builder) leaf(n *Node) error {
	if err := n.number.read(); err != nil {
		return err
	}
	if n.Turn != Alternate {
		return reason.Errorf("%q before the number %s, want it before children", turnWords[n.Turn], n.number.text)
	}
	return b.add(n)
}

// open adds an inner node. The following nodes are its children.
func (b *builder) open(n *Node) error {
	if n.number.text != "" {
		if err := n.number.read(); err != nil {
			return err
		}
	}
	if err := b.add(n); err != nil {
		return err
	}
	b.path = append(b.path, n)
	return nil
}

// close completes the open node.
func (b *builder) close() error {
	last := len(b.path) - 1
	n := b.path[last]
	b.path = b.path[:last]
	if len(n.Children) == 0 {
		return reason.New("a node without children needs a number")
	}
	sum, shared := new(big.Rat), 0
	for _, c := range n.Children {
		if c.share != "" {
			sum.Add(sum, c.Share())
			shared++
		}
	}
	switch {
	case shared == 0:
		return nil
	case shared < len(n.Children):
		return reason.Errorf("%d of %d children have a probability, want all or none", shared, len(n.Children))
	case sum.Cmp(one) != 0:
		return reason.Errorf("the probabilities add up to %s, want 1", sum.RatString())
	}
	return nil
}

// graft adds a node with all below it.
func (b *builder) graft(n *Node) error {
	if len(n.Children) == 0 {
		return b.leaf(n)
	}
	children := n.Children
	n.Children = nil
	if err := b.open(n); err != nil {
		return err
	}
	for _, c := range children {
		if err := b.graft(c); err != nil {
			return err
		}
	}
	return b.close()
}
