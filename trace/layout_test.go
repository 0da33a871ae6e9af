package trace

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/internal/seeded"
)

// randomNodes returns a random tree of n nodes in preorder; the closer bias is
// to 1, the deeper.
func randomNodes(r *rand.Rand, n int, bias float64) []Node {
	s := &skeleton{Replay: &Replay{}, byStep: map[step]int{}}
	s.add(-1, -1)
	for len(s.blank) < n {
		parent := r.IntN(len(s.blank))
		if r.Float64() < bias {
			parent = len(s.blank) - 1
		}
		s.follow(parent, len(s.blank[parent].Children))
	}
	s.order()
	return s.blank
}

// checkLayout fails if neighbours in a row overlap or a parent is not centred.
func checkLayout(t *testing.T, nodes []Node, x []float64, gap float64, sizes []extent) {
	t.Helper()
	const slack = 1e-6
	last := map[int]int{}
	for i := range nodes {
		n := &nodes[i]
		if left, ok := last[n.Ply]; ok {
			if room := x[i] - sizes[i].left - x[left] - sizes[left].right; room < gap-slack {
				t.Fatalf("nodes %d and %d at ply %d: %.6f apart, want %v", left, i, n.Ply, room, gap)
			}
		}
		last[n.Ply] = i
		if x[i]-sizes[i].left < -slack {
			t.Fatalf("node %d reaches to %v", i, x[i]-sizes[i].left)
		}
		if k := len(n.Children); k > 0 {
			if middle := (x[n.Children[0]] + x[n.Children[k-1]]) / 2; math.Abs(middle-x[i]) > slack {
				t.Fatalf("node %d at %v, its children around %v", i, x[i], middle)
			}
		}
	}
}

func TestTidy(t *testing.T) {
	r := seeded.Rand(t, 9)
	for k := range 400 {
		nodes := randomNodes(r, 1+r.IntN(200), float64(k%4)/4)
		sizes := make([]extent, len(nodes))
		for i := range sizes {
			sizes[i] = extent{r.Float64() * 40, r.Float64() * 40}
		}
		x := tidy(nodes, 5, func(i int) extent { return sizes[i] })
		checkLayout(t, nodes, x, 5, sizes)
	}
}

// TestTidyLarge checks the layout of a tree of 5 000 nodes; BenchmarkTidy5000
// measures its time.
func TestTidyLarge(t *testing.T) {
	nodes := randomNodes(seeded.Rand(t, 11), 5000, 0.3)
	sizes := make([]extent, len(nodes))
	for i := range sizes {
		sizes[i] = extent{10, 10}
	}
	x := tidy(nodes, 5, func(i int) extent { return sizes[i] })
	checkLayout(t, nodes, x, 5, sizes)
}

// TestTidyEqualSubtrees checks that equal subtrees are drawn equally.
func TestTidyEqualSubtrees(t *testing.T) {
	s := &skeleton{Replay: &Replay{}, byStep: map[step]int{}}
	s.add(-1, -1)
	for k := range 5 {
		at := s.follow(0, k)
		if k == 2 {
			continue
		}
		s.follow(s.follow(at, 0), 0)
		s.follow(s.follow(at, 1), 0)
		s.follow(s.byStep[step{at, 1}], 1)
	}
	s.order()
	nodes := s.blank
	x := tidy(nodes, 1, func(int) extent { return extent{1, 1} })
	first, last := nodes[0].Children[0], nodes[0].Children[4]
	for k := range 6 {
		if a, b := x[first+k]-x[first], x[last+k]-x[last]; math.Abs(a-b) > 1e-9 {
			t.Errorf("node %d of the subtree: %v and %v from its root", k, a, b)
		}
	}
}

func BenchmarkTidy5000(b *testing.B) {
	nodes := randomNodes(rand.New(rand.NewPCG(11, 12)), 5000, 0.3)
	for b.Loop() {
		if x := tidy(nodes, 5, func(int) extent { return extent{10, 10} }); len(x) != 5000 {
			b.Fatal("nodes are missing")
		}
	}
}
