package prove

import "github.com/plywood-go/plywood/internal/line"

// # AND/OR trees
//
// Whether the attacker can reach a goal is a question of yes or no. In the tree
// of it a node where the attacker moves is an OR node: one move that reaches
// the goal is enough. Where the defender moves it is an AND node: every move
// must. Allis, van der Meulen and van den Herik (1994) measure how far a node
// is from an answer by two numbers:
//
//	proof number     the fewest leaves that must yet be proven to prove it
//	disproof number  the fewest leaves that must yet be disproven to disprove it
//
// The two kinds of node are one for arithmetic. At a node of kind k, effort[k]
// is the number of the side to move: it has its way if one child gives way, so
// its number is the least of the children's. effort[1-k] is the number of the
// other side, which must have its way at every child. The turn is asked of each
// position, so the children of a node can be of either kind.
//
// # Counting for all children
//
// To add up the other side's numbers is right on a tree. On a graph what two
// children share is counted twice, again at every ply above, so that the
// numbers explode and the search shuns what is nearly done. Here it is
//
//	the largest number of any child + the number of other open children
//
// (weak proof-number search; Ueda, Hashimoto, Hashimoto and Iida 2008), which
// counts nothing twice, never exceeds the sum, and still prefers few replies to
// many. Our measurements, in positions visited:
//
//	                         weak    sum
//	mnk 5,6,4, a win        5.9 M   unsolved after 9 M
//	mnk 4,4,4, no win       1.7 M   2.0 M
//	Connect Four 5×5, none  8.6 M   4.7 M
//
// Numbers steer; proofs do not depend on them.

// kind is the kind of a node.
type kind uint8

const (
	orNode  kind = 0 // the attacker moves
	andNode kind = 1 // the defender moves
)

// other returns the kind of the nodes where the other side moves.
func (k kind) other() kind { return k ^ 1 }

// effort holds how much each side has yet to do at a node to have its way:
// effort[orNode] is the proof number, effort[andNode] the disproof number. One
// is 0 if and only if the other is Infinity: then the node is solved.
type effort [2]uint32

// Infinity is the proof number of what cannot be proven, and the disproof
// number of what cannot be disproven. Open numbers stay below it.
const Infinity = 1<<proofBits - 1

var (
	proven    = effort{orNode: 0, andNode: Infinity}
	disproven = effort{orNode: Infinity, andNode: 0}
	unlimited = effort{Infinity, Infinity}
)

// solved reports whether e is proven or disproven.
func (e effort) solved() bool { return e[orNode] == 0 || e[andNode] == 0 }

// reaches reports whether one of the numbers has come to its limit, as it has
// at a solved node.
func (e effort) reaches(limit effort) bool {
	return e[orNode] >= limit[orNode] || e[andNode] >= limit[andNode]
}

// finite returns n, a number of an unsolved node, kept below Infinity.
func finite(n uint32) uint32 { return min(n, Infinity-1) }

// finding is what is known of a position.
type finding struct {
	effort effort
	// plies, of a solved position, is the length of the line to its end in the
	// solution found: the side that has its way hurries, the other delays. It is
	// endless if the line is longer than that, or its length unknown.
	plies uint32
	// rests, of a solved position, is the lowest ply of the path to which it
	// comes back by repetition; line.NoPly if the solution holds on every path.
	rests int
	// work is the number of positions visited to find it out; 0 if nothing
	// below has been looked at.
	work uint64
}

// branch is a move with what is known of the position behind it.
type branch[M comparable] struct {
	move M
	finding
}

// node is a node of the AND/OR tree, one a ply of the line that a Prover is on.
// Nodes are reused with their slices, so that a search settles into not
// allocating.
type node[S any, M comparable] struct {
	state     S
	kind      kind
	ply       int
	hash      uint64 // of the state, where positions may repeat
	signature uint64 // of the line that led here, likewise
	found     finding
	moves     []M
	leftOut   bool // moves may do as well, but last longer
	rates     []int32
	branches  []branch[M]
	best      int    // the branch where the side to move is nearest to its way
	second    uint32 // how near it is in the next best branch
	unsettled uint32 // branches where the other side has not had its way
	below     *node[S, M]
}

// next returns the node below n, whose contents mean nothing yet.
func (n *node[S, M]) next() *node[S, M] {
	if n.below == nil {
		n.below = &node[S, M]{ply: n.ply + 1}
	}
	return n.below
}

// backUp computes the numbers of n from those of its branches.
func (n *node[S, M]) backUp() {
	mine, theirs := n.kind, n.kind.other()
	n.best, n.second, n.unsettled = -1, Infinity, 0
	var most uint32
	least := uint32(Infinity)
	for i := range n.branches {
		e := &n.branches[i].effort
		if e[mine] < least || n.best < 0 {
			n.best, n.second, least = i, least, e[mine]
		} else {
			n.second = min(n.second, e[mine])
		}
		if e[theirs] > 0 {
			n.unsettled++
			most = max(most, e[theirs])
		}
	}
	switch {
	case n.unsettled == 0:
		n.found.effort[mine], n.found.effort[theirs] = Infinity, 0
		n.fail()
	case least == 0:
		n.found.effort[mine], n.found.effort[theirs] = 0, Infinity
		n.succeed()
	default:
		n.found.effort[mine], n.found.effort[theirs] = least, finite(most+n.unsettled-1)
	}
}

// succeed notes the best of the branches where the side to move has its way:
// one that holds on every path before others, then the shortest.
func (n *node[S, M]) succeed() {
	best := &n.branches[n.best]
	for i := range n.branches {
		b := &n.branches[i]
		if b.effort[n.kind] != 0 {
			continue
		}
		if b.rests > best.rests || b.rests == best.rests && b.plies < best.plies {
			n.best, best = i, b
		}
	}
	n.found.plies, n.found.rests = min(best.plies+1, endless), best.rests
}

// fail notes the longest of the branches, in all of which the other side has
// its way. A side to move without a branch has failed at once.
func (n *node[S, M]) fail() {
	n.found.plies, n.found.rests = 0, line.NoPly
	for i := range n.branches {
		b := &n.branches[i]
		n.found.rests = min(n.found.rests, b.rests)
		if plies := min(b.plies+1, endless); plies > n.found.plies {
			n.best, n.found.plies = i, plies
		}
	}
	if n.leftOut {
		n.found.plies = endless
	}
}

// childLimit returns the limit up to which the best branch of n is to be
// searched: where n itself reaches limit, or where the second best branch
// becomes the better one by more than a quarter. The quarter is the 1+ε of
// Pawlewicz and Lew (2007), who measured it: without it a search goes to and
// fro between two branches, and each change of mind costs the way down again.
// Ours, where all branches begin alike: with twice the number of the second best,
// Domineering 6×6 takes 46 % of the nodes and mnk 6,6,5 takes 169 %; an eighth or
// a half in place of the quarter make no more than 21 % of difference anywhere.
func (n *node[S, M]) childLimit(limit effort) (child effort) {
	mine, theirs := n.kind, n.kind.other()
	child[mine] = min(limit[mine], n.second+n.second/4+1)
	child[theirs] = limit[theirs]
	if child[theirs] < Infinity {
		child[theirs] -= n.unsettled - 1
	}
	return child
}
