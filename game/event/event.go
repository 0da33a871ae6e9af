// Package event is the event stream of a search: the nodes entered, their windows, the values found
// and the nodes left out, in order. Every textbook algorithm emits it; renderers draw it.
//
// The stream is the same for all algorithms, so that they can be compared: values and windows in
// events are always from the view of MAX, whatever sign convention the algorithm uses. MAX is the
// side to move at the root, except in trees on paper, where MIN may move first.
package event

import (
	"github.com/plywood-go/plywood/game"
)

// Kind is the kind of an event.
type Kind uint8

// The kinds of event, in the order in which a node can emit them.
const (
	// Enter: a node is visited. Window is its window.
	Enter Kind = iota
	// Static: the node is a leaf of the search tree; Value is its static value, Bound is Exact.
	Static
	// Window: the node's window has become Window, because a child was good.
	Window
	// Backup: a child's value has become the node's best. Child is the child and Value its value.
	// In a quiescence search Child may be -1: Value is the estimate of the node itself.
	Backup
	// Outcome: at a chance node, Child is worth Value, or at least or at most that, as
	// Bound says. The mean of the children lies in Window.
	Outcome
	// Cutoff: the remaining children cannot matter. Reason says why; Child is
	// the child that caused it and Value its value.
	Cutoff
	// Pruned: child Child will not be visited because of the preceding cutoff.
	// There is one event for each such child.
	Pruned
	// Leave: the node is done. Value is the result and Bound its meaning. By the window contract a
	// value outside the window of Enter is a bound, even if it happens to be exact.
	Leave

	// The following events are for one-player searches for a path, which keep lists of
	// nodes and back up no values.

	// Reach: the node is reached and enters the open list, or becomes current
	// where the search has no list. G is the cost of the path to it, H the
	// estimated rest. It begins a visit, as Enter does.
	Reach
	// Limit: the search, or this iteration, goes up to G, in moves or in g + h. The node
	// is the root.
	Limit
	// Expand: the node moves from the open list to the closed one; its children are reached next.
	Expand
	// Drop: the node is not expanded; Reason says why.
	Drop
	// Goal: the node is a goal, and the search ends with the path to it.
	Goal

	// The following events are for searches that grow a tree. They emit Expand, too.

	// Join: the node is now in the tree. It begins a visit, as Enter does. In a
	// proof-number search G is its proof number and H its disproof number.
	Join
	// Choose: on the way down, child Child is taken.
	Choose
	// Update: the numbers of the node have become G and H.
	Update
	// Playout: a random game from the node ended with Value. If Bound is Exact, the node
	// is a leaf of that value.
	Playout
	// Count: a playout is counted at the node. G is the number of its playouts and Value
	// the total of their values.
	Count
)

// Begins reports whether an event of the kind begins a visit.
func (k Kind) Begins() bool { return k == Enter || k == Reach || k == Join }

// Far is the cost of an unreachable goal, and the proof number of a node that cannot be
// proven. All other costs and proof numbers are less.
const Far = 1 << 30

// MaxPly is the largest distance of a node from the root.
const MaxPly = 4096

// Reason is the reason for a cutoff.
type Reason uint8

// The reasons for a cutoff.
const (
	NoReason Reason = iota
	// AlphaCut: at a MIN node, the value fell to alpha or below.
	AlphaCut
	// BetaCut: at a MAX node, the value rose to beta or above.
	BetaCut
	// TableCut: a stored bound settles the node.
	TableCut
	// SelectiveCut: a selective rule (null move, ProbCut, futility) pruned the node.
	SelectiveCut
	// KnownCut: the position was reached before at no greater cost.
	KnownCut
	// BoundCut: g + h is beyond the bound of the iteration.
	BoundCut
	// HorizonCut: the node lies at the horizon of a search of fixed depth.
	HorizonCut
	// ChanceCut: at a chance node, the mean of the children lies beyond the window,
	// whatever the remaining children are worth. Value bounds it.
	ChanceCut
)

// Claim is the meaning of an end of a window.
type Claim uint8

// The claims.
const (
	// Unsaid: the search does not tell. An infinite end claims nothing.
	Unsaid Claim = iota
	// Sure: a choice at a node above guarantees a side at least that much, so that side
	// can avoid nodes whose value lies beyond.
	Sure
	// Asked: a scout tests whether the value lies beyond. No choice above guarantees it.
	Asked
	// Found: a scout found that the move now searched again is worth at least that much.
	// The path to it may lead through the node.
	Found
	// Guessed: the root is tested against a guess, by MTD(f) or because the
	// caller chose the window.
	Guessed
	// Merit: beta is the merit of the best strategy through the node: an upper bound of
	// the node's value, as in SSS*.
	Merit
)

var claimNames = [...]string{"", "sure", "asked", "found", "guessed", "merit"}

// String returns the name of the claim as the JSON form spells it.
func (c Claim) String() string { return name(claimNames[:], c) }

// Claims are the claims of both ends of a window.
type Claims struct{ Alpha, Beta Claim }

// Swap returns the claims of the window seen from the other side.
func (c Claims) Swap() Claims { return Claims{c.Beta, c.Alpha} }

// Turn says who chooses at a node, and how the turn came.
type Turn struct {
	Max    bool // MAX is to move
	Chance bool // chance chooses, and Max says nothing
	Pass   bool // the side to move above passed by a null move: Index counts after its moves
}

// Event is one step of a search. Node numbers count visits in the order of Enter, from 0 at the
// root; a node that is searched twice is entered twice, with two numbers. The path of child indices
// from the root identifies the node itself.
type Event struct {
	Kind   Kind        // the kind of step
	Reason Reason      // of a Cutoff and a Drop
	Bound  game.Bound  // of Leave, Static, Outcome and Playout
	Turn               // who chooses at the node
	Node   int         // the visit
	Parent int         // the visit of the parent; -1 at the root
	Index  int         // the node's index among its parent's children; -1 at the root
	Child  int         // of Backup, Outcome, Cutoff, Pruned and Choose; -1 if no child caused it
	Ply    int         // plies from the root
	Window game.Window // of Enter, Window and Outcome
	Claims Claims      // Enter, Window: the claims of the ends of Window
	Value  game.Score  // of Static, Backup, Outcome, Cutoff, Leave, Playout and Count, from MAX's side
	G, H   int         // of Reach, Limit, Join, Update and Count: up to Far
}

// Observer receives the events of one search, in order, on the goroutine of
// the search. It must not delay the search for long.
type Observer interface {
	Observe(e Event)
}

// Recorder is an Observer that keeps all events.
type Recorder struct{ Events []Event }

// Observe appends e.
func (r *Recorder) Observe(e Event) { r.Events = append(r.Events, e) }

var kindNames = [...]string{"enter", "static", "window", "backup", "outcome", "cutoff", "pruned", "leave", "reach", "limit", "expand", "drop", "goal", "join", "choose", "update", "playout", "count"}

// String returns the name of the kind as the JSON form spells it.
func (k Kind) String() string { return name(kindNames[:], k) }

var reasonNames = [...]string{"", "alpha", "beta", "table", "selective", "known", "bound", "horizon", "chance"}

// Reasons is the number of reasons.
const Reasons = len(reasonNames)

// String returns the name of the reason as the JSON form spells it.
func (r Reason) String() string { return name(reasonNames[:], r) }

// name returns the name at a place in a list.
func name[T ~uint8](names []string, place T) string {
	if int(place) < len(names) {
		return names[place]
	}
	return "unknown"
}
