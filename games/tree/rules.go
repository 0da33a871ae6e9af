package tree

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
)

// Position is a node of a tree. The zero Position is invalid.
type Position struct {
	Tree *Tree // the whole tree
	Node *Node // one of its nodes
}

// Move is the index of a child, from 0.
type Move int32

// Rules are the rules of the game: a move goes to a child, a leaf ends the
// game. The zero Rules are ready to use.
type Rules struct{}

// Start returns the root of figure 15.2 of Bratko, Prolog Programming for
// Artificial Intelligence: 8 leaves, value 4.
func (Rules) Start() Position { return bratko.Root() }

var bratko = mustParse("a(b(d(h=1 i=4) e(j=5 k=6)) c(f(l=2 m=1) g(n=1 o=1)))")

func mustParse(text string) *Tree {
	t, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return t
}

// Moves appends the indices of the children.
func (r Rules) Moves(p *Position, buf []Move) ([]Move, game.Status) {
	for c := range p.Node.Moves() {
		buf = append(buf, Move(c))
	}
	return buf, r.Status(p)
}

// Status returns the margin of a leaf for the side to move, or a win or a loss
// for an infinite number.
func (Rules) Status(p *Position) game.Status {
	if len(p.Node.Children) > 0 {
		return game.Ongoing
	}
	var st game.Status
	switch margin := p.Node.number.margin; margin {
	case endless:
		st = game.Win
	case -endless:
		st = game.Loss
	default:
		st = game.Final(int(margin))
	}
	if p.Node.Turn == Min {
		return st.Negate()
	}
	return st
}

// Evaluate returns the estimate of a node with children, for the side to move;
// 0 if it has none, and for a leaf.
func (Rules) Evaluate(p *Position) game.Score {
	switch {
	case len(p.Node.Children) == 0:
		return 0
	case p.Node.Turn == Min:
		return -p.Node.Score()
	}
	return p.Node.Score()
}

// Play goes to child m.
func (Rules) Play(dst, src *Position, m Move) { *dst = Position{src.Tree, src.Node.Children[m]} }

// ToMove returns First for MAX and Second for MIN. At a chance node it returns First.
func (Rules) ToMove(p *Position) game.Player {
	if p.Node.Turn == Min {
		return game.Second
	}
	return game.First
}

// MoveKey returns the index of the child.
func (Rules) MoveKey(m Move) int { return int(m) }

// Hash mixes the tree and the node. Different nodes are different positions,
// even with equal subtrees.
func (Rules) Hash(p *Position) uint64 { return mix(p.Tree.key, uint64(p.Node.index)) }

// mix hashes two words by SplitMix64.
func mix(a, b uint64) uint64 {
	return game.Mix(a + bits.RotateLeft64((b+1)*0x9e3779b97f4a7c15, 32))
}

// path returns the nodes from the root to p.
func (p Position) path() []*Node {
	path := make([]*Node, p.Node.ply+1)
	for n := p.Node; n != nil; n = n.parent {
		path[n.ply] = n
	}
	return path
}
