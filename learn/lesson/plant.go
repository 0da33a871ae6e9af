package lesson

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/textbook/pathbook"
	"github.com/plywood-go/plywood/trace"
)

// plant is a written tree with the values of its nodes.
type plant struct {
	*tree.Tree
	worths []worth // by the numbers of the nodes
}

// worth is what a node is worth.
type worth struct {
	label  string     // its name, or a letter assigned breadth first
	value  game.Score // minimax value, seen from MAX
	leaves int
	place  int // among its siblings as the tree was written
	// atLeast and atMost are the fewest leaves that prove that the node's value is at least, and
	// at most, the root's. They are tooMany if it is not.
	atLeast, atMost int
}

// grow builds a plant from a tree.
func grow(t *tree.Tree) *plant {
	p := &plant{t, make([]worth, t.Len())}
	p.letter()
	for _, n := range slices.Backward(t.Nodes()) { // children before their parents
		w := p.of(n)
		if len(n.Children) == 0 {
			w.value, w.leaves = n.Score(), 1
		}
		for i, c := range n.Children {
			p.of(c).place = i
		}
		for i, c := range n.Moves() {
			child := p.of(c)
			if i == 0 || prefers(n, child.value, w.value) {
				w.value = child.value
			}
			w.leaves += child.leaves
		}
	}
	p.weigh(p.top(), p.of(p.top()).value)
	return p
}

// top returns the root.
func (p *plant) top() *tree.Node { return p.Nodes()[0] }

// of returns what a node is worth.
func (p *plant) of(n *tree.Node) *worth { return &p.worths[n.Index()] }

// prefers reports whether the side to move at n prefers a to b.
func prefers(n *tree.Node, a, b game.Score) bool {
	if n.Turn == tree.Max {
		return a > b
	}
	return a < b
}

// letter labels the unnamed nodes, breadth first, with letters that are not names.
func (p *plant) letter() {
	names := map[string]bool{}
	for _, n := range p.Nodes() {
		names[n.Name] = true
	}
	spare := p.Len()
	for i, n := range p.Nodes() {
		w := p.of(n)
		if w.label = n.Name; w.label == "" {
			w.label = trace.Letter(i)
		}
		for ; n.Name == "" && names[w.label]; spare++ {
			w.label = trace.Letter(spare)
		}
	}
}

// weigh computes the sizes of the smallest proofs that n is worth at least and at most v.
func (p *plant) weigh(n *tree.Node, v game.Score) {
	proofs := newPledge(n.Turn == tree.Max)
	if len(n.Children) == 0 {
		proofs.settle(p.of(n).value, v)
	}
	for _, c := range n.Moves() {
		p.weigh(c, v)
		proofs.add(p.of(c).atLeast, p.of(c).atMost)
	}
	p.of(n).atLeast, p.of(n).atMost = proofs.sizes()
}

// minimum returns the fewest leaves that prove the value of the root. A proof of "at least"
// and a proof of "at most" share exactly one leaf. For a uniform b-ary tree the minimum is
// b^⌈d/2⌉+b^⌊d/2⌋−1 (Knuth and Moore 1975).
func (p *plant) minimum() int { return p.worths[0].atLeast + p.worths[0].atMost - 1 }

// arranged returns p with its moves in another order.
func (p *plant) arranged(o Order, rng *rand.Rand) *plant {
	t, from := p.Arranged(func(n *tree.Node) []*tree.Node {
		moves := slices.Clone(n.Moves())
		switch o {
		case Reversed:
			slices.Reverse(moves)
		case Best:
			slices.SortStableFunc(moves, func(a, b *tree.Node) int { return cmp.Or(p.quicker(n, a, b), p.byTaste(n, a, b)) })
		case Worst:
			slices.SortStableFunc(moves, func(a, b *tree.Node) int { return p.byTaste(n, b, a) })
		case Shuffle:
			rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		}
		return moves
	})
	worths := make([]worth, len(from))
	for i, was := range from {
		worths[i] = p.worths[was]
	}
	return &plant{t, worths}
}

// quicker compares children of n by the cost of proving the value through them.
func (p *plant) quicker(n, a, b *tree.Node) int {
	if n.Turn == tree.Max {
		return cmp.Compare(p.of(a).atLeast, p.of(b).atLeast)
	}
	return cmp.Compare(p.of(a).atMost, p.of(b).atMost)
}

// byTaste orders children of n from best to worst for the side to move.
func (p *plant) byTaste(n, a, b *tree.Node) int {
	if n.Turn == tree.Max {
		a, b = b, a
	}
	return cmp.Compare(p.of(a).value, p.of(b).value)
}

// leaves returns the leaves that moves lead to from n.
func leaves(n *tree.Node) (all []*tree.Node) {
	if len(n.Children) == 0 {
		return []*tree.Node{n}
	}
	for _, c := range n.Moves() {
		all = append(all, leaves(c)...)
	}
	return all
}

// labelled returns the label of the node at the end of a path.
func (p *plant) labelled(path []int) string { return p.of(p.At(path)).label }

// sequence names the moves of each node in the order in which they are searched: "a: c b; c: e d".
func (p *plant) sequence() string {
	var all []string
	for _, n := range p.Nodes() {
		var moves []string
		for _, c := range n.Moves() {
			moves = append(moves, p.of(c).label)
		}
		if len(moves) > 1 {
			all = append(all, p.of(n).label+": "+strings.Join(moves, " "))
		}
	}
	return strings.Join(all, "; ")
}

// shared returns the probability of the node at the end of a path, or "".
func (p *plant) shared(path []int) string { return shareOf(p.At(path)) }

// shareOf writes the probability of a node, "" if it has none.
func shareOf(n *tree.Node) string {
	if share := n.Share(); share != nil {
		return textOf(share)
	}
	return ""
}

// shape returns a picture's facts about the node at the end of a path.
func (p *plant) shape(path []int) trace.Shape {
	n := p.At(path)
	return trace.Shape{
		Children: len(n.Children), Turn: event.Turn{Max: n.Turn == tree.Max, Chance: n.Turn == tree.Chance, Pass: n.Pass},
		Static: n.Number() != "", Value: n.Score(),
	}
}

// sign returns the mark on the branch to the node at the end of a path: ! for a noisy move, passMark
// for a pass.
func (p *plant) sign(path []int) string {
	switch n := p.At(path); {
	case n.Noisy:
		return "!"
	case n.Pass:
		return passMark
	}
	return ""
}

// seeking describes event i of a path search and the lists after it.
func (n *narrator) seeking(i int) string {
	told := []string{n.sought(n.step(i), i)}
	if e := n.Replay.Event(i); n.Path.Lists() && e.Kind != event.Goal {
		told = append(told, n.lists(i))
	}
	if i == n.Len()-1 && n.Replay.Event(i).Kind != event.Goal {
		told = append(told, n.failed()...)
	}
	return strings.Join(told, " ")
}

// step returns the text of an event.
func (n *narrator) step(i int) string {
	e, lists := n.Replay.Event(i), n.Path.Lists()
	switch e.Kind {
	case event.Limit:
		if n.Path == pathbook.IDAStar {
			return "explain.contour"
		}
		return "explain.depth"
	case event.Expand:
		if lists {
			return "explain.take-" + string(n.Path)
		}
		return "explain.behind"
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
	plain := !n.Path.Informed()
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
	switch n.Path {
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
