package trace

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// A skeleton finds the nodes of a replay. While it works, they are in the order of their first
// events, and then the unsearched ones that the caller knows.
type skeleton struct {
	*Replay
	byStep map[step]int  // the child at the end of a step from a node
	visits map[int]int32 // the node of each visit
	last   int           // the last visit
}

// step leads from a node to its child of an index.
type step struct{ from, index int }

// build finds the nodes of a stream and checks its consistency.
func (r *Replay) build() error {
	s := &skeleton{r, map[step]int{}, map[int]int32{}, -1}
	for i, e := range r.events {
		if err := s.event(i, e); err != nil {
			return fmt.Errorf("trace: event %d: %w", i, err)
		}
		if len(r.blank) > r.opt.MaxNodes {
			return fmt.Errorf("trace: event %d: more than %d nodes: %w", i, r.opt.MaxNodes, ErrFormat)
		}
	}
	s.grow(0, nil)
	if r.opt.Letters {
		r.letter()
	}
	r.order()
	return nil
}

func (s *skeleton) event(i int, e event.Event) error {
	s.child[i] = -1
	if int(e.Kind) >= len(kindFields) {
		return fmt.Errorf("unknown kind %d: %w", e.Kind, ErrFormat)
	}
	if err := check(&e); err != nil {
		return err
	}
	if e.Kind.Begins() {
		return s.enter(i, e)
	}
	at, ok := s.visits[e.Node]
	if !ok {
		return fmt.Errorf("%v of visit %d, which has not begun: %w", e.Kind, e.Node, ErrFormat)
	}
	s.about[i] = at
	switch n := &s.blank[at]; e.Kind {
	case event.Static:
		n.static = true
	case event.Expand:
		n.bare = false
	case event.Drop:
		n.bare = e.Reason != event.HorizonCut
	}
	if kindFields[e.Kind]&hasChild != 0 && e.Child >= 0 {
		s.child[i] = int32(s.follow(int(at), e.Child))
	}
	return nil
}

// enter records a visit. The numbers of visits increase, though some may be
// missing from a sampled stream.
func (s *skeleton) enter(i int, e event.Event) error {
	if e.Node <= s.last {
		return fmt.Errorf("visit %d begins after visit %d: %w", e.Node, s.last, ErrFormat)
	}
	s.last = e.Node
	at, err := s.entered(e)
	if err != nil {
		return err
	}
	n := &s.blank[at]
	if n.known && n.Max != e.Max {
		return fmt.Errorf("visit %d: the side to move has changed: %w", e.Node, ErrFormat)
	}
	n.Turn, n.known = e.Turn, true
	s.visits[e.Node], s.about[i] = int32(at), int32(at)
	return nil
}

// entered returns the node that a visit enters.
func (s *skeleton) entered(e event.Event) (int, error) {
	if e.Parent < 0 {
		if len(s.blank) == 0 {
			return s.add(-1, -1), nil
		}
		return 0, nil
	}
	parent, ok := s.visits[e.Parent]
	switch {
	case !ok:
		return 0, fmt.Errorf("visit %d: its parent, visit %d, has not begun: %w", e.Node, e.Parent, ErrFormat)
	case e.Ply != s.blank[parent].Ply+1:
		return 0, fmt.Errorf("visit %d at ply %d below ply %d: %w", e.Node, e.Ply, s.blank[parent].Ply, ErrFormat)
	}
	return s.follow(int(parent), e.Index), nil
}

// follow returns the child of a node, and adds it if it is new. Until an event
// or the caller says otherwise, the other side moves there.
func (s *skeleton) follow(from, index int) int {
	if at, ok := s.byStep[step{from, index}]; ok {
		return at
	}
	return s.add(from, index)
}

func (s *skeleton) add(parent, index int) int {
	at := len(s.blank)
	n := Node{
		Parent: parent, Index: index, Best: -1, CutBy: -1, Limit: -1,
		Lower: -game.Infinity, Upper: game.Infinity,
	}
	if parent >= 0 {
		above := &s.blank[parent]
		n.Ply, n.Max = above.Ply+1, !above.Max
		above.Children = append(above.Children, at)
		s.byStep[step{parent, index}] = at
	}
	s.blank = append(s.blank, n)
	return at
}

// grow adds the unsearched nodes that the caller knows at and below a node, and all names.
func (s *skeleton) grow(at int, path []int) {
	if n := &s.blank[at]; s.opt.Label != nil {
		n.Label = s.opt.Label(path)
	}
	if n := &s.blank[at]; s.opt.Move != nil && len(path) > 0 {
		n.Move = s.opt.Move(path)
		if s.opt.Odds != nil {
			n.Odds = s.opt.Odds(path)
		}
	}
	if s.opt.Shape != nil {
		s.shape(at, s.opt.Shape(path))
	}
	n := &s.blank[at]
	children := n.Children
	n.inner = len(children) > 0 || n.Folded || n.known && !n.static && !n.bare && !n.Leaf
	place := func(c int) int { return s.opt.Place(append(path, s.blank[c].Index)) }
	if s.opt.Place == nil {
		place = func(c int) int { return s.blank[c].Index }
	}
	slices.SortFunc(children, func(a, b int) int { return cmp.Compare(place(a), place(b)) })
	for _, c := range children {
		s.grow(c, append(path, s.blank[c].Index))
	}
}

// shape adds the caller's description of a node: the static value, the side to
// move if no event has set it, and the children unless the search ended here.
func (s *skeleton) shape(at int, shape Shape) {
	n := &s.blank[at]
	if n.Estimated = shape.Static && shape.Children > 0; n.Estimated {
		n.Estimate = shape.Value
	} else if shape.Static {
		n.Value, n.Bound, n.Leaf = shape.Value, game.Exact, true
	}
	if !n.known {
		n.Turn, n.Goal = shape.Turn, shape.Goal
	}
	missing := shape.Children - len(n.Children)
	if missing > s.opt.MaxNodes-len(s.blank) || n.Ply == event.MaxPly {
		n.Folded = missing > 0
		return
	}
	for index := range shape.Children {
		s.follow(at, index)
	}
}

// letter names the nodes without a label breadth first.
func (r *Replay) letter() {
	queue := []int{0}
	for i := 0; i < len(queue); i++ {
		n := &r.blank[queue[i]]
		n.Label = cmp.Or(n.Label, Letter(i))
		queue = append(queue, n.Children...)
	}
}

// order brings the nodes into preorder.
func (r *Replay) order() {
	place := make([]int32, len(r.blank)) // the new number of each node
	ordered := make([]Node, 0, len(r.blank))
	var walk func(at, parent int)
	walk = func(at, parent int) {
		here := len(ordered)
		place[at] = int32(here)
		n := r.blank[at]
		n.Parent = parent
		ordered = append(ordered, n)
		for rank, c := range n.Children {
			n.Children[rank] = len(ordered)
			walk(c, here)
		}
	}
	walk(0, -1)
	r.blank = ordered
	for i := range r.events {
		r.about[i] = place[r.about[i]]
		if r.child[i] >= 0 {
			r.child[i] = place[r.child[i]]
		}
	}
}

// Letter returns the i-th of a, b, …, z, aa, ab, ….
func Letter(i int) string {
	var text []byte
	for i++; i > 0; i = (i - 1) / 26 {
		text = append(text, byte('a'+(i-1)%26))
	}
	slices.Reverse(text)
	return string(text)
}
