package textbook_test

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/textbook"
)

// horizon is dicey that ends after some plies, without chance if sure is set.
type horizon struct {
	textbook.Gamble[diceyState]
	plies uint64
	sure  bool
}

func newHorizon(s *diceyState, plies int, sure bool) horizon {
	value := func(s *diceyState) float64 { return s.value() }
	return horizon{gametest.Gambling[diceyState, int](dicey{}, dicey{}.ToMove(s), value), uint64(plies), sure}
}

func (h horizon) Shares(s *diceyState) []*big.Rat {
	if h.sure {
		return nil
	}
	return h.Gamble.Shares(s)
}

func (h horizon) Leaf(s *diceyState, depth int) *big.Rat {
	if s.depth >= h.plies {
		depth = 0
	}
	return h.Gamble.Leaf(s, depth)
}

// minimax returns the value of s by the definition.
func (h horizon) minimax(s *diceyState) *big.Rat {
	if v := h.Leaf(s, 1); v != nil {
		return v
	}
	var best *big.Rat
	for _, next := range h.Next(s, nil) {
		if v := h.minimax(&next); best == nil || h.MaxToMove(s) == (v.Cmp(best) > 0) {
			best = v
		}
	}
	return best
}

// sprout is a node of a growing tree as its events tell of it.
type sprout struct {
	max, expanded   bool
	proof, disproof int
	playouts        int
	total           *big.Rat
	chosen          int
	parent          int
	children        map[int]int // by index
}

// garden follows the events of a search that lets a tree grow.
type garden struct{ nodes []*sprout }

func (g *garden) observe(e event.Event) *sprout {
	if e.Kind == event.Join {
		g.nodes = append(g.nodes, &sprout{max: e.Max, proof: e.G, disproof: e.H, total: new(big.Rat), chosen: -1, parent: e.Parent, children: map[int]int{}})
		if e.Parent >= 0 {
			g.nodes[e.Parent].children[e.Index] = e.Node
		}
	}
	n := g.nodes[e.Node]
	switch e.Kind {
	case event.Choose:
		n.chosen = e.Child
	case event.Expand:
		n.expanded = true
	case event.Update:
		n.proof, n.disproof = e.G, e.H
	}
	return n
}

// smallest returns the fewest open nodes below node i that decide it if all of them are decided in
// favour of MAX or, unless forMax, of MIN: the definition of proof and disproof numbers, by trying
// all sets.
func (g *garden) smallest(i int, forMax bool) int {
	var open []int
	var find func(i int)
	find = func(i int) {
		if n := g.nodes[i]; n.proof > 0 && n.disproof > 0 && !n.expanded {
			open = append(open, i)
		}
		for _, c := range g.nodes[i].children {
			find(c)
		}
	}
	find(i)
	best := event.Far
	for set := range 1 << len(open) {
		size, won := 0, map[int]bool{}
		for k, node := range open {
			if set>>k&1 != 0 {
				size++
				won[node] = true
			}
		}
		var decided func(i int) bool
		decided = func(i int) bool {
			n := g.nodes[i]
			if !n.expanded {
				return won[i] || forMax && n.proof == 0 || !forMax && n.disproof == 0
			}
			for _, c := range n.children {
				if decided(c) == (n.max == forMax) {
					return n.max == forMax
				}
			}
			return n.max != forMax
		}
		if size < best && decided(i) {
			best = size
		}
	}
	return best
}

// TestProve compares verdicts with minimax, and the numbers with their definition, on random trees.
func TestProve(t *testing.T) {
	r := seeded.Rand(t, 1)
	tested := 0
	for range 400 {
		start := diceyState{seed: r.Uint64()}
		h := newHorizon(&start, 3, true)
		goal := big.NewRat(int64(r.IntN(9)), 4)
		goal.Sub(goal, big.NewRat(1, 1))
		g := garden{}
		o := textbook.ProofOptions{Goal: goal, Observer: observe(func(e event.Event) {
			if e.Kind == event.Expand && len(g.nodes) <= 14 {
				tested++
				for i := range g.nodes {
					if n := g.nodes[i]; n.proof != g.smallest(i, true) || n.disproof != g.smallest(i, false) {
						t.Errorf("seed %d: node %d has the numbers %d and %d, want %d and %d", start.seed, i, n.proof, n.disproof, g.smallest(i, true), g.smallest(i, false))
					}
				}
				at := 0
				for g.nodes[at].expanded {
					n := g.nodes[at]
					for index, c := range n.children {
						taken := g.nodes[n.children[n.chosen]]
						if n.max && (g.nodes[c].proof < taken.proof || g.nodes[c].proof == taken.proof && index < n.chosen) ||
							!n.max && (g.nodes[c].disproof < taken.disproof || g.nodes[c].disproof == taken.disproof && index < n.chosen) {
							t.Errorf("seed %d: at node %d child %d is taken, and %d is better", start.seed, at, n.chosen, index)
						}
					}
					at = n.children[n.chosen]
				}
				if at != e.Node {
					t.Errorf("seed %d: node %d is expanded, want %d", start.seed, e.Node, at)
				}
			}
			g.observe(e)
		})}
		found := textbook.Prove(t.Context(), h, start, o)
		want := h.minimax(&start).Cmp(goal) >= 0
		if found.Proven != want || found.Disproven == want {
			t.Fatalf("seed %d: proven %t, disproven %t, want %t", start.seed, found.Proven, found.Disproven, want)
		}
		if found.Nodes != len(g.nodes) || found.Proof != g.nodes[0].proof || found.Disproof != g.nodes[0].disproof {
			t.Errorf("seed %d: %+v does not fit the events", start.seed, found)
		}
		if max := h.MaxToMove(&start); found.Best >= 0 {
			next := h.Next(&start, nil)[found.Best]
			if reaches := h.minimax(&next).Cmp(goal) >= 0; reaches != max {
				t.Errorf("seed %d: the move %d does not keep the verdict", start.seed, found.Best)
			}
		} else if h.Leaf(&start, 1) == nil && max == want {
			t.Errorf("seed %d: no move", start.seed)
		}
	}
	if tested < 500 {
		t.Errorf("only %d trees compared with the definition", tested)
	}
}

// TestProveStops checks the limit of expansions and the context.
func TestProveStops(t *testing.T) {
	start := diceyState{seed: 5}
	h := newHorizon(&start, 12, true)
	if r := textbook.Prove(t.Context(), h, start, textbook.ProofOptions{Expansions: 3}); r.Expansions != 3 || r.Proven || r.Disproven || r.Best != -1 {
		t.Errorf("after 3 expansions: got %+v", r)
	}
	if r := textbook.Prove(cancelled(t), h, start, textbook.ProofOptions{}); !r.Stopped || r.Proven || r.Disproven {
		t.Errorf("without time: got %+v", r)
	}
}

// observe is a function as an observer.
type observe func(e event.Event)

func (f observe) Observe(e event.Event) { f(e) }

// TestSample replays the events of UCT with the definition of its rule, on random trees with
// chance.
func TestSample(t *testing.T) {
	r := seeded.Rand(t, 2)
	for range 60 {
		start := diceyState{seed: r.Uint64()}
		h := newHorizon(&start, 4, false)
		explore := 0.25 + r.Float64()
		o := textbook.PlayoutOptions{Playouts: 150, Explore: explore, Least: big.NewRat(-1, 1), Most: big.NewRat(1, 1), Seed: r.Uint64()}
		g := garden{}
		states := map[int]diceyState{}
		var way []int // the nodes on the way down
		playouts, value := 0, new(big.Rat)
		o.Observer = func(e textbook.ExactEvent) {
			n := g.observe(e.Event)
			switch e.Kind {
			case event.Join:
				states[e.Node] = start
				if e.Parent >= 0 {
					above := states[e.Parent]
					next := h.Next(&above, nil)
					states[e.Node] = next[e.Index]
					for i := range e.Index {
						if _, known := g.nodes[e.Parent].children[i]; !known && h.Shares(&above) == nil {
							t.Errorf("seed %d: child %d of node %d is tried before %d", start.seed, e.Index, e.Parent, i)
						}
					}
				}
				way = append(way, e.Node)
			case event.Choose:
				checkChoice(t, &g, e.Event, explore*2, len(h.Next(ptr(states[e.Node]), nil)), h.Shares(ptr(states[e.Node])) != nil)
				way = append(way, e.Node, n.children[e.Child])
			case event.Playout:
				playouts++
				value = e.Number
				leaf := states[e.Node]
				if !h.reachable(&leaf, value) {
					t.Errorf("seed %d: no leaf below node %d is worth %v", start.seed, e.Node, value)
				}
			case event.Count:
				n.playouts++
				n.total = new(big.Rat).Add(n.total, value)
				if e.G != n.playouts || e.Number.Cmp(n.total) != 0 {
					t.Errorf("seed %d: node %d: %v of %d, want %v of %d", start.seed, e.Node, e.Number, e.G, n.total, n.playouts)
				}
				if e.Node != 0 && !slices.Contains(way, e.Node) {
					t.Errorf("seed %d: node %d is counted, but not on the way", start.seed, e.Node)
				}
				if e.Node == 0 {
					way = nil
				}
			}
		}
		found := textbook.Sample(t.Context(), h, start, o)
		if playouts != 150 || found.Playouts != 150 || found.Nodes != len(g.nodes) || found.Total.Cmp(g.nodes[0].total) != 0 {
			t.Errorf("seed %d: %+v does not fit the events", start.seed, found)
		}
		for i, n := range g.nodes {
			below := 0
			for _, c := range n.children {
				below += g.nodes[c].playouts
			}
			if own := n.playouts - below; len(n.children) > 0 && own != min(i, 1) {
				t.Errorf("seed %d: node %d has %d playouts of its own", start.seed, i, own)
			}
			if i == 0 && found.Best >= 0 && slices.ContainsFunc(g.nodes, func(c *sprout) bool { return c.parent == 0 && c.playouts > g.nodes[n.children[found.Best]].playouts }) {
				t.Errorf("seed %d: move %d has not the most playouts", start.seed, found.Best)
			}
		}
	}
}

func ptr[T any](v T) *T { return &v }

// checkChoice checks that the child of an event has the greatest number by the rule of UCT.
func checkChoice(t *testing.T, g *garden, e event.Event, explore float64, moves int, chance bool) {
	t.Helper()
	n := g.nodes[e.Node]
	if chance {
		return
	}
	if len(n.children) < moves {
		t.Errorf("node %d: a child is chosen with %d of %d tried", e.Node, len(n.children), moves)
	}
	rate := func(i int) float64 {
		c := g.nodes[n.children[i]]
		total, _ := c.total.Float64()
		if !n.max {
			total = -total
		}
		return total/float64(c.playouts) + explore*math.Sqrt(math.Log(float64(n.playouts))/float64(c.playouts))
	}
	for i := range n.children {
		if rate(i) > rate(e.Child)+1e-9 {
			t.Errorf("node %d: child %d is chosen, but %d is rated higher", e.Node, e.Child, i)
		}
	}
}

// reachable reports whether a leaf at or below s has a value.
func (h horizon) reachable(s *diceyState, v *big.Rat) bool {
	if leaf := h.Leaf(s, 1); leaf != nil {
		return leaf.Cmp(v) == 0
	}
	return slices.ContainsFunc(h.Next(s, nil), func(next diceyState) bool { return h.reachable(&next, v) })
}

// TestSampleFindsTheBest checks that, with many playouts, UCT prefers a move that is best by far.
func TestSampleFindsTheBest(t *testing.T) {
	r := seeded.Rand(t, 3)
	tested := 0
	for range 200 {
		start := diceyState{seed: r.Uint64()}
		h := newHorizon(&start, 3, true)
		if h.Leaf(&start, 1) != nil {
			continue
		}
		var values []float64
		for _, next := range h.Next(&start, nil) {
			v, _ := h.minimax(&next).Float64()
			values = append(values, v)
		}
		sorted := slices.Sorted(slices.Values(values))
		if len(values) < 2 || sorted[len(sorted)-1]-sorted[len(sorted)-2] < 0.5 {
			continue
		}
		tested++
		found := textbook.Sample(t.Context(), h, start, textbook.PlayoutOptions{Playouts: 5000, Least: big.NewRat(-1, 1), Most: big.NewRat(1, 1), Seed: r.Uint64()})
		if best := slices.Max(values); values[found.Best] != best {
			t.Errorf("seed %d: got the move %d of %v", start.seed, found.Best, values)
		}
	}
	if tested < 20 {
		t.Errorf("only %d trees tested", tested)
	}
}

// TestSampleRepeats checks that a seed determines the search, and that a playout of an endless game
// ends.
func TestSampleRepeats(t *testing.T) {
	start := diceyState{seed: 7}
	h := newHorizon(&start, 5, false)
	run := func(seed uint64) (all []event.Event) {
		textbook.Sample(t.Context(), h, start, textbook.PlayoutOptions{Playouts: 40, Seed: seed, Observer: func(e textbook.ExactEvent) { all = append(all, e.Event) }})
		return all
	}
	if !slices.Equal(run(1), run(1)) || slices.Equal(run(1), run(2)) {
		t.Error("a search does not depend on its seed alone")
	}
	if r := textbook.Sample(t.Context(), endless{}, 0, textbook.PlayoutOptions{Playouts: 3}); r.Total.Cmp(big.NewRat(3, 2)) != 0 {
		t.Errorf("an endless game: got %v, want 3/2", r.Total)
	}
	if r := textbook.Sample(cancelled(t), h, start, textbook.PlayoutOptions{}); !r.Stopped {
		t.Errorf("without time: got %+v", r)
	}
}

// endless is a game that never ends; at the horizon it is worth ½.
type endless struct{}

func (endless) Next(p *int, buf []int) []int { return append(buf, *p+1) }
func (endless) MaxToMove(*int) bool          { return true }
func (endless) Shares(*int) []*big.Rat       { return nil }
func (endless) Leaf(_ *int, depth int) *big.Rat {
	if depth > 0 {
		return nil
	}
	return big.NewRat(1, 2)
}

func cancelled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
