package lesson

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/trace"
)

// Random returns the tree of a seed, to ask about: three plies deep at most, its
// nodes named a to z at most, whole numbers at its leaves, and something in it
// for alpha-beta to cut off. The same seed gives the same tree, always.
func Random(ctx context.Context, seed uint64) (*tree.Tree, error) {
	r := rand.New(rand.NewPCG(seed, 0))
	for {
		g := grower{Rand: r}
		g.grow(3)
		if g.names > 'z'-'a'+1 {
			continue
		}
		t, err := tree.Parse(g.String())
		if err != nil {
			return nil, err
		}
		run, err := Search(ctx, t, Setup{})
		if err != nil {
			return nil, err
		}
		for i := range run.Len() {
			if run.Replay.Event(i).Kind == trace.Cutoff {
				return t, nil
			}
		}
	}
}

// Write returns a tree as ParseTree reads it.
func Write(t *Tree) string {
	root := t.Root()
	return tree.Rules{}.FormatPosition(&root)
}

// grower writes a random tree down.
type grower struct {
	*rand.Rand
	strings.Builder
	names int // so many nodes have one
}

// grow writes a node and what is below it, so many plies at most. Only nodes two
// plies below the root may be leaves before that.
func (g *grower) grow(plies int) {
	fmt.Fprintf(g, "%c", rune('a'+g.names))
	g.names++
	if plies == 0 || plies == 1 && g.IntN(2) == 0 {
		fmt.Fprintf(g, "=%d", g.IntN(19)-4)
		return
	}
	g.WriteByte('(')
	for i := range 2 + g.IntN(2) {
		if i > 0 {
			g.WriteByte(' ')
		}
		g.grow(plies - 1)
	}
	g.WriteByte(')')
}
