package experiment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
)

// branchingGames is the number of random games over which branching factors are averaged.
const branchingGames = 2_000

func branching(ctx context.Context, r *report) error {
	whole, err := averageMoves(ctx, r, connect4.Rules{}, always)
	if err != nil {
		return err
	}
	r.wrong("Connect Four", "7.00", whole, limits{6.995, 7.005}, "lecture, branching factors: Connect Four 7.00", "the most, not the average: columns fill up; whole random games")
	if err := othelloBranching(ctx, r); err != nil {
		return err
	}
	if err := checkersBranching(ctx, r); err != nil {
		return err
	}
	return chessMoves(ctx, r)
}

// The midgame of Othello, in plies of a game of 60.
const midgameFrom, midgameTo = 20, 40

func othelloBranching(ctx context.Context, r *report) error {
	rules := othello.Rules{}
	midgame, err := averageMoves(ctx, r, rules, func(ply int) bool { return ply >= midgameFrom && ply < midgameTo })
	if err != nil {
		return err
	}
	whole, err := averageMoves(ctx, r, rules, always)
	if err != nil {
		return err
	}
	note := fmt.Sprintf("plies %d to %d of %d random games", midgameFrom, midgameTo, branchingGames)
	r.emit(r.judged("Othello, midgame", "about 10", midgame, limits{8, 12}, note))
	r.measured("Othello, whole random games", whole.String(), "a pass is one move")
	return nil
}

// checkersGames is the number of games of checkers over which branching factors are
// averaged. checkersDepth is the search depth of both sides. checkersOpening is the
// number of random plies at the start, which make the games differ.
const (
	checkersGames   = 240
	checkersDepth   = 4
	checkersOpening = 6
)

// checkersBranching counts the moves of positions with and without captures, in games of a player
// that counts pieces. The numbers depend on the players, which the source does not describe. Ours
// may differ from the published ones by 10 %, the first by an eighth; the last one differs by more.
func checkersBranching(ctx context.Context, r *report) error {
	const all, capturing, quiet = 0, 1, 2
	rules := draughtsengine.Material{}
	player := chooseBy(ctx, draughtsengine.Generic(rules, search.Options{TableBytes: 1 << 20}), search.Query{Depth: checkersDepth})
	var moves, positions [3][]float64
	for i := range checkersGames {
		var m, p [3]float64
		random := rand.New(rand.NewPCG(r.seed, uint64(i)))
		_, err := playGame(ctx, rules, random, checkersOpening, [2]chooser[draughts.Position, draughts.Move]{player, player}, func(_ *draughts.Position, legal []draughts.Move) {
			kind := quiet
			if legal[0].Captured != 0 {
				kind = capturing
			}
			for _, k := range []int{all, kind} {
				m[k] += float64(len(legal))
				p[k]++
			}
		})
		if err != nil {
			return err
		}
		for k := range moves {
			moves[k], positions[k] = append(moves[k], m[k]), append(positions[k], p[k])
		}
	}
	note := fmt.Sprintf("%d games of a player that counts pieces %d plies ahead, after %d random moves", checkersGames, checkersDepth, checkersOpening)
	mean := func(kind int) estimate { return ratio(moves[kind], positions[kind]) }
	r.emit(r.judged("checkers", "6.14", mean(all), around(6.14, 0.125), note))
	r.emit(r.judged("checkers, with captures", "1.20", mean(capturing), around(1.20, 0.1), note))
	r.wrong("checkers, without", "7.94", mean(quiet), around(7.94, 0.1), "lecture, branching factors: checkers 7.94", "games of a strong program: 7.33; "+note)
	return nil
}

// around returns limits of a part of x on either side of x.
func around(x, part float64) limits { return limits{x - part*x, x + part*x} }

func always(int) bool { return true }

// averageMoves estimates the average number of moves at the given plies of random games.
func averageMoves[S any, M comparable, R startable[S, M]](ctx context.Context, r *report, rules R, wanted func(ply int) bool) (estimate, error) {
	moves, positions := make([]float64, branchingGames), make([]float64, branchingGames)
	for i := range branchingGames {
		ply := 0
		random := rand.New(rand.NewPCG(r.seed, uint64(i)))
		_, err := playGame(ctx, rules, random, math.MaxInt, [2]chooser[S, M]{}, func(_ *S, legal []M) {
			if wanted(ply) {
				positions[i]++
				moves[i] += float64(len(legal))
			}
			ply++
		})
		if err != nil {
			return estimate{}, err
		}
	}
	return ratio(moves, positions), nil
}

// maxLeaves limits the trees of knuth-moore that are searched completely. deep is the depth for the
// branching factor of 30: there alpha-beta visits 1 619 999 of 656 billion leaves.
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

// effective returns the branching factor of a uniform tree with that many leaves.
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
		r.emit(r.judged(fmt.Sprintf("growth of the leaves per ply, b=%d", b), figures(want), mean(factors), around(want, 0.1),
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
