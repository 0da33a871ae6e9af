package tree

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
)

// Position is a node of a tree. The zero Position is invalid.
type Position struct {
	tree *Tree
	at   int32
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
	n := &p.tree.nodes[p.at]
	for c := range n.count {
		buf = append(buf, Move(c))
	}
	return buf, r.Status(p)
}

// Status returns the margin of a leaf for the side to move, or a win or a loss
// for an infinite number.
func (Rules) Status(p *Position) game.Status {
	n := &p.tree.nodes[p.at]
	var st game.Status
	switch {
	case n.count > 0:
		return game.Ongoing
	case n.margin == endless:
		st = game.Win
	case n.margin == -endless:
		st = game.Loss
	default:
		st = game.Final(int(n.margin))
	}
	if n.turn == Min {
		return st.Negate()
	}
	return st
}

// Evaluate returns the estimate of a node with children, for the side to move;
// 0 if it has none, and for a leaf.
func (Rules) Evaluate(p *Position) game.Score {
	n := &p.tree.nodes[p.at]
	if n.count == 0 {
		return 0
	}
	v := max(-game.MaxMargin, min(game.MaxMargin, game.Score(n.margin)))
	if n.turn == Min {
		return -v
	}
	return v
}

// Play goes to child m.
func (Rules) Play(dst, src *Position, m Move) {
	*dst = Position{src.tree, src.tree.nodes[src.at].first + int32(m)}
}

// ToMove returns First for MAX and Second for MIN. At a chance node it returns
// First.
func (Rules) ToMove(p *Position) game.Player {
	if p.tree.nodes[p.at].turn == Min {
		return game.Second
	}
	return game.First
}

// MoveKey returns the index of the child.
func (Rules) MoveKey(m Move) int { return int(m) }

// Hash mixes the tree and the node. Different nodes are different positions,
// even with equal subtrees.
func (Rules) Hash(p *Position) uint64 { return mix(p.tree.key, uint64(p.at)) }

// mix hashes two words by SplitMix64 (Steele, Lea and Flood 2014).
func mix(a, b uint64) uint64 {
	h := a + bits.RotateLeft64((b+1)*0x9e3779b97f4a7c15, 32)
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Tree returns the tree of p.
func (p Position) Tree() *Tree { return p.tree }

// Name returns the name of the node, or "".
func (p Position) Name() string { return p.tree.nodes[p.at].name }

// Turn returns who chooses at the node: Max, Min or Chance. At a leaf it is the
// player who would move next.
func (p Position) Turn() Turn { return p.tree.nodes[p.at].turn }

// Ply returns the number of plies from the root.
func (p Position) Ply() int { return int(p.tree.nodes[p.at].ply) }

// path returns the moves from the root to p.
func (p Position) path() []Move {
	path := make([]Move, p.Ply())
	for i, at := len(path), p.at; i > 0; i-- {
		parent := p.tree.nodes[at].parent
		path[i-1] = Move(at - p.tree.nodes[parent].first)
		at = parent
	}
	return path
}
