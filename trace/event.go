// Package trace is the event stream of a search: what it entered, what it
// asked, what it learned and what it left out, in the order in which that
// happened. Every algorithm of the textbook emits it; renderers draw it.
//
// The stream is the same for all algorithms, so that they can be compared:
// values and windows in events are always seen from MAX, the side to move at
// the root, whatever sign convention the algorithm uses inside.
package trace

import "github.com/plywood-go/plywood/game"

// Kind is the kind of an event.
type Kind uint8

// The kinds of event, in the order in which a node can emit them.
const (
	// Enter: a node is visited. Window is what is asked of it.
	Enter Kind = iota
	// Static: the node is a leaf of the search tree; Value is its static
	// value, Bound is Exact.
	Static
	// Window: the node's window has become Window, for a child was good.
	Window
	// Backup: a child's value has become the node's best; Child is that child
	// and Value its value.
	Backup
	// Cutoff: the remaining children cannot matter; Reason says why, Child is
	// the child that caused it and Value its value.
	Cutoff
	// Pruned: child Child of the node will not be visited because of the
	// cutoff before it. One event for each such child.
	Pruned
	// Leave: the node is done. Value is what it returns, Bound what that means:
	// by the window contract a value outside the window of Enter is a bound,
	// even where it happens to be right.
	Leave

	// What follows are the events of a search for a path, of one player, which has
	// no values to hand up but lists of nodes.

	// Reach: the node is come to and waits on the open list, or is at hand where
	// the search keeps none. G is what the way to it costs, H what is left to pay by
	// the estimate. It begins a visit, as Enter does.
	Reach
	// Limit: the search, or this iteration of it, goes up to G, moves or g + h. The
	// node is the root.
	Limit
	// Expand: the node is taken from the open list to the closed one; what lies a
	// move behind it is come to next.
	Expand
	// Drop: nothing is looked for behind the node; Reason says why.
	Drop
	// Goal: the node is a goal, and the search ends with the way to it.
	Goal
)

// Begins reports whether an event of the kind begins a visit.
func (k Kind) Begins() bool { return k == Enter || k == Reach }

// Far is more than all costs: of what cannot be reached.
const Far = 1 << 30

// Reason says why a cutoff was made.
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
	// SelectiveCut: a selective rule (null move, ProbCut, futility) gave the
	// node up.
	SelectiveCut
	// KnownCut: the position was come to before at no greater cost.
	KnownCut
	// BoundCut: g + h is beyond the bound of the iteration.
	BoundCut
	// HorizonCut: the node lies at the horizon of a search of fixed depth.
	HorizonCut
)

// Claim says what an end of a window stands for.
type Claim uint8

// The claims.
const (
	// Unsaid: the search does not say. An infinite end claims nothing.
	Unsaid Claim = iota
	// Sure: a side gets that much by a choice at a node above, so that it need
	// not let the game come to a node whose value lies beyond.
	Sure
	// Asked: a scout asks whether the value lies beyond. No choice above
	// guarantees that much.
	Asked
	// Found: a scout has found that the move searched again is worth that much
	// at least, or more. The way to it may lead through the node.
	Found
	// Guessed: the root is asked whether its value lies beyond, by MTD(f) or
	// because the caller chose the window.
	Guessed
	// Merit: beta is the merit of the best strategy through the node, an upper
	// bound of what it is worth, as in SSS*.
	Merit
)

var claimNames = [...]string{"", "sure", "asked", "found", "guessed", "merit"}

// String returns the name of the claim as the JSON form spells it.
func (c Claim) String() string {
	if int(c) < len(claimNames) {
		return claimNames[c]
	}
	return "unknown"
}

// Claims are those of both ends of a window.
type Claims struct{ Alpha, Beta Claim }

// Swap returns the claims of the window seen from the other side.
func (c Claims) Swap() Claims { return Claims{c.Beta, c.Alpha} }

// Event is one step of a search. Node numbers count visits in the order of
// Enter, from 0 at the root; an algorithm that searches a node twice enters it
// twice, with two numbers. The path of Child indices down from the root names
// the node itself.
type Event struct {
	Kind   Kind
	Reason Reason     // of a Cutoff and a Drop
	Bound  game.Bound // of Leave and Static
	Max    bool       // MAX is to move at the node
	Node   int        // the visit
	Parent int        // the visit of the parent; -1 at the root
	Index  int        // the node's index among its parent's children; -1 at the root
	Child  int        // Backup, Cutoff, Pruned: the index of the child meant; -1 for a Cutoff before any child
	Ply    int        // plies from the root
	Window game.Window
	Claims Claims // Enter, Window: what the ends of Window stand for
	Value  game.Score
	G, H   int // of Reach and Limit: up to Far
}

// Observer receives the events of one search, in order, on the goroutine of
// the search. It must not keep the search waiting long.
type Observer interface {
	Observe(e Event)
}

// Recorder is an Observer that keeps all events.
type Recorder struct{ Events []Event }

// Observe appends e.
func (r *Recorder) Observe(e Event) { r.Events = append(r.Events, e) }

var kindNames = [...]string{"enter", "static", "window", "backup", "cutoff", "pruned", "leave", "reach", "limit", "expand", "drop", "goal"}

// String returns the name of the kind as the JSON form spells it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

var reasonNames = [...]string{"", "alpha", "beta", "table", "selective", "known", "bound", "horizon"}

// String returns the name of the reason as the JSON form spells it.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return "unknown"
}
