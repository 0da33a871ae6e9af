package lesson

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/textbook/pathbook"
)

// seeking describes event i of a path search and the lists after it.
func (n *narrator) seeking(i int) string {
	told := []string{n.sought(n.step(i), i)}
	if e := n.Replay.Event(i); n.Path.Algorithm.Lists() && e.Kind != event.Goal {
		told = append(told, n.lists(i))
	}
	if i == n.Len()-1 && n.Replay.Event(i).Kind != event.Goal {
		told = append(told, n.failed()...)
	}
	return strings.Join(told, " ")
}

// step returns the text of an event.
func (n *narrator) step(i int) string {
	e, lists := n.Replay.Event(i), n.Path.Algorithm.Lists()
	switch e.Kind {
	case event.Limit:
		if n.Path.Algorithm == pathbook.IDAStar {
			return "explain.contour"
		}
		return "explain.depth"
	case event.Expand:
		return n.taking()
	case event.Goal:
		return "explain.goal"
	case event.Drop:
		switch {
		case e.Reason == event.BoundCut:
			return "explain.beyond"
		case e.Reason == event.HorizonCut:
			return "explain.horizon"
		case lists:
			return "explain.known"
		}
		return "explain.back"
	}
	plain := !n.Path.Algorithm.Informed()
	switch {
	case e.Parent < 0 && plain:
		return "explain.from-plain"
	case e.Parent < 0:
		return "explain.from"
	case plain:
		return "explain.reach-plain"
	}
	return "explain.reach"
}

// taking explains why a node was chosen.
func (n *narrator) taking() string {
	switch n.Path.Algorithm {
	case pathbook.BreadthFirst:
		return "explain.take-bfs"
	case pathbook.UniformCost:
		return "explain.take-ucs"
	case pathbook.Greedy:
		return "explain.take-greedy"
	case pathbook.AStar:
		return "explain.take-astar"
	}
	return "explain.behind"
}

// sought fills in a text about event i.
func (n *narrator) sought(key string, i int) string {
	e, at := n.Replay.Event(i), n.Replay.Node(i)
	node := &n.Replay.Tree().Nodes[at]
	cost := n.costs(i)
	return n.lang.Text(key, "node", n.name(at), "move", node.Move, "g", cost.G, "h", cost.H, "f", cost.G+cost.H, "limit", e.G, "line", n.way(at))
}

// costs returns the event that began the visit of event i.
func (n *narrator) costs(i int) event.Event {
	visit := n.Replay.Event(i).Node
	for ; ; i-- {
		if e := n.Replay.Event(i); e.Kind.Begins() && e.Node == visit {
			return e
		}
	}
}

// way names the moves that lead to a node.
func (n *narrator) way(node int) string {
	nodes := n.Replay.Tree().Nodes
	var moves []string
	for ; nodes[node].Parent >= 0; node = nodes[node].Parent {
		moves = append(moves, nodes[node].Move)
	}
	slices.Reverse(moves)
	return strings.Join(moves, " ")
}

// listed is the most nodes of a list that a text names.
const listed = 12

// lists names the nodes on the open and on the closed list after event i.
func (n *narrator) lists(i int) string {
	var open, closed []string
	for at := range i + 1 {
		e := n.Replay.Event(at)
		name := n.name(n.Replay.Node(at))
		named := func(s string) bool { return s == name || strings.HasPrefix(s, name+" ") }
		switch e.Kind {
		case event.Reach:
			open = append(open, name+" "+n.order(e))
		case event.Drop:
			open = slices.DeleteFunc(open, named)
		case event.Expand:
			open = slices.DeleteFunc(open, named)
			closed = append(closed, name)
		}
	}
	return n.lang.Text("explain.lists", "open", n.shortened(open), "closed", n.shortened(closed))
}

// order returns the number by which the search orders the open list.
func (n *narrator) order(e event.Event) string {
	switch n.Path.Algorithm {
	case pathbook.BreadthFirst:
		return fmt.Sprint(e.Ply)
	case pathbook.UniformCost:
		return fmt.Sprint(e.G)
	case pathbook.Greedy:
		return fmt.Sprint(e.H)
	}
	return fmt.Sprint(e.G + e.H)
}

// shortened joins names, up to listed of them.
func (n *narrator) shortened(names []string) string {
	switch {
	case len(names) == 0:
		return n.lang.Text("explain.empty")
	case len(names) > listed:
		names = append(slices.Clone(names[:listed]), "…")
	}
	return strings.Join(names, ", ")
}

// failed says that no goal was found, and where the search missed one just beyond its horizon.
func (n *narrator) failed() []string {
	if n.Seen > n.Replay.Tree().Stats.Visits {
		return nil // the search continues after the part shown
	}
	told := []string{n.lang.Text("explain.no-goal")}
	for i := range n.Replay.Tree().Nodes {
		if node := &n.Replay.Tree().Nodes[i]; node.Goal && !node.Searched() {
			told = append(told, n.lang.Text("explain.blind", "node", n.name(node.Parent), "move", node.Move))
		}
	}
	return told
}

// past returns the first step after from, in a path search, that is at neither the same node nor
// one below it. It returns the last step if there is none.
func (r *Run) past(from int) int {
	at := r.Replay.Node(min(from, r.Len()) - 1)
	nodes := r.Replay.Tree().Nodes
	for step := from + 1; step <= r.Len(); step++ {
		n := r.Replay.Node(step - 1)
		for n != at && n >= 0 {
			n = nodes[n].Parent
		}
		if n < 0 {
			return step
		}
	}
	return r.Len()
}
