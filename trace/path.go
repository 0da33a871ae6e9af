package trace

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/plywood-go/plywood/game/event"
)

// One-player searches for a path use the same pictures. A box is a node of the closed list, an oval
// one of the open list, and the text in them is f = g + h:
//
//	      a[2=0+2]
//	   ┏━━━━━╃────┐
//	   ┃          │
//	b[2=1+1]  c(4=1+3)
//
// State tells the list of a node: Open, or Done for the closed list.

// seek applies an event of a search for a path.
func (t *Tree) seek(e event.Event, n *Node) {
	switch e.Kind {
	case event.Reach:
		t.Stats.Visits++
		n.Visits++
		n.State, n.Drop, n.G, n.H, n.Best = Open, event.NoReason, e.G, e.H, -1
	case event.Limit:
		n.Limit = e.G
	case event.Expand:
		n.State = Done
	case event.Drop:
		t.Stats.ByReason[e.Reason]++
		if n.State, n.Drop = Cut, e.Reason; e.Reason == event.HorizonCut {
			n.State = Done // it was tested for being a goal
		}
	case event.Goal:
		n.State, n.Goal = Done, true
		for i := t.Current; t.Nodes[i].Parent >= 0; i = t.Nodes[i].Parent {
			t.Nodes[t.Nodes[i].Parent].Best = i
		}
	}
}

// lists counts n in the open or closed list of a search for a path.
func (s *Stats) lists(n *Node, by int) {
	switch n.State {
	case Open:
		s.Open += by
	case Done:
		s.Closed += by
	case Cut:
		s.Dropped += by
	}
}

// cost formats the costs of a node of a search for a path: "5=2+3", or only g without estimates.
func (p *pen) cost(n *Node) string {
	switch {
	case !n.Searched():
		return ""
	case n.G >= event.Far || n.H >= event.Far:
		return p.sign.infinity
	case !p.tree.Estimates:
		return strconv.Itoa(n.G)
	}
	return fmt.Sprintf("%d=%d+%d", n.G+n.H, n.G, n.H)
}

// part returns the lines beside a node of a search for a path.
func (p *pen) part(n *Node) (lines []string) {
	if n.Limit >= 0 {
		lines = append(lines, p.sign.atMost+strconv.Itoa(n.Limit))
	}
	switch {
	case n.Goal:
		lines = append(lines, p.lang.Text("tree.goal"))
	case n.Drop == event.HorizonCut:
		lines = append(lines, p.lang.Text("tree.horizon"))
	}
	return lines
}

// list names the list that holds n, open or closed, or says why neither does.
func (p *pen) list(n *Node) string {
	open, closed := p.listNames()
	switch {
	case n.Drop == event.KnownCut:
		return p.lang.Text("tree.known")
	case n.Drop == event.BoundCut:
		return p.lang.Text("tree.beyond")
	case n.State == Open:
		return open
	case n.State == Done:
		return closed
	}
	return p.lang.Text("tree.unseen")
}

// listNames names the open and the closed list, or says what stands for them in a search without lists.
func (p *pen) listNames() (open, closed string) {
	if p.opt.Unlisted {
		return p.lang.Text("tree.reached"), p.lang.Text("tree.looked-at")
	}
	return p.lang.Text("tree.open"), p.lang.Text("tree.closed")
}

// whereabouts returns the parts of the description of a node of a search for a path.
func (p *pen) whereabouts(n *Node) (parts []string) {
	if cost := p.cost(n); cost != "" {
		parts = append(parts, cost)
	}
	parts = append(parts, p.list(n))
	parts = append(parts, p.part(n)...)
	if n.PV {
		parts = append(parts, p.lang.Text("tree.way"))
	}
	if n.Visits > 1 {
		parts = append(parts, fmt.Sprintf("%s %d", p.lang.Text("tree.visits"), n.Visits))
	}
	return parts
}

// listed adds the fields of a node of a search for a path.
func (n *Node) listed(j *jsonNode) {
	if n.Searched() {
		j.G, j.H, j.Drop = &n.G, &n.H, n.Drop.String()
	}
	if n.Limit >= 0 {
		j.Limit = &n.Limit
	}
	j.Goal, j.Best, j.Working = n.Goal, nil, nil
}

// sides returns the meanings of box and oval: the players, or the lists of a search for a path.
func (p *pen) sides() (square, round string) {
	if p.tree.Lists {
		open, closed := p.listNames()
		return closed, open
	}
	return p.player(true), p.player(false)
}

// chancy reports whether the picture has a chance node.
func (p *pen) chancy() bool {
	return slices.ContainsFunc(p.tree.Nodes, func(n Node) bool { return n.Chance && n.inner })
}

// bold returns the meaning of a bold line.
func (p *pen) bold() string {
	switch {
	case p.tree.Lists:
		return p.lang.Text("tree.way")
	case p.tree.decided():
		return p.lang.Text("tree.solution")
	case p.tree.Growth != NoGrowth:
		return p.lang.Text("tree.way-down")
	}
	return p.lang.Text("tree.variation")
}

func (p *pen) slashed() string {
	if p.tree.Lists {
		return p.lang.Text("tree.dropped")
	}
	return p.lang.Text("tree.pruned")
}
