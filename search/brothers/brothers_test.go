package brothers

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"
)

// TestOver checks which splits end with which.
func TestOver(t *testing.T) {
	top := new(Split[int])
	a, b := &Split[int]{above: top, cut: true}, &Split[int]{above: top}
	under := &Split[int]{above: a}
	for i, c := range []struct {
		s    *Split[int]
		over bool
	}{{top, false}, {a, true}, {b, false}, {under, true}} {
		if c.s.over() != c.over {
			t.Errorf("split %d: over %v, want %v", i, !c.over, c.over)
		}
	}
	if !under.below(top) || !under.below(nil) || !a.below(a) || under.below(b) || top.below(a) {
		t.Error("splits are not below those above them, or below others")
	}
}

// TestCallBack checks which members a cut stops, and where they may continue.
func TestCallBack(t *testing.T) {
	members := []*Member[int]{new(Member[int]), new(Member[int]), new(Member[int])}
	c := Assemble(members, func() bool { return false }, func(int, *Split[int]) {})
	top := new(Split[int])
	a, b := &Split[int]{above: top}, &Split[int]{above: top}
	members[0].split, members[1].split, members[2].split = top, &Split[int]{above: a}, b
	c.callBack(a)
	for i, stopped := range []bool{false, true, false} {
		if members[i].Stopped() != stopped {
			t.Errorf("member %d: stopped %v, want %v", i, !stopped, stopped)
		}
	}
	for _, back := range []struct {
		to      *Split[int]
		stopped bool
	}{{a, true}, {top, false}, {nil, false}} {
		members[1].split = back.to
		if members[1].resume(); members[1].Stopped() != back.stopped {
			t.Errorf("back at %p: stopped %v, want %v", back.to, !back.stopped, back.stopped)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	searched := 0
	members[1].Work(&Split[int]{Moves: 3}, func(i int) bool {
		searched++
		return i == 1
	})
	if searched != 2 {
		t.Errorf("%d moves searched, want 2: the second cuts", searched)
	}
}

// tree is a uniform tree of random leaves in which threads search for the
// greatest leaf that does not exceed a limit; a subtree ends at once when it
// has found the limit itself.
type tree struct {
	leaves  []int
	width   int
	limit   int
	members []*Member[sub]
	cuts    atomic.Int64
}

// sub is a subtree: the leaves from index first on, depth plies above them.
type sub struct{ first, depth, best int }

func (tr *tree) size(depth int) int {
	n := 1
	for range depth {
		n *= tr.width
	}
	return n
}

func (tr *tree) search(m *Member[sub], first, depth int) int {
	if m.Stopped() {
		return -1
	}
	if depth == 0 {
		return min(tr.leaves[first], tr.limit)
	}
	best := tr.search(m, first, depth-1)
	if best >= tr.limit {
		return best
	}
	s := &Split[sub]{Node: sub{first, depth, best}, Size: depth, Moves: tr.width, Taken: 1}
	m.Share(s, func(i int) bool { return tr.child(m, &s.Node, i) })
	return s.Node.best
}

func (tr *tree) child(m *Member[sub], n *sub, i int) (cut bool) {
	v := 0
	m.Apart(func() { v = tr.search(m, n.first+i*tr.size(n.depth-1), n.depth-1) })
	if m.Stopped() {
		return false
	}
	n.best = max(n.best, v)
	if n.best >= tr.limit {
		tr.cuts.Add(1)
	}
	return n.best >= tr.limit
}

// TestShare searches trees on several threads that share out every node, and
// compares the answer with a loop over the leaves.
func TestShare(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	cuts := int64(0)
	for range 300 {
		tr := &tree{width: 2 + rng.IntN(4)}
		depth := 1 + rng.IntN(5)
		want := 0
		tr.limit = 1 + rng.IntN(2000)
		for range tr.size(depth) {
			v := rng.IntN(1000)
			tr.leaves = append(tr.leaves, v)
			want = max(want, min(v, tr.limit))
		}
		for range 4 {
			tr.members = append(tr.members, new(Member[sub]))
		}
		c := Assemble(tr.members, func() bool { return false }, func(i int, s *Split[sub]) {
			tr.members[i].Work(s, func(k int) bool { return tr.child(tr.members[i], &s.Node, k) })
		})
		for _, m := range tr.members {
			m.Ready()
		}
		end := c.Begin()
		if got := tr.search(tr.members[0], 0, depth); got != want {
			t.Fatalf("width %d, depth %d, limit %d: %d, want %d", tr.width, depth, tr.limit, got, want)
		}
		end()
		if len(c.open) > 0 || c.idle.Load() != 0 {
			t.Fatalf("left behind: %d splits, %d idle", len(c.open), c.idle.Load())
		}
		cuts += tr.cuts.Load()
	}
	if cuts == 0 {
		t.Error("no cut among all trees")
	}
}

// TestHalt halts searches from outside.
func TestHalt(t *testing.T) {
	for round := range 50 {
		tr := &tree{width: 3, limit: 1 << 30, leaves: make([]int, 6561)}
		for range 3 {
			tr.members = append(tr.members, new(Member[sub]))
		}
		var halted atomic.Bool
		c := Assemble(tr.members, halted.Load, func(i int, s *Split[sub]) {
			tr.members[i].Work(s, func(k int) bool { return tr.child(tr.members[i], &s.Node, k) })
		})
		end := c.Begin()
		done := make(chan struct{})
		go func() {
			for range round * 1000 {
				halted.Load()
			}
			halted.Store(true)
			for _, m := range tr.members {
				m.Stop()
			}
			close(done)
		}()
		tr.search(tr.members[0], 0, 8)
		<-done
		if !tr.members[0].Stopped() {
			t.Fatal("the leader goes on after the end")
		}
		end()
	}
}
