package experiment

import (
	"context"
	"fmt"
	"math"

	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/textbook"
)

// maxLeaves limits the trees of knuth-moore that are searched completely. deep is the
// depth for the branching factor of 30: there alpha-beta visits 1 619 999 of 656
// billion leaves.
//
// randomTrees is the number of trees searched in random order. claimed is the branching
// factor for which they are compared with the lecture's claim.
const (
	randomTrees = 20
	claimed     = 4
	maxLeaves   = 200_000
	maxDepth    = 12
	deep        = 8
	shallow     = 4 // √b is far off at this depth
)

func knuthMoore(ctx context.Context, r *report) error {
	for b := 2; b <= 40; b++ {
		if err := knuthMooreFor(ctx, r, b); err != nil {
			return err
		}
	}
	return chessBranching(ctx, r)
}

// knuthMooreFor searches trees with branching factor b: as deep as maxLeaves
// allows, but at least two plies.
func knuthMooreFor(ctx context.Context, r *report, b int) error {
	u := tree.Uniform{Branching: b, Depth: 2, Seed: r.seed}
	for u.Depth < maxDepth && u.Leaves()*uint64(b) <= maxLeaves {
		u.Depth++
	}
	least, most := int(u.MinimalLeaves()), int(u.Leaves())
	best := leaves(ctx, u, tree.Best)
	worst := leaves(ctx, u, tree.Worst)
	random := randomLeaves(ctx, u)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	name := func(order string) string { return fmt.Sprintf("b=%d, d=%d, %s order", b, u.Depth, order) }
	r.count(name("best"), least, best, "")
	r.count(name("worst"), most, worst, "")
	factor := fmt.Sprintf("%d trees; effective branching factor %.2f", randomTrees, effective(random.mean, u.Depth))
	if b != claimed {
		r.measured(name("random"), random.String(), factor)
		return nil
	}
	// The lecture's O(b^(d/2)) "in the best and average case".
	root := math.Pow(float64(b), float64(u.Depth)/2)
	r.wrong(name("random"), fmt.Sprintf("order of %s", figures(root)), random, limits{root / 2, 2 * root}, "lecture, AlphaBeta: O(b^{ply/2})", factor)
	return nil
}

// randomLeaves estimates the number of leaves that alpha-beta visits in trees like u
// with the children in random order.
func randomLeaves(ctx context.Context, u tree.Uniform) estimate {
	samples := make([]float64, randomTrees)
	for i := range samples {
		samples[i] = float64(leaves(ctx, u, tree.Random))
		u.Seed++
	}
	return mean(samples)
}

// leaves returns the number of leaves that alpha-beta visits in u with its
// children in the given order.
func leaves(ctx context.Context, u tree.Uniform, order tree.Ordering) int {
	u.Ordering = order
	root := u.Start()
	return textbook.Run(ctx, textbook.AlphaBeta, u, &root, u.Depth, textbook.Options{}).Leaves
}

// effective returns the branching factor of a uniform tree with that many
// leaves.
func effective(leaves float64, depth int) float64 { return math.Pow(leaves, 1/float64(depth)) }

// chessBranching compares the effective branching factor for 30 moves with the 6 that
// Bratko states for chess programs, and with √30. With few plies it reaches neither.
func chessBranching(ctx context.Context, r *report) error {
	u := tree.Uniform{Branching: 30, Seed: r.seed}
	for u.Depth = 2; u.Depth <= deep; u.Depth += 2 {
		n := leaves(ctx, u, tree.Best)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		quantity, note := fmt.Sprintf("effective branching of 30 moves, d=%d", u.Depth), fmt.Sprintf("√30 is %.3f", math.Sqrt(30))
		row := r.judged(quantity, "about 6", estimate{mean: effective(float64(n), u.Depth)}, limits{5.5, 6.5}, note)
		if u.Depth <= shallow {
			row.Known, row.Erratum = true, "15.3, branching factor"
		}
		r.emit(row)
	}
	return nil
}
