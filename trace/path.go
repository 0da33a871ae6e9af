package trace

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/plain"
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

// PathWords are the words for searches for a path.
type PathWords struct {
	Summary string // of the counts, with the same names in braces as in English
	Open    string // on the open list
	Closed  string // on the closed list
	Way     string // to the goal
	Goal    string // a goal node
	Dropped string // for any reason
	Known   string // for each reason
	Beyond  string // f exceeds the limit of the iteration
	Horizon string // at the depth limit
}

var englishPath = PathWords{
	Summary: "{nodes} nodes, {visits} visits, {closed} on the closed list, {open} on the open list, {dropped} left out",
	Open:    "open list",
	Closed:  "closed list",
	Way:     "path to the goal",
	Goal:    "goal",
	Dropped: "left out",
	Known:   "seen before",
	Beyond:  "beyond the bound",
	Horizon: "horizon",
}

// summary returns the summary of a tree.
func (w *PathWords) summary(t *Tree) string {
	return strings.NewReplacer(
		"{nodes}", strconv.Itoa(len(t.Nodes)),
		"{visits}", strconv.Itoa(t.Stats.Visits),
		"{closed}", strconv.Itoa(t.Stats.Closed),
		"{open}", strconv.Itoa(t.Stats.Open),
		"{dropped}", strconv.Itoa(t.Stats.Dropped),
	).Replace(w.Summary)
}

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
		lines = append(lines, plain.Line(p.words.Path.Goal))
	case n.Drop == event.HorizonCut:
		lines = append(lines, plain.Line(p.words.Path.Horizon))
	}
	return lines
}

// list names the list that holds n, open or closed, or says why neither does.
func (p *pen) list(n *Node) string {
	w := &p.words.Path
	switch {
	case n.Drop == event.KnownCut:
		return plain.Line(w.Known)
	case n.Drop == event.BoundCut:
		return plain.Line(w.Beyond)
	case n.State == Open:
		return plain.Line(w.Open)
	case n.State == Done:
		return plain.Line(w.Closed)
	}
	return plain.Line(p.words.Unseen)
}

// whereabouts returns the parts of the description of a node of a search for a path.
func (p *pen) whereabouts(n *Node) (parts []string) {
	if cost := p.cost(n); cost != "" {
		parts = append(parts, cost)
	}
	parts = append(parts, p.list(n))
	parts = append(parts, p.part(n)...)
	if n.PV {
		parts = append(parts, plain.Line(p.words.Path.Way))
	}
	if n.Visits > 1 {
		parts = append(parts, fmt.Sprintf("%s %d", plain.Line(p.words.Visits), n.Visits))
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
		return plain.Line(p.words.Path.Closed), plain.Line(p.words.Path.Open)
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
		return plain.Line(p.words.Path.Way)
	case p.tree.decided():
		return plain.Line(p.words.Growth.Solution)
	case p.tree.Growth != NoGrowth:
		return plain.Line(p.words.Growth.Way)
	}
	return plain.Line(p.words.Variation)
}

func (p *pen) slashed() string {
	if p.tree.Lists {
		return plain.Line(p.words.Path.Dropped)
	}
	return plain.Line(p.words.Pruned)
}
