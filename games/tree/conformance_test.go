package tree_test

import (
	"testing"

	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/kit/gametest"
)

func TestLaws(t *testing.T) {
	deep, err := tree.Parse("(1 a(2.5 (3 -4 (0.1 0.10000000000000000001))) b((5)))")
	if err != nil {
		t.Fatal(err)
	}
	r := tree.Rules{}
	gametest.Test(t, r, gametest.Config[tree.Position, tree.Move]{
		Starts:  []tree.Position{r.Start(), deep.Root()},
		Illegal: []string{"", "0", "-1", "99", "zz"},
		Perft:   []gametest.Count[tree.Position]{{Depth: 3, Leaves: 8, Nodes: 15}},
		// A tree that is parsed again is another tree with the same hash.
		Equal: func(a, b *tree.Position) bool { return r.Hash(a) == r.Hash(b) },
	})
}

func TestUniformLaws(t *testing.T) {
	for _, text := range []string{"3,4,best,1", "3,4,worst,2", "4,3,random,3", "1,5,best", "7,0"} {
		u, err := tree.ParseUniform(text)
		if err != nil {
			t.Fatal(err)
		}
		gametest.Test(t, u, gametest.Config[tree.UniformPosition, tree.Move]{
			Illegal: []string{"", "0", "8", "x"},
			Perft:   []gametest.Count[tree.UniformPosition]{{Depth: u.Depth, Leaves: int(u.Leaves())}},
		})
	}
}
