package tree

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Ordering is the order of children in a [Uniform] tree.
type Ordering uint8

// The orderings.
const (
	// Random: leaves are independent of each other.
	Random Ordering = iota
	// Best: the first child is the only best one at every node, so that alpha-beta visits
	// b^⌈d/2⌉+b^⌊d/2⌋−1 leaves, the minimum for finding the value (Knuth and Moore 1975).
	Best
	// Worst: children are sorted from worst to best so that alpha-beta never
	// cuts and visits all b^d leaves.
	Worst
)

var orderingNames = [...]string{"random", "best", "worst"}

// String returns "random", "best" or "worst".
func (o Ordering) String() string {
	if int(o) < len(orderingNames) {
		return orderingNames[o]
	}
	return "unknown"
}

// Uniform is the game on a tree with constant branching factor and depth, computed on demand. MAX
// moves at the root. Equal fields give equal trees. Check untrusted values with [Uniform.Validate].
//
// # Numbers of leaves
//
// A Random leaf is a hash of the seed and its path. Best and Worst trees are
// generated from the root: a position knows its value v, for the side to move,
// and determines the values of its children.
//
// In a Best tree the first child is worth -v, and each other one is worse for the side to move by a
// number from 1 to 100 that depends on path and seed. So the first reply refutes every move but the
// first by a margin: it does not matter whether a search cuts at equality.
//
// In a Worst tree child k of b is worth b-k steps less, for the side to move, than the last. The
// step must be so large that all leaves below a child lie beyond the value of the previous child;
// otherwise a cut would follow. If A(h) and B(h) bound how far leaves h plies below a node are
// above and below its value, for the side to move, and s(h) is the step, then
//
//	s(h) = A(h-1)+1   A(h) = B(h-1)   B(h) = (b-1)s(h)+A(h-1)
//
// with A(0) = B(0) = 0, so s(h) = b^⌊(h-1)/2⌋.
type Uniform struct {
	Branching int // children per inner node, 1 to maxChildren
	Depth     int // plies from the root to the leaves, 0 to maxUniformDepth
	Seed      uint64
	Ordering  Ordering
}

// maxUniformDepth is the largest depth of a Uniform tree.
const maxUniformDepth = 62

// UniformPosition is a node of a Uniform tree.
type UniformPosition struct {
	index uint64 // index among the nodes of its ply, from the left
	value int32  // Best and Worst: value for the side to move
	ply   int32
}

// ParseUniform parses "branching,depth", optionally followed by random, best or
// worst, and then by a seed: "40,4,best,1".
func ParseUniform(text string) (Uniform, error) {
	var u Uniform
	fields := strings.Split(text, ",")
	if len(fields) < 2 || len(fields) > 4 {
		return u, reason.Errorf("tree: %q: want branching,depth[,ordering[,seed]], for example 40,4,best,1", text)
	}
	var err error
	if u.Branching, err = strconv.Atoi(fields[0]); err != nil {
		return u, reason.Errorf("tree: branching is %q, want a number", fields[0])
	}
	if u.Depth, err = strconv.Atoi(fields[1]); err != nil {
		return u, reason.Errorf("tree: depth is %q, want a number", fields[1])
	}
	if len(fields) > 2 {
		if u.Ordering, err = parseOrdering(fields[2]); err != nil {
			return u, err
		}
	}
	if len(fields) > 3 {
		if u.Seed, err = strconv.ParseUint(fields[3], 10, 64); err != nil {
			return u, reason.Errorf("tree: seed is %q, want a number", fields[3])
		}
	}
	return u, u.Validate()
}

func parseOrdering(text string) (Ordering, error) {
	if i := slices.Index(orderingNames[:], text); i >= 0 {
		return Ordering(i), nil
	}
	return 0, reason.Errorf("tree: ordering is %q, want random, best or worst", text)
}

// String returns the text that ParseUniform parses.
func (u Uniform) String() string {
	return fmt.Sprintf("%d,%d,%v,%d", u.Branching, u.Depth, u.Ordering, u.Seed)
}

// maxWorstValues bounds b^⌈d/2⌉, about half the range of leaves in a Worst
// tree, so that they are valid margins.
const maxWorstValues = game.MaxMargin / 2

// Validate returns an error if u is invalid.
func (u Uniform) Validate() error {
	switch {
	case u.Branching < 1 || u.Branching > maxChildren:
		return reason.Errorf("tree: branching is %d, want 1 to %d", u.Branching, maxChildren)
	case u.Depth < 0 || u.Depth > maxUniformDepth:
		return reason.Errorf("tree: depth is %d, want 0 to %d", u.Depth, maxUniformDepth)
	case u.Ordering > Worst:
		return reason.Errorf("tree: ordering is %d, want random, best or worst", u.Ordering)
	case u.Leaves() > 1<<62:
		return reason.Errorf("tree: branching %d at depth %d gives more than 2^62 leaves", u.Branching, u.Depth)
	case u.Ordering == Worst && u.power((u.Depth+1)/2) > maxWorstValues:
		return reason.Errorf("tree: branching %d at depth %d gives more than %d values of leaves in the worst order",
			u.Branching, u.Depth, game.MaxMargin)
	}
	return nil
}

// Start returns the root.
func (u Uniform) Start() UniformPosition {
	return UniformPosition{value: int32(mix(u.Seed, 0)%2001) - 1000}
}

// Moves appends the indices of the children.
func (u Uniform) Moves(p *UniformPosition, buf []Move) ([]Move, game.Status) {
	status := u.Status(p)
	if !status.Over() {
		for m := range Move(u.Branching) {
			buf = append(buf, m)
		}
	}
	return buf, status
}

// Status returns the margin of a leaf for the side to move.
func (u Uniform) Status(p *UniformPosition) game.Status {
	switch {
	case int(p.ply) < u.Depth:
		return game.Ongoing
	case u.Ordering == Random:
		return game.Final(int(mix(u.Seed, p.index)%(2*game.MaxMargin+1)) - game.MaxMargin)
	}
	return game.Final(int(p.value))
}

// Play goes to child m.
func (u Uniform) Play(dst, src *UniformPosition, m Move) {
	child := UniformPosition{
		index: src.index*uint64(u.Branching) + uint64(m),
		ply:   src.ply + 1,
	}
	switch u.Ordering {
	case Best:
		child.value = -src.value
		if m > 0 {
			child.value += 1 + int32(mix(u.Seed^uint64(child.ply)<<32, child.index)%100)
		}
	case Worst:
		child.value = -src.value + int32(u.Branching-1-int(m))*int32(u.power((u.Depth-int(src.ply)-1)/2)) // s(h) of Uniform
	}
	*dst = child
}

// ToMove returns First, MAX, at an even number of plies from the root.
func (u Uniform) ToMove(p *UniformPosition) game.Player { return game.Player(p.ply & 1) }

// Alternates returns true.
func (u Uniform) Alternates() bool { return true }

// MoveKey returns the index of the child.
func (u Uniform) MoveKey(m Move) int { return int(m) }

// Hash mixes the tree, the ply and the node.
func (u Uniform) Hash(p *UniformPosition) uint64 {
	tree := mix(u.Seed, uint64(u.Branching)<<32|uint64(u.Depth)<<8|uint64(u.Ordering))
	return mix(tree+uint64(p.ply), p.index)
}

// MinimalLeaves returns b^⌈d/2⌉+b^⌊d/2⌋−1, the number of leaves that any search
// must visit to find the tree's value (Knuth and Moore 1975).
func (u Uniform) MinimalLeaves() uint64 {
	return u.power((u.Depth+1)/2) + u.power(u.Depth/2) - 1
}

// Leaves returns b^d.
func (u Uniform) Leaves() uint64 { return u.power(u.Depth) }

// power returns a power of Branching, or the greatest number if that is less.
func (u Uniform) power(exponent int) uint64 {
	over, power := uint64(0), uint64(1)
	for range exponent {
		if over, power = bits.Mul64(power, uint64(u.Branching)); over > 0 {
			return math.MaxUint64
		}
	}
	return power
}

// FormatMove returns the number of the child from 1.
func (u Uniform) FormatMove(_ *UniformPosition, m Move) string { return strconv.Itoa(int(m) + 1) }

// ParseMove parses the number of a child from 1.
func (u Uniform) ParseMove(p *UniformPosition, text string) (Move, error) {
	number, err := strconv.Atoi(text)
	switch {
	case err != nil || number < 1 || number > u.Branching:
		return 0, reason.Errorf("tree: move %q: %w: want a number from 1 to %d", text, game.ErrIllegal, u.Branching)
	case u.Status(p).Over():
		return 0, reason.Errorf("tree: move %q: %w: a leaf has no children", text, game.ErrIllegal)
	}
	return Move(number - 1), nil
}

// FormatPosition returns startpos, for the root, followed by the moves.
func (u Uniform) FormatPosition(p *UniformPosition) string {
	words := make([]string, p.ply+1)
	words[0] = "startpos"
	for ply, index := int(p.ply), p.index; ply > 0; ply-- {
		words[ply] = strconv.FormatUint(index%uint64(u.Branching)+1, 10)
		index /= uint64(u.Branching)
	}
	return strings.Join(words, " ")
}

// ParsePosition parses the moves from the root, optionally after startpos.
func (u Uniform) ParsePosition(text string) (UniformPosition, error) {
	p := u.Start()
	words := strings.Fields(text)
	if len(words) == 0 {
		return p, reason.New("tree: empty text, want startpos or moves")
	}
	if words[0] == "startpos" {
		words = words[1:]
	}
	for _, word := range words {
		m, err := u.ParseMove(&p, word)
		if err != nil {
			return u.Start(), err
		}
		u.Play(&p, &p, m)
	}
	return p, nil
}

// Captions returns the side to move.
func (u Uniform) Captions(p *UniformPosition) []game.Caption {
	if u.Status(p).Over() {
		return nil
	}
	side := u.ToMove(p)
	return []game.Caption{{Text: turnNames[Max+Turn(side)] + " to move", Says: game.ToMove, Side: side}}
}

// Draw returns the place of p in the tree.
func (u Uniform) Draw(p *UniformPosition) string {
	where := fmt.Sprintf("uniform tree %v: node %d of ply %d", u, p.index+1, p.ply)
	if status := u.Status(p); status.Over() {
		return fmt.Sprintf("%s, a leaf: %v for %s\n", where, status, turnNames[Max+Turn(u.ToMove(p))])
	}
	return fmt.Sprintf("%s, %s to move\n", where, turnNames[Max+Turn(u.ToMove(p))])
}
