package path

import (
	"cmp"
	"slices"
	"strings"
	"unsafe"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// openSearch is best-first search. It keeps all positions it has met, and those not yet
// expanded on the open list. Next it expands the one with the lowest priority: the number
// of moves (breadth-first), the cost so far g (uniform cost), the estimate of the rest h
// (greedy), g + h (A*) or g + w·h (weighted A*). A position that is reached more cheaply
// is reopened, so estimates need not be consistent. Beam search is breadth-first and, at
// each ply, drops all but the positions with the lowest g + h.
type openSearch[S, M comparable] struct {
	*run[S, M]
	pool   pool[S, opened[M]]
	queue  queue
	policy policy
	cut    int // the least g + h of positions dropped, by Query.Depth or by a beam
	beam   beam
}

// beam counts the positions of a ply that a beam search has kept.
type beam struct {
	ply, taken int
	narrowed   bool // something was dropped
}

// opened is the record of a position.
type opened[M comparable] struct {
	move   M     // that reached it
	parent int32 // the position before; -1 at the start
	ply    int32
	g, h   int
	open   bool
}

// policy is the difference between the algorithms of an openSearch.
type policy struct {
	priority func(ply, g, h int) priority
	fair     bool // among equals the first comes first
	hasty    bool // a goal ends the search when it is met, not when it is expanded
	weight   float64
	width    int // of a beam; 0 for other searches
}

// policyOf returns the policy of an algorithm.
func policyOf(o *Options) policy {
	switch o.Algorithm {
	case BreadthFirst:
		return policy{priority: func(ply, _, _ int) priority { return priority{ply, 0} }, fair: true, hasty: true}
	case UniformCost:
		return policy{priority: func(_, g, _ int) priority { return priority{g, 0} }, weight: 1}
	case Greedy:
		return policy{priority: func(_, g, h int) priority { return priority{h, g} }, hasty: true}
	case Beam:
		return policy{priority: func(ply, g, h int) priority { return priority{ply, g + h} }, hasty: true, width: o.Width}
	case WeightedAStar:
		w := o.Weight
		return policy{priority: func(_, g, h int) priority { return priority{g + int(w*float64(h)), h} }, weight: w}
	}
	return policy{priority: func(_, g, h int) priority { return priority{g + h, h} }, weight: 1}
}

func newOpenSearch[S, M comparable](r *run[S, M]) *openSearch[S, M] {
	o := r.options
	o.Algorithm = r.Algorithm
	s := &openSearch[S, M]{run: r, policy: policyOf(&o), cut: Infinite}
	s.queue = queue{all: map[priority]*bucket{}, fair: s.policy.fair}
	r.Open, r.Closed = 0, 0
	return s
}

// widen runs a beam search. It repeats the search at twice the width while that ends
// without a solution.
func (r *run[S, M]) widen() {
	for {
		s := newOpenSearch(r)
		s.solve()
		if !s.beam.narrowed || r.Stopped != search.Running || r.budget.Halted() {
			return
		}
		r.options.Width *= 2
	}
}

func (s *openSearch[S, M]) solve() {
	goal := s.reach(&s.start, opened[M]{parent: -1})
	for goal < 0 && s.Stopped == search.Running {
		p, i, ok := s.queue.pop()
		if !ok {
			break
		}
		if s.policy.weight == 1 { // the first has the least g + h, or g, of all
			s.raise(min(p.first, s.cut))
		}
		n := &s.pool.at(i).data
		if !n.open {
			continue // it was queued twice and has been expanded
		}
		if s.policy.width > 0 && !s.within(p.first) {
			s.leave(n)
			continue
		}
		if !s.policy.hasty && s.Goal(&s.pool.at(i).state) {
			goal = i
			break
		}
		if s.halted() || s.keep(s.bytes()) {
			break // it stays open
		}
		goal = s.expand(i)
	}
	s.conclude(goal)
}

// bytes returns the memory of the positions kept.
func (s *openSearch[S, M]) bytes() int {
	return s.pool.bytes() + s.queue.size*int(unsafe.Sizeof(int32(0)))*5/4 // slices grow by a quarter
}

// expand reaches all positions one move after node i. It returns the number of a position
// that ends the search, or -1.
func (s *openSearch[S, M]) expand(i int32) int32 {
	e := s.pool.at(i)
	from := e.data
	if s.query.Depth > 0 && int(from.ply) >= s.query.Depth {
		s.leave(&e.data)
		return -1
	}
	s.close(&e.data)
	s.Expanded++
	s.moves, _ = s.Puzzle.Moves(&e.state, s.moves[:0])
	for _, m := range s.moves {
		var next S
		s.Play(&next, &e.state, m)
		to := opened[M]{move: m, parent: i, ply: from.ply + 1, g: from.g + s.cost(&e.state, m)}
		if goal := s.reach(&next, to); goal >= 0 {
			return goal
		}
	}
	return -1
}

// close removes n from the open list.
func (s *openSearch[S, M]) close(n *opened[M]) {
	n.open = false
	s.Open--
	s.Closed++
}

// leave removes n, which must not be a goal, from the open list without expanding it.
func (s *openSearch[S, M]) leave(n *opened[M]) {
	s.close(n)
	s.cut = min(s.cut, s.beyond(n))
}

// beyond returns a lower bound of the cost of a solution through n, which must not be a
// goal: if moves cost 1, at least one more move follows.
func (s *openSearch[S, M]) beyond(n *opened[M]) int {
	if s.coster == nil {
		return n.g + max(n.h, 1)
	}
	return n.g + n.h
}

// within reports whether a beam keeps one more position of a ply.
func (s *openSearch[S, M]) within(ply int) bool {
	if ply != s.beam.ply {
		s.beam.ply, s.beam.taken = ply, 0
	}
	s.beam.taken++
	if s.beam.taken > s.policy.width {
		s.beam.narrowed = true
		return false
	}
	return true
}

// reach meets a position. If it is a goal that ends the search, reach returns
// its number; otherwise -1.
func (s *openSearch[S, M]) reach(state *S, n opened[M]) int32 {
	s.Generated++
	i, found := s.pool.put(state, s.Hash(state))
	known := &s.pool.at(i).data
	switch {
	case !found:
		n.h = s.estimate(state)
		s.Closed++
	case known.g <= n.g:
		return -1
	default:
		n.h, n.open = known.h, known.open
	}
	if n.h >= Infinite {
		*known = n
		return -1
	}
	if !n.open {
		n.open = true
		s.Open++
		s.Closed--
	}
	*known = n
	s.queue.push(s.policy.priority(int(n.ply), n.g, n.h), i)
	if s.policy.hasty && s.Goal(state) {
		return i
	}
	return -1
}

// conclude records the solution that ends at a goal, if there is one, and the proven bound. Every
// cheapest path to a goal contains a position that is open or cut off and was reached at least
// cost. So no solution costs less than the least g + h of such positions.
func (s *openSearch[S, M]) conclude(goal int32) {
	lower := s.least()
	if goal >= 0 && s.tooLong(goal) {
		lower = min(lower, s.pool.at(goal).data.g, s.through(s.pool.at(goal).data.parent))
		goal = -1
	}
	if goal >= 0 {
		if s.policy.hasty { // its siblings may not have been met
			lower = min(lower, s.through(s.pool.at(goal).data.parent))
		}
		s.accept(line(&s.pool, goal))
		if s.policy.weight > 0 {
			lower = max(lower, min(s.cut, atLeast(s.Cost, s.policy.weight)))
		}
		lower = min(lower, s.Cost)
	}
	s.raise(lower)
	switch {
	case s.Found:
	case lower >= Infinite:
		s.exhausted()
	case s.Stopped == search.Running && !s.budget.Halted() && !s.beam.narrowed:
		s.Stopped = search.DepthLimit
	}
}

// tooLong reports whether the number of moves to node i exceeds Query.Depth. The path may
// have become longer, and cheaper, since the node was reached.
func (s *openSearch[S, M]) tooLong(i int32) bool {
	return s.query.Depth > 0 && len(linked(&s.pool, i)) > s.query.Depth
}

// atLeast returns the least possible cost of a solution, if the given cost is at most
// weight times the least.
func atLeast(cost int, weight float64) int {
	if weight == 1 {
		return cost
	}
	return int(float64(cost) / weight) // rounded down: the product may be off by an ulp
}

// least returns the least possible cost of a solution through an open
// position, or through one cut off.
func (s *openSearch[S, M]) least() int {
	least := s.cut
	for i := range int32(s.pool.size) {
		if s.pool.at(i).data.open {
			least = min(least, s.through(i))
		}
	}
	return least
}

// through returns a lower bound of the cost of a solution through node i; Infinite for
// -1. In a hasty search the node is known to be no goal.
func (s *openSearch[S, M]) through(i int32) int {
	if i < 0 {
		return Infinite
	}
	n := &s.pool.at(i).data
	if s.policy.hasty {
		return s.beyond(n)
	}
	return n.g + n.h
}

// line returns the moves by which node i was reached.
func line[S, M comparable](p *pool[S, opened[M]], i int32) []M {
	moves := linked(p, i)
	slices.Reverse(moves)
	return moves
}

// linked returns the moves by which node i was reached, the last first.
func linked[S, M comparable](p *pool[S, opened[M]], i int32) (moves []M) {
	for n := &p.at(i).data; n.parent >= 0; n = &p.at(n.parent).data {
		moves = append(moves, n.move)
	}
	return moves
}

// Algorithm names a way to search.
type Algorithm string

// The algorithms. The package documentation describes what each finds, proves and keeps in memory.
const (
	Auto          Algorithm = "auto"
	DepthFirst    Algorithm = "dfs"
	BreadthFirst  Algorithm = "bfs"
	Deepening     Algorithm = "ids"
	UniformCost   Algorithm = "ucs"
	Greedy        Algorithm = "greedy"
	AStar         Algorithm = "astar"
	WeightedAStar Algorithm = "wastar"
	IDAStar       Algorithm = "idastar"
	Bidirectional Algorithm = "bidirectional"
	Beam          Algorithm = "beam"
	Frontier      Algorithm = "frontier"
	Own           Algorithm = "own"
)

// Algorithms returns all algorithms, Auto first.
func Algorithms() []Algorithm {
	return []Algorithm{
		Auto, DepthFirst, BreadthFirst, Deepening, UniformCost, Greedy, AStar, WeightedAStar, IDAStar,
		Bidirectional, Beam, Frontier, Own,
	}
}

// Options last for the life of a Searcher.
type Options struct {
	// Algorithm is the way to search. Zero means Auto.
	Algorithm Algorithm
	// Weight is the factor, at least 1, by which weighted A* multiplies estimates. Its
	// solutions cost at most Weight times the least cost. Zero means 1.5.
	Weight float64
	// Width is the number of positions that a beam search keeps at each ply. Zero means 1
	// 000.
	Width int
	// TableBytes is the size of the transposition table of IDA* and of
	// iterative deepening. Zero means none.
	TableBytes int
}

const (
	defaultWeight = 1.5
	defaultWidth  = 1000
)

// ErrUnfit is the error of options that do not suit a puzzle.
var ErrUnfit = reason.New("path: not for this puzzle")

// check fills in defaults and rejects invalid values.
func (o *Options) check() error {
	o.Algorithm = cmp.Or(o.Algorithm, Auto)
	o.Weight = cmp.Or(o.Weight, defaultWeight)
	o.Width = cmp.Or(o.Width, defaultWidth)
	switch {
	case !slices.Contains(Algorithms(), o.Algorithm):
		return reason.Errorf("path: no algorithm %q: want one of %s", o.Algorithm, names())
	case !(o.Weight >= 1 && o.Weight <= maxWeight): // not a number either
		return reason.Errorf("path: weight %v, want 1 to %d", o.Weight, maxWeight)
	case o.Width < 0:
		return reason.Errorf("path: width %d, want 1 or more", o.Width)
	case o.TableBytes < 0:
		return reason.Errorf("path: a table of %d bytes", o.TableBytes)
	}
	return nil
}

// maxWeight keeps weighted estimates within the integers.
const maxWeight = 1_000_000

func names() string {
	var all []string
	for _, a := range Algorithms() {
		all = append(all, string(a))
	}
	return strings.Join(all, ", ")
}

// fits returns an error that wraps ErrUnfit if a needs a capability that the puzzle lacks.
func (o *offers[S, M]) fits(a Algorithm) error {
	switch {
	case a == Bidirectional && o.retractor == nil:
		return reason.Errorf("%w: %s plays backwards, which it cannot", ErrUnfit, a)
	case a == Own && o.expert == nil:
		return reason.Errorf("%w: it has no way of its own", ErrUnfit)
	case a == Frontier && o.inverter == nil:
		return reason.Errorf("%w: %s needs moves that can be taken back", ErrUnfit, a)
	case (a == Bidirectional || a == Frontier) && o.coster != nil:
		return reason.Errorf("%w: %s needs moves of equal cost", ErrUnfit, a)
	}
	return nil
}
