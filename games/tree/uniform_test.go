package tree_test

import (
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/tree"
)

// leavesOf returns the number of leaves that alpha-beta visits, and checks the
// value.
func leavesOf(t *testing.T, u tree.Uniform, strict bool) uint64 {
	t.Helper()
	root, leaves := u.Start(), 0
	v := alphaBeta(u, &root, -game.Infinity, game.Infinity, strict, &leaves)
	if u.Leaves() < 100_000 {
		if want := minimax(u, &root); v != want {
			t.Errorf("%v: alpha-beta gives %v, minimax %v", u, v, want)
		}
	}
	return uint64(leaves)
}

func TestKnuthMoore(t *testing.T) {
	for _, shape := range []struct{ branching, depth int }{
		{1, 0}, {1, 5}, {2, 1}, {2, 7}, {2, 10}, {3, 6}, {4, 5}, {5, 4}, {7, 3}, {10, 4}, {30, 3}, {40, 2}, {40, 3},
	} {
		for seed := range uint64(3) {
			for _, strict := range []bool{false, true} {
				u := tree.Uniform{Branching: shape.branching, Depth: shape.depth, Seed: seed}
				u.Ordering = tree.Best
				if got := leavesOf(t, u, strict); got != u.MinimalLeaves() {
					t.Errorf("%v, strict %v: %d leaves, want %d", u, strict, got, u.MinimalLeaves())
				}
				u.Ordering = tree.Worst
				if got := leavesOf(t, u, strict); got != u.Leaves() {
					t.Errorf("%v, strict %v: %d leaves, want %d", u, strict, got, u.Leaves())
				}
				u.Ordering = tree.Random
				if got := leavesOf(t, u, strict); got < u.MinimalLeaves() || got > u.Leaves() {
					t.Errorf("%v, strict %v: %d leaves, want %d to %d", u, strict, got, u.MinimalLeaves(), u.Leaves())
				}
			}
		}
	}
}

func TestMinimalLeaves(t *testing.T) {
	tests := []struct {
		branching, depth int
		want             uint64
	}{{2, 2, 3}, {2, 3, 5}, {3, 4, 17}, {30, 4, 1799}, {40, 5, 65599}, {5, 0, 1}}
	for _, tt := range tests {
		if got := (tree.Uniform{Branching: tt.branching, Depth: tt.depth}).MinimalLeaves(); got != tt.want {
			t.Errorf("b=%d, d=%d: %d, want %d", tt.branching, tt.depth, got, tt.want)
		}
	}
}

// TestWorstFits checks that the extreme leaves of a Worst tree are valid
// margins.
func TestWorstFits(t *testing.T) {
	u, err := tree.ParseUniform("2,44,worst,3")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []tree.Move{0, 1} {
		p := u.Start()
		for !u.Status(&p).Over() {
			u.Play(&p, &p, m)
		}
		if n, ok := u.Status(&p).Margin(); !ok || n > game.MaxMargin || n < -game.MaxMargin {
			t.Errorf("a leaf of %v is worth %d", u, n)
		}
	}
}

func TestParseUniform(t *testing.T) {
	for in, want := range map[string]string{
		"40,4,best,1": "40,4,best,1", "3,2": "3,2,random,0", "2,60,random": "2,60,random,0", "1,0,worst,5": "1,0,worst,5",
	} {
		if u, err := tree.ParseUniform(in); err != nil || u.String() != want {
			t.Errorf("ParseUniform(%s) = %v, %v; want %s", in, u, err, want)
		}
	}
	for in, offence := range map[string]string{
		"": "want branching,depth", "3": "want branching,depth", "3,x": `depth is "x"`, "x,3": `branching is "x"`,
		"0,3": "branching is 0", "3,-1": "depth is -1", "3,63": "depth is 63", "3,3,bset": `ordering is "bset"`,
		"3,3,best,-1": `seed is "-1"`, "40,12": "more than 2^62 leaves", "40,10,worst": "more than 9999999 values",
		"3,3,best,1,1": "want branching,depth", "99999,1": "branching is 99999",
	} {
		if _, err := tree.ParseUniform(in); err == nil || !strings.Contains(err.Error(), offence) {
			t.Errorf("ParseUniform(%s): error %v, want one with %q", in, err, offence)
		}
	}
}

func TestUniformText(t *testing.T) {
	u := tree.Uniform{Branching: 5, Depth: 3, Seed: 9}
	p, err := u.ParsePosition("3 5 1")
	if err != nil {
		t.Fatal(err)
	}
	if got := u.FormatPosition(&p); got != "startpos 3 5 1" {
		t.Errorf("got %s, want startpos 3 5 1", got)
	}
	if q, err := u.ParsePosition("startpos 3 5 1"); err != nil || q != p || u.Hash(&q) != u.Hash(&p) {
		t.Errorf("startpos 3 5 1 reads as %v, %v; want %v", q, err, p)
	}
	for _, in := range []string{"", "0", "6", "x", "1 1 1 1", "startpos startpos"} {
		if _, err := u.ParsePosition(in); err == nil {
			t.Errorf("%q accepted", in)
		}
	}
}

func FuzzParseUniform(f *testing.F) {
	f.Add("40,4,best,1", "1 2 3")
	f.Add("3,2", "startpos 1")
	f.Add("2,60,worst", "x")
	f.Fuzz(func(t *testing.T, spec, moves string) {
		u, err := tree.ParseUniform(spec)
		if err != nil {
			return
		}
		if again, err := tree.ParseUniform(u.String()); err != nil || again != u {
			t.Errorf("%q reads as %v, which reads as %v, %v", spec, u, again, err)
		}
		p, err := u.ParsePosition(moves)
		if err != nil {
			return
		}
		if again, err := u.ParsePosition(u.FormatPosition(&p)); err != nil || again != p {
			t.Errorf("%q reads as %v, which reads as %v, %v", moves, p, again, err)
		}
	})
}

func BenchmarkUniform(b *testing.B) {
	for _, text := range []string{"10,5,random", "10,5,best", "10,5,worst"} {
		u, err := tree.ParseUniform(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				root := u.Start()
				minimax(u, &root)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(u.Leaves()), "ns/leaf")
		})
	}
}
