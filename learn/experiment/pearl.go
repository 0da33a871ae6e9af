package experiment

import (
	"context"
	"fmt"
	"math"

	"github.com/plywood-go/plywood/games/tree"
)

// pearlTrees is the number of trees for each branching factor. pearlLeaves limits the
// leaves of a tree; alpha-beta visits far fewer.
const (
	pearlTrees  = 40
	pearlLeaves = 20_000_000
)

// pearlBranching measures how alpha-beta's leaves grow with depth in trees with
// independent leaves. It compares the growth with Pearl's branching factor ξ/(1−ξ),
// where ξ is the positive root of xᵇ + x − 1. That is a limit for infinite depth.
func pearlBranching(ctx context.Context, r *report) error {
	for _, b := range []int{2, 3, 4, 5, 6, 8} {
		u := tree.Uniform{Branching: b, Depth: 4}
		for u.Depth < 18 && math.Pow(float64(b), float64(u.Depth+2)) <= pearlLeaves {
			u.Depth += 2
		}
		factors := make([]float64, pearlTrees)
		for i := range factors {
			u.Seed = r.seed*pearlTrees + uint64(i)
			higher := u
			higher.Depth -= 2
			factors[i] = math.Sqrt(float64(leaves(ctx, u, tree.Random)) / float64(leaves(ctx, higher, tree.Random)))
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		want := pearlFactor(b)
		r.emit(r.judged(fmt.Sprintf("growth of the leaves per ply, b=%d", b), figures(want), mean(factors), tenth(want),
			fmt.Sprintf("%d trees, from depth %d to %d; at best %s", pearlTrees, u.Depth-2, u.Depth, figures(math.Sqrt(float64(b))))))
	}
	return nil
}

// pearlFactor returns Pearl's branching factor of alpha-beta, for b children.
func pearlFactor(b int) float64 {
	low, high := 0.0, 1.0
	for range 100 {
		if x := (low + high) / 2; math.Pow(x, float64(b))+x < 1 {
			low = x
		} else {
			high = x
		}
	}
	return low / (1 - low)
}
