package textbook_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/textbook"
)

// leafSet collects the distinct leaves that a search visits, by their paths.
type leafSet struct {
	paths  []string // by visit
	leaves map[string]bool
}

func (l *leafSet) Observe(e event.Event) {
	switch e.Kind {
	case event.Enter:
		path := ""
		if e.Parent >= 0 {
			path = l.paths[e.Parent] + fmt.Sprint(e.Index) + "."
		}
		l.paths = append(l.paths, path)
	case event.Static:
		l.leaves[l.paths[e.Node]] = true
	}
}

func leavesOf[S any, M comparable, R game.Rules[S, M]](t *testing.T, a textbook.Algorithm, rules R, s *S, depth int, o textbook.Options) map[string]bool {
	seen := &leafSet{leaves: map[string]bool{}}
	o.Observer = seen
	textbook.Run(t.Context(), a, rules, s, depth, o)
	return seen.leaves
}

// within reports whether all leaves of a are among those of b.
func within(a, b map[string]bool) bool {
	for path := range a {
		if !b[path] {
			return false
		}
	}
	return true
}

// TestLeaves compares the sets of leaves that the algorithms visit: in each
// list, every algorithm visits a subset of the leaves of the next.
func TestLeaves(t *testing.T) {
	lists := [][]textbook.Algorithm{
		{textbook.NegaScout, textbook.AlphaBeta, textbook.LectureAlphaBeta, textbook.Minimax},
		{textbook.ReinefeldNegaScout, textbook.AlphaBeta, textbook.BratkoAlphaBeta, textbook.Minimax},
		{textbook.SSS, textbook.AlphaBeta},
		{textbook.AlphaBeta, textbook.BranchBound, textbook.Minimax},
		{textbook.Scout, textbook.Minimax},
		{textbook.MTDF, textbook.Minimax},
	}
	full := []textbook.Algorithm{textbook.NegaMax, textbook.BratkoMinimax, textbook.LectureMinimax, textbook.LectureNegMax}
	var bold, clumsy int
	for w, s := range wilds(t, 150) {
		depth := 2 + int(w.Seed%5)
		leaves := map[textbook.Algorithm]map[string]bool{}
		for _, a := range textbook.Algorithms() {
			leaves[a] = leavesOf[gametest.WildState, gametest.WildMove](t, a, w, &s, depth, textbook.Options{})
		}
		for _, list := range lists {
			for i := range list[1:] {
				if !within(leaves[list[i]], leaves[list[i+1]]) {
					t.Fatalf("%+v, depth %d: %s visits leaves that %s does not", w, depth, list[i], list[i+1])
				}
			}
		}
		for _, a := range full {
			if !maps.Equal(leaves[a], leaves[textbook.Minimax]) {
				t.Fatalf("%+v, depth %d: %s visits other leaves than minimax", w, depth, a)
			}
		}
		above := leavesOf[gametest.WildState, gametest.WildMove](t, textbook.MTDF, w, &s, depth, textbook.Options{Guess: game.Infinity})
		if !maps.Equal(above, leaves[textbook.SSS]) || !maps.Equal(leaves[textbook.ABSSS], leaves[textbook.SSS]) {
			t.Fatalf("%+v, depth %d: MTD(+∞) or AB-SSS* visits other leaves than SSS*", w, depth)
		}
		if !within(leaves[textbook.Scout], leaves[textbook.AlphaBeta]) {
			bold++
		}
		if len(leaves[textbook.LectureAlphaBeta]) > len(leaves[textbook.AlphaBeta]) {
			clumsy++
		}
	}
	if bold == 0 || clumsy == 0 {
		t.Errorf("SCOUT went beyond alpha-beta %d times, the lecture's %d, want some", bold, clumsy)
	}
}

// TestScoutGoesBeyondAlphaBeta has a tree in which EVAL does not pass down
// that the root is already worth 2, and so visits a leaf that alpha-beta cuts
// off.
func TestScoutGoesBeyondAlphaBeta(t *testing.T) {
	parsed, err := tree.Parse("(2 (((2 2) 3)))")
	if err != nil {
		t.Fatal(err)
	}
	for a, want := range map[textbook.Algorithm]int{textbook.Scout: 4, textbook.AlphaBeta: 3, textbook.NegaScout: 3} {
		root := parsed.Root()
		o := textbook.Options{Scoring: textbook.Points}
		if got := leavesOf[tree.Position, tree.Move](t, a, tree.Rules{}, &root, 9, o); len(got) != want {
			t.Errorf("%s: %d leaves, want %d", a, len(got), want)
		}
	}
}

// TestMinimalTree has the best move first everywhere: then every search that
// cuts visits exactly the leaves of the minimal tree (Knuth & Moore 1975).
func TestMinimalTree(t *testing.T) {
	for _, u := range []tree.Uniform{{Branching: 2, Depth: 6}, {Branching: 3, Depth: 5}, {Branching: 5, Depth: 4}, {Branching: 4, Depth: 1}} {
		u.Ordering = tree.Best
		for _, a := range []textbook.Algorithm{
			textbook.AlphaBeta, textbook.Scout, textbook.NegaScout, textbook.SSS, textbook.BratkoAlphaBeta, textbook.LectureAlphaBeta, textbook.ReinefeldNegaScout,
		} {
			root := u.Start()
			leaves := leavesOf[tree.UniformPosition, tree.Move](t, a, u, &root, u.Depth, textbook.Options{})
			if len(leaves) != int(u.MinimalLeaves()) {
				t.Errorf("%s, %v: %d leaves, want %d", a, u, len(leaves), u.MinimalLeaves())
			}
		}
	}
}
