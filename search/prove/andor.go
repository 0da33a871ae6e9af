package prove

import "github.com/plywood-go/plywood/game/line"

// # AND/OR trees
//
// Whether the attacker can reach a goal is a yes-or-no question. In its tree, a node where the
// attacker moves is an OR node: one move that reaches the goal is enough. A node where the defender
// moves is an AND node: every move must reach it. Allis, van der Meulen and van den Herik (1994)
// measure how far a node is from an answer by two numbers:
//
//	proof number     the fewest leaves that must still be proven to prove it
//	disproof number  the fewest leaves that must still be disproven to disprove it
//
// The same arithmetic serves both kinds of node. At a node of kind k, effort[k] is the
// number of the side to move. That side needs to succeed at one child only, so its number
// is the least of the children's numbers. effort[1-k] is the number of the other side,
// which must succeed at every child. The search asks every position for the side to move,
// so the children of a node can be of either kind.
//
// # Counting for all children
//
// On a tree it is right to add up the other side's numbers. On a graph the sum
// counts shared positions once per path, so the numbers explode and the search
// avoids positions that are nearly solved. We use
//
//	the largest number of any child + the number of other open children
//
// (weak proof-number search; Ueda, Hashimoto, Hashimoto and Iida 2008). It
// counts nothing twice, never exceeds the sum, and still prefers few replies
// to many. docs/measurements.md compares the two.
//
// The numbers only steer the search; proofs do not depend on them.

// kind is the kind of a node.
type kind uint8

const (
	orNode  kind = 0 // the attacker moves
	andNode kind = 1 // the defender moves
)

// other returns the kind of the nodes where the other side moves.
func (k kind) other() kind { return k ^ 1 }

// effort holds how much each side must still do at a node to succeed:
// effort[orNode] is the proof number, effort[andNode] the disproof number. One
// is 0 if and only if the other is Infinity; then the node is solved.
type effort [2]uint32

// Infinity is the proof number of a disproven node and the disproof number of
// a proven one. Numbers of open nodes stay below it.
const Infinity = 1<<proofBits - 1

var (
	proven    = effort{orNode: 0, andNode: Infinity}
	disproven = effort{orNode: Infinity, andNode: 0}
	unlimited = effort{Infinity, Infinity}
)

// solved reports whether e is proven or disproven.
func (e effort) solved() bool { return e[orNode] == 0 || e[andNode] == 0 }

// reaches reports whether one of the numbers has reached its limit. At a solved node one
// always has.
func (e effort) reaches(limit effort) bool {
	return e[orNode] >= limit[orNode] || e[andNode] >= limit[andNode]
}

// finite returns n, a number of an open node, capped below Infinity.
func finite(n uint32) uint32 { return min(n, Infinity-1) }

// finding is the state of knowledge about a position.
type finding struct {
	effort effort
	// For a solved position, plies is the length of the line to the end in the solution
	// found, where the winning side hurries and the other delays. It is endless if the
	// line is longer than that, or of unknown length.
	plies uint32
	// For a solved position, rests is the lowest ply of the path to which the solution
	// returns by repetition. It is line.NoPly if the solution holds on every path.
	rests int
	// work is the number of positions visited for the finding. It is 0 if no position
	// below it has been visited.
	work uint64
}

// branch is a move with the finding for the position after it.
type branch[M comparable] struct {
	move M
	finding
}

// node is a node of the AND/OR tree. Each ply of the current line has one. Nodes and
// their slices are reused, so that a search soon stops allocating.
type node[S any, M comparable] struct {
	state     S
	kind      kind
	ply       int
	hash      uint64 // of the state, where positions may repeat
	signature uint64 // of the line that led here, likewise
	found     finding
	moves     []M
	leftOut   bool // moves that succeed as well but take longer
	rates     []int32
	branches  []branch[M]
	best      int    // the branch where the side to move is nearest to success
	second    uint32 // its number in the next best branch
	unsettled uint32 // branches where the other side has not succeeded
	below     *node[S, M]
}

// next returns the node below n. Its contents are stale.
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

// succeed picks the best branch where the side to move succeeds: one that holds on every
// path if there is any, and of these the shortest.
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

// fail records the longest line of play when the other side succeeds in every branch. A
// side to move without a branch has failed at once.
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

// childLimit returns the limits up to which to search the best branch of n: the point where n
// itself reaches limit, or where the second-best branch is better by more than a quarter. Without
// the quarter (the 1+ε of Pawlewicz and Lew 2007) a search switches back and forth between two
// branches, and pays for the way down each time. We tried other factors with branches that begin
// alike: with twice the second-best number, Domineering 6×6 takes 46 % of the nodes and mnk 6,6,5
// takes 169 %; an eighth or a half instead of a quarter changes no game by more than 21 %.
func (n *node[S, M]) childLimit(limit effort) (child effort) {
	mine, theirs := n.kind, n.kind.other()
	child[mine] = min(limit[mine], n.second+n.second/4+1)
	child[theirs] = limit[theirs]
	if child[theirs] < Infinity {
		child[theirs] -= n.unsettled - 1
	}
	return child
}
