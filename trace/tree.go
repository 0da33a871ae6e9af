package trace

import (
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// State is the progress of a search at a node.
type State uint8

// The states of a node.
const (
	Unseen State = iota // not visited, but perhaps later
	Open                // entered and not left
	Done                // left, or settled by its static value
	Cut                 // left out by a cutoff, itself or with an ancestor
)

var stateNames = [...]string{"unseen", "open", "done", "cut"}

// String returns the name of the state as the JSON form spells it.
func (s State) String() string { return stateNames[s&3] }

// Node is a node of the searched tree: all visits of one path from the root
// combined. Where they differ the last one counts. Proofs are combined: a node
// shown to be at least 4 and, later, at most 4 is exactly 4.
//
// Scores are from MAX's view. Other nodes are identified by their index in
// Tree.Nodes; -1 means none.
type Node struct {
	Label, Move string // the caller's name, and the move that leads here
	Odds        string // the probability of the move in a game; "" where a player chooses
	Parent      int    // index in Tree.Nodes
	Index       int    // among the parent's children in the game
	Children    []int  // in the order of the picture; shared, read only
	Ply         int    // from the root
	event.Turn         // who chooses here
	Estimated   bool   // the node has children, and Estimate is known
	Estimate    game.Score
	State       State // unseen, open, done or cut

	// Leaf means that the search took the static value of the node, which is Value.
	Leaf bool
	// Value is the backed-up or static value, if Bound is not NoBound. For a node that was left out
	// it is the static value from BuildOptions.Shape, if known.
	Value game.Score
	Bound game.Bound // of Value
	// Lower and Upper are the proven bounds of the true value.
	Lower, Upper game.Score

	// Best is the child with the best value so far, and Working is that value,
	// until the node is left. In a tree that grows, Best is the child taken last,
	// and Working the total of the playouts.
	Best    int
	Working game.Score

	// Mean contains the mean of the children of a chance node that is open.
	Mean game.Window

	Entry  game.Window // the window of the last visit
	Window game.Window // its current form

	Cutoff event.Reason // of the last visit
	CutBy  int          // the child that caused it
	CutAt  game.Score   // its value

	Visits int  // times entered
	Pruned int  // how often a cutoff at the parent left it out
	PV     bool // on the principal variation
	Folded bool // its unsearched subtree is too large to be in the tree
	// Type is the type of a critical node, 1, 2 or 3, after Knuth and Moore, and
	// 0 of other nodes and where chance chooses above; see Types.
	Type int

	// The following fields are for searches for a path, and G and H also for
	// trees that grow. G and H are those of the last event that has them. Drop is the reason why the node was not expanded, and
	// Limit the limit of the iteration that begins at it, -1 if there is none.
	// Goal marks a goal.
	G, H  int
	Drop  event.Reason
	Limit int
	Goal  bool

	inner  bool  // drawn with descendants at every step
	known  bool  // an event has named the side to move
	static bool  // the search took the static value
	bare   bool  // a search for a path has dropped the node
	widest tally // the numbers that need the most room in a tree that grows
}

// Searched reports whether the search visited the node.
func (n *Node) Searched() bool { return n.Visits > 0 }

// Approximate reports whether the node has a value that is only a bound.
func (n *Node) Approximate() bool { return n.Bound == game.Lower || n.Bound == game.Upper }

// Tree is the searched tree after Step of Steps events.
type Tree struct {
	// Nodes are in preorder; number 0 is the root.
	Nodes []Node
	// Current is the node of the last event, -1 before the first.
	Current     int
	Step, Steps int   // the step shown, and the number of steps
	Stats       Stats // up to Step
	// Lists means that the search is a one-player search for a path. Estimates means that some H
	// is not 0.
	Lists, Estimates bool
	// Growth says what numbers the nodes of a tree that grows have.
	Growth Growth

	format func(game.Score) string
	final  *Tree // at the last step
}

// critical finds the critical nodes among nodes in preorder: those that alpha-beta visits even if
// the first move is always the best. Nodes of type 1 are on the line of first moves. At a node of
// type 2 the first move cuts off the others; at one of type 3 every move is searched.
func critical(nodes []Node) {
	nodes[0].Type = 1
	for i := range nodes {
		n := &nodes[i]
		for k, c := range n.Children {
			child := &nodes[c]
			same := child.Max == n.Max
			switch {
			case n.Chance || child.Pass || child.Index != k: // not all children are known
			case n.Type == 1 && k == 0:
				child.Type = 1
			case n.Type == 1 && same, n.Type == 3 && same, n.Type == 2 && k == 0 && !same:
				child.Type = 3
			case n.Type == 1, n.Type == 3, n.Type == 2 && k == 0:
				child.Type = 2
			}
		}
	}
}

// Complete reports whether t is the tree at the end of its stream.
func (t *Tree) Complete() bool { return t.Step == t.Steps }

// Path returns the child indices that lead from the root to node i.
func (t *Tree) Path(i int) []int {
	var path []int
	for ; t.Nodes[i].Parent >= 0; i = t.Nodes[i].Parent {
		path = append(path, t.Nodes[i].Index)
	}
	slices.Reverse(path)
	return path
}

// PV returns the numbers of the nodes on the principal variation, starting
// with the root: the known part of the line of best play.
//
// The line follows the children that the algorithm named. After a node of proven value it contains
// only children that are proven to keep that value, and takes the first such child if the named one
// does not, as after the last, failing search of MTD(f). Without such a child it ends, as it may in
// Reinefeld's printed NegaScout. It also ends at a chance node.
//
// In a tree that grows it is the way down that the search took last or, at the
// end, the way with the most playouts; once the root is proven or disproven, it
// goes as far as there is a single child to take.
func (t *Tree) PV() []int {
	if t.Growth != NoGrowth {
		return t.grownLine()
	}
	var line []int
	var value game.Score
	known := false // value is the node's
	for i := 0; i >= 0 && t.Nodes[i].Searched(); {
		n := &t.Nodes[i]
		line = append(line, i)
		if n.Chance {
			break
		}
		if n.Bound == game.Exact {
			value, known = n.Value, true
		}
		if i = n.Best; known {
			i = t.keeping(n, value)
		}
	}
	return line
}

// keeping returns a child of n that is proven to keep n's value, the best one
// or else the first, or -1.
func (t *Tree) keeping(n *Node, value game.Score) int {
	keeps := func(c int) bool {
		child := &t.Nodes[c]
		return child.Searched() && (n.Max && child.Lower >= value || !n.Max && child.Upper <= value)
	}
	if n.Best >= 0 && keeps(n.Best) {
		return n.Best
	}
	if i := slices.IndexFunc(n.Children, keeps); i >= 0 {
		return n.Children[i]
	}
	return -1
}

// Stats counts the events of a stream up to the step of its tree.
type Stats struct {
	Visits      int                // nodes entered, counting repeats
	Nodes       int                // different nodes entered
	Evaluations int                // static values taken
	Leaves      int                // different nodes whose static value was taken
	Cutoffs     int                // of all reasons
	ByReason    [event.Reasons]int // cutoffs, indexed by Reason
	Pruned      int                // different nodes that a cutoff left out directly
	Unsearched  int                // nodes of the tree that were not visited
	Approximate int                // nodes whose value is only a bound
	MaxPly      int                // greatest ply of a visited node
	// For searches for a path: nodes on the open list, on the closed list, and dropped.
	Open, Closed, Dropped int
	Rounds                int // in a tree that grows: expansions or playouts
}

// Revisits returns how many visits were to nodes visited before.
func (s Stats) Revisits() int { return s.Visits - s.Nodes }

// finish derives data that no single event contains: nodes cut off with an
// ancestor, the principal variation, and the counts of nodes.
func (t *Tree) finish() {
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.State == Unseen && (n.Pruned > 0 || i > 0 && t.Nodes[n.Parent].State == Cut) {
			n.State = Cut
		}
		t.count(n, 1)
	}
	for _, i := range t.Line() {
		t.Nodes[i].PV = true
	}
}

// Line returns the part of the principal variation that is marked: nothing while nothing is
// known about the root.
func (t *Tree) Line() []int {
	if t.decided() {
		return t.solution(0)
	}
	line := t.PV()
	root := &t.Nodes[0]
	if !root.Chance && (len(line) > 1 || root.State == Done && (!t.Lists || root.Goal)) {
		return line
	}
	return nil
}

// count adds n to the counts; by is 1, or -1 to remove it.
func (t *Tree) count(n *Node, by int) {
	t.Stats.count(n, by)
	if t.Lists {
		t.Stats.lists(n, by)
	}
}

// count adds n to the counts of nodes, or removes it if by is -1; MaxPly is never reduced.
func (s *Stats) count(n *Node, by int) {
	if !n.Searched() {
		s.Unsearched += by
		if n.Pruned > 0 {
			s.Pruned += by
		}
		return
	}
	s.Nodes += by
	s.MaxPly = max(s.MaxPly, n.Ply)
	if n.Leaf {
		s.Leaves += by
	}
	if n.Approximate() {
		s.Approximate += by
	}
}
