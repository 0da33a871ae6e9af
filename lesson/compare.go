package lesson

import (
	"context"
	"errors"

	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/textbook"
)

// Comparison is several algorithms on one tree.
type Comparison struct {
	Rows []Row
	// Leaves is the number of leaves of the tree, and Minimum that of the leaves
	// without which no search can know its value: on a uniform b-ary tree
	// b^⌈d/2⌉+b^⌊d/2⌋−1 (Knuth and Moore 1975).
	Leaves, Minimum int
}

// Row is what one algorithm did.
type Row struct {
	*Run
	Leaves      int // different leaves whose static value was taken
	Evaluations int // static values taken, again and again
	Nodes       int // different nodes visited
	Visits      int // of nodes, again and again
	Cutoffs     int
	Pruned      int     // different branches cut off
	Ratio       float64 // of Leaves to the minimum
}

// Compare searches a tree with each of the algorithms, otherwise by the setup.
func Compare(ctx context.Context, t *tree.Tree, s Setup, algorithms ...textbook.Algorithm) (*Comparison, error) {
	if len(algorithms) == 0 {
		return nil, errors.New("lesson: nothing to compare")
	}
	c := &Comparison{}
	for _, a := range algorithms {
		s.Algorithm = a
		r, err := Search(ctx, t, s)
		if err != nil {
			return nil, err
		}
		c.Leaves, c.Minimum = r.root.leaves, r.root.minimum()
		c.Rows = append(c.Rows, newRow(r, c.Minimum))
	}
	return c, nil
}

func newRow(r *Run, minimum int) Row {
	s := r.Replay.Tree().Stats
	return Row{
		Run: r, Leaves: s.Leaves, Evaluations: s.Evaluations, Nodes: s.Nodes, Visits: s.Visits,
		Cutoffs: s.Cutoffs, Pruned: s.Pruned, Ratio: float64(s.Leaves) / float64(minimum),
	}
}

// Summary tells how many leaves are enough.
func (c *Comparison) Summary(l words.Lang) string {
	return l.Text("compare.minimum", "all", c.Leaves, "minimum", c.Minimum)
}
