package trace

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// A skeleton is the shape of a tree under construction: first the nodes of the
// events, in order, then the unsearched ones that the caller knows.
type skeleton struct {
	opt    BuildOptions
	nodes  []Node
	below  [][]int32      // the children of each node
	byStep map[step]int32 // the child at the end of a step from a node
	visits map[int]int32  // the node of each visit
	about  []int32        // the node of each event
	child  []int32        // the Child of each event, or -1
	static map[int32]bool // the nodes whose static value was taken
	known  map[int32]bool // nodes whose side to move is known
	bare   map[int32]bool // the nodes that a search for a path has dropped
	last   int            // the last visit
}

// step leads from a node to its child of an index.
type step struct {
	from  int32
	index int
}

func newSkeleton(opt BuildOptions) *skeleton {
	return &skeleton{
		opt:    opt,
		byStep: map[step]int32{},
		visits: map[int]int32{},
		static: map[int32]bool{},
		known:  map[int32]bool{},
		bare:   map[int32]bool{},
		last:   -1,
	}
}

// read finds the nodes of a stream and checks its consistency.
func (s *skeleton) read(events []event.Event) error {
	if len(events) == 0 {
		return fmt.Errorf("trace: no events: %w", ErrFormat)
	}
	s.about = make([]int32, len(events))
	s.child = make([]int32, len(events))
	for i, e := range events {
		if err := s.event(i, e); err != nil {
			return fmt.Errorf("trace: event %d: %w", i, err)
		}
		if len(s.nodes) > s.opt.MaxNodes {
			return fmt.Errorf("trace: event %d: more than %d nodes: %w", i, s.opt.MaxNodes, ErrFormat)
		}
	}
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
	switch e.Kind {
	case event.Static:
		s.static[at] = true
	case event.Expand:
		s.bare[at] = false
	case event.Drop:
		s.bare[at] = e.Reason != event.HorizonCut
	}
	if kindFields[e.Kind]&hasChild != 0 && e.Child >= 0 {
		s.child[i] = s.follow(at, e.Child)
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
	if s.known[at] && s.nodes[at].Max != e.Max {
		return fmt.Errorf("visit %d: the side to move has changed: %w", e.Node, ErrFormat)
	}
	s.nodes[at].Max, s.nodes[at].Chance, s.nodes[at].Pass, s.known[at] = e.Max, e.Chance, e.Pass, true
	s.visits[e.Node], s.about[i] = at, at
	return nil
}

// entered returns the node that a visit enters.
func (s *skeleton) entered(e event.Event) (int32, error) {
	if e.Parent < 0 {
		if len(s.nodes) == 0 {
			return s.add(-1, -1), nil
		}
		return 0, nil
	}
	parent, ok := s.visits[e.Parent]
	switch {
	case !ok:
		return 0, fmt.Errorf("visit %d: its parent, visit %d, has not begun: %w", e.Node, e.Parent, ErrFormat)
	case e.Ply != s.nodes[parent].Ply+1:
		return 0, fmt.Errorf("visit %d at ply %d below ply %d: %w", e.Node, e.Ply, s.nodes[parent].Ply, ErrFormat)
	}
	return s.follow(parent, e.Index), nil
}

// follow returns the child of a node, and adds it if it is new. Until an event
// or the caller says otherwise, the other side moves there.
func (s *skeleton) follow(from int32, index int) int32 {
	if at, ok := s.byStep[step{from, index}]; ok {
		return at
	}
	return s.add(from, index)
}

func (s *skeleton) add(parent int32, index int) int32 {
	at := int32(len(s.nodes))
	n := Node{
		Parent: int(parent), Index: index, Best: -1, CutBy: -1, Limit: -1,
		Lower: -game.Infinity, Upper: game.Infinity,
	}
	if parent >= 0 {
		n.Ply, n.Max = s.nodes[parent].Ply+1, !s.nodes[parent].Max
		s.below[parent] = append(s.below[parent], at)
		s.byStep[step{parent, index}] = at
	}
	s.nodes = append(s.nodes, n)
	s.below = append(s.below, nil)
	return at
}

// grow adds the unsearched nodes that the caller knows, and all names.
func (s *skeleton) grow() {
	var path []int
	var walk func(at int32)
	walk = func(at int32) {
		s.name(at, path)
		if s.opt.Shape != nil {
			s.shape(at, s.opt.Shape(path))
		}
		children, n := s.below[at], &s.nodes[at]
		n.inner = len(children) > 0 || n.Folded || s.known[at] && !s.static[at] && !s.bare[at] && !n.Leaf
		slices.SortFunc(children, func(a, b int32) int { return cmp.Compare(s.nodes[a].Index, s.nodes[b].Index) })
		for _, c := range children {
			path = append(path, s.nodes[c].Index)
			walk(c)
			path = path[:len(path)-1]
		}
	}
	walk(0)
	if s.opt.Letters {
		s.letter()
	}
}

func (s *skeleton) name(at int32, path []int) {
	n := &s.nodes[at]
	if s.opt.Label != nil {
		n.Label = s.opt.Label(path)
	}
	if s.opt.Move != nil && len(path) > 0 {
		n.Move = s.opt.Move(path)
	}
}

// shape adds the caller's description of a node: the static value, the side to
// move if no event has set it, and the children unless the search ended here.
func (s *skeleton) shape(at int32, shape Shape) {
	n := &s.nodes[at]
	if n.Estimated = shape.Static && shape.Children > 0; n.Estimated {
		n.Estimate = shape.Value
	} else if shape.Static {
		n.Value, n.Bound, n.Leaf = shape.Value, game.Exact, true
	}
	if !s.known[at] {
		n.Max, n.Chance, n.Pass, n.Goal = shape.Max, shape.Chance, shape.Pass, shape.Goal
	}
	missing := shape.Children - len(s.below[at])
	if missing > s.opt.MaxNodes-len(s.nodes) || n.Ply == event.MaxPly {
		n.Folded = missing > 0
		return
	}
	for index := range shape.Children {
		s.follow(at, index)
	}
}

// letter names the nodes without a label breadth first.
func (s *skeleton) letter() {
	queue := []int32{0}
	for i := 0; i < len(queue); i++ {
		if n := &s.nodes[queue[i]]; n.Label == "" {
			n.Label = Letter(i)
		}
		queue = append(queue, s.below[queue[i]]...)
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

// preorder returns the nodes in preorder and the new number of each old one.
func (s *skeleton) preorder() (nodes []Node, place []int32) {
	nodes = make([]Node, 0, len(s.nodes))
	place = make([]int32, len(s.nodes))
	children := make([]int, len(s.nodes))
	var walk func(at int32)
	walk = func(at int32) {
		here := len(nodes)
		place[at] = int32(here)
		n := s.nodes[at]
		if n.Parent >= 0 {
			n.Parent = int(place[n.Parent])
		}
		nodes = append(nodes, n)
		n.Children, children = children[:0:len(s.below[at])], children[len(s.below[at]):]
		for _, c := range s.below[at] {
			n.Children = append(n.Children, len(nodes))
			walk(c)
		}
		nodes[here].Children = n.Children
	}
	walk(0)
	return nodes, place
}
