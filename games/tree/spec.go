package tree

import (
	"math/big"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// Spec describes a node and all below it.
type Spec struct {
	Name string
	// Turn says who chooses at a node with children. It is Alternate at a leaf.
	Turn Turn
	// Share is the probability of the node if chance chooses above it, for example "1/6", "0.25" or
	// "25%". "" everywhere means equal probabilities.
	Share string
	// Number is the value of a leaf or the estimate of a node with children: a decimal, a
	// fraction, "inf" or "-inf". It is empty if a node with children has no estimate.
	Number string
	// Noisy means that the move to the node is a noisy one, for a quiescence search.
	Noisy bool
	// Pass means that the node is what its parent becomes if the side to move passes. The rules
	// have no such move; null-move pruning tries it. It is the last child.
	Pass     bool
	Children []Spec
}

// New returns the tree of a spec. It fails where Parse does.
func New(root Spec) (*Tree, error) {
	b := &builder{}
	if err := b.grow(root); err != nil {
		return nil, reason.Errorf("tree: %w", err)
	}
	return b.tree()
}

// grow adds a node and all below it.
func (b *builder) grow(s Spec) error {
	if err := checkName(s.Name); s.Name != "" && err != nil {
		return err
	}
	if len(s.Children) == 0 {
		return b.leaf(s)
	}
	children := s.Children
	s.Children = nil
	if err := b.open(s); err != nil {
		return err
	}
	for _, c := range children {
		if err := b.grow(c); err != nil {
			return err
		}
	}
	return b.close()
}

var one = big.NewRat(1, 1)

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

// Estimate returns the number of a node with children as it is written, or "".
func (p Position) Estimate() string {
	if n := &p.tree.nodes[p.at]; n.count > 0 {
		return n.number
	}
	return ""
}

// Noisy reports whether the move to the node is a noisy one.
func (p Position) Noisy() bool { return p.tree.nodes[p.at].noisy }

// Pass returns the position after a pass. ok is false if the tree has none.
func (p Position) Pass() (after Position, ok bool) {
	n := &p.tree.nodes[p.at]
	return Position{p.tree, n.first + n.count}, n.pass
}

// Number returns the exact number of a leaf, seen from MAX. infinite is 1 or -1 for infinity, and
// then exact is nil.
func (p Position) Number() (exact *big.Rat, infinite int) {
	exact, infinite, err := ParseNumber(p.tree.nodes[p.at].number)
	if err != nil {
		panic("tree: Number of a node with children")
	}
	return exact, infinite
}

// Shares returns the exact probabilities of the children of a chance node. Their sum is 1.
func (p Position) Shares() []*big.Rat {
	n := &p.tree.nodes[p.at]
	shares := make([]*big.Rat, n.count)
	for c := range shares {
		shares[c] = big.NewRat(1, int64(n.count))
		if text := p.tree.nodes[n.first+int32(c)].share; text != "" {
			shares[c], _ = parseShare(text) // it has been read before
		}
	}
	return shares
}
