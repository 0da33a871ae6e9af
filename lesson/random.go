package lesson

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/trace"
)

// Random returns the tree of a seed, for quizzes: at most three plies deep, at most 26 named
// nodes, whole numbers at its leaves, and a branch that alpha-beta cuts off. The same seed
// always gives the same tree.
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

// Write writes a tree in the form that ParseTree reads.
func Write(t *Tree) string {
	root := t.Root()
	return tree.Rules{}.FormatPosition(&root)
}

// grower writes a random tree.
type grower struct {
	*rand.Rand
	strings.Builder
	names int // nodes named so far
}

// grow writes a node and its descendants, at most plies deep. Only nodes at ply two may be
// leaves early.
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
