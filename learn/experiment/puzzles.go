package experiment

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/plywood-go/plywood/games/cube"
	"github.com/plywood-go/plywood/games/tiles"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
)

// eightPuzzle counts the arrangements by their distance from the goal.
func eightPuzzle(ctx context.Context, r *report) error {
	p, err := tiles.New(tiles.Square(3), tiles.First, nil)
	if err != nil {
		return err
	}
	counts, err := path.Census(ctx, p)
	if err != nil {
		return err
	}
	total, sum := 0, 0
	for moves, n := range counts {
		total += int(n)
		sum += moves * int(n)
	}
	deepest := len(counts) - 1
	r.count("arrangements that can be solved", 181_440, total, "half of 9!")
	r.count("moves that the hardest take", 31, deepest, "")
	r.count("of the hardest there are", 2, int(counts[deepest]), "")
	r.within("moves on average", "21.97", float64(sum)/float64(total), limits{21.965, 21.975}, "")
	return nil
}

// easiest is the node count below which korf solves an instance.
const easiest = 3_000_000

// korf returns the experiment that solves the instances that take fewer nodes than most by Manhattan
// distance, and adds up the nodes.
func korf(most uint64) func(ctx context.Context, r *report) error {
	return func(ctx context.Context, r *report) error { return korfByManhattan(ctx, r, most) }
}

func korfByManhattan(ctx context.Context, r *report, most uint64) error {
	var published, ours uint64
	err := solveKorf(ctx, tiles.Manhattan(tiles.Square(4)), most, func(k tiles.Instance, found path.Result[tiles.Move]) {
		r.count(fmt.Sprintf("moves of instance %d", k.Number), k.Moves, found.Cost, found.Optimality().String())
		published += k.Nodes
		ours += found.Generated
	})
	if err != nil {
		return err
	}
	r.text("nodes on all of these", strconv.FormatUint(published, 10), strconv.FormatUint(ours, 10),
		"by Manhattan distance; up, left, right, down and not back; the first included")
	return nil
}

// korfPatterns solves all instances with the large pattern databases. It computes them
// unless they are saved.
func korfPatterns(ctx context.Context, r *report) error {
	h, err := tiles.NewPatterns(ctx, tiles.Square(4), "7-8", r.tables.Folder, r.tables.Report)
	if err != nil {
		return err
	}
	solved, published, ours, nodes := 0, 0, 0, uint64(0)
	began := cputime.Used()
	err = solveKorf(ctx, h, math.MaxUint64, func(k tiles.Instance, found path.Result[tiles.Move]) {
		if found.Optimality() == path.Optimal {
			solved++
		}
		published += k.Moves
		ours += found.Cost
		nodes += found.Generated
	})
	if err != nil {
		return err
	}
	used := cputime.Since(began)
	r.count("instances solved", len(tiles.Korf()), solved, "optimal")
	r.count("moves of all instances", published, ours, "")
	r.measured("nodes on all of these", strconv.FormatUint(nodes, 10), "by pattern databases of 7 and 8 tiles; the first included")
	r.measured("seconds of processor time", strconv.FormatFloat(used.Seconds(), 'f', 1, 64), "tables apart")
	return nil
}

// solveKorf solves Korf's instances of fewer than most nodes by IDA*, and passes each
// result to the function each.
func solveKorf(ctx context.Context, h tiles.Heuristic, most uint64, each func(tiles.Instance, path.Result[tiles.Move])) error {
	p, err := tiles.New(tiles.Square(4), tiles.First, h)
	if err != nil {
		return err
	}
	solver, err := path.New(p, path.Options{Algorithm: path.IDAStar})
	if err != nil {
		return err
	}
	for _, k := range tiles.Korf() {
		if k.Nodes >= most {
			continue
		}
		b, err := p.ParsePosition(k.Position)
		if err != nil {
			return err
		}
		found := solver.Search(ctx, &b, path.Query{}, search.Control{}, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		each(k, found)
	}
	return nil
}

// rubikBranching counts lines of moves in which no face is turned twice in a row, and
// two opposite faces are turned in one order only.
func rubikBranching(ctx context.Context, r *report) error {
	p := cube.New(nil)
	start := p.Start()
	moves, _ := p.Moves(&start, nil)
	next := make([]int, len(moves)) // moves that may follow each
	ends := make([]float64, len(moves))
	for i := range moves {
		ends[i] = 1
	}
	const plies = 60 // by then the ratio stays the same to all digits
	ratio := 0.0
	for range plies {
		after := make([]float64, len(moves))
		before, lines := 0.0, 0.0
		for i, last := range moves {
			next[i] = 0
			before += ends[i]
			for j, m := range moves {
				if !p.Redundant(last, m) {
					next[i]++
					after[j] += ends[i]
				}
			}
		}
		for j := range after {
			lines += after[j]
		}
		for j := range after {
			after[j] /= lines
		}
		ratio, ends = lines/before, after
	}
	mean := 0.0
	for _, n := range next {
		mean += float64(n) / float64(len(next))
	}
	r.text("moves a position, in the long run", "13.34847", strconv.FormatFloat(ratio, 'f', 5, 64), "lines of one move more are so many times as many")
	r.within("the lecture's average", "13.50", mean, limits{13.495, 13.505},
		"the mean of 15 moves behind U, R or F and 12 behind D, L or B, as if both came as often; but more lines end in D, L or B, which may follow any face but their own")
	measured, err := countLines(ctx, p, moves)
	if err != nil {
		return err
	}
	r.measured("lines of 6 moves to those of 5", strconv.FormatFloat(measured, 'f', 5, 64), "counted one by one")
	return ctx.Err()
}

// countLines counts the lines of five and of six moves, and returns the ratio of six to five.
func countLines(ctx context.Context, p *cube.Puzzle, moves []cube.Move) (float64, error) {
	var counts [7]int
	var walk func(last cube.Move, ply int)
	walk = func(last cube.Move, ply int) {
		if counts[ply]++; ply == len(counts)-1 || ctx.Err() != nil {
			return
		}
		for _, m := range moves {
			if !p.Redundant(last, m) {
				walk(m, ply+1)
			}
		}
	}
	for _, m := range moves {
		walk(m, 1)
	}
	return float64(counts[6]) / float64(counts[5]), ctx.Err()
}

// horizonOnePlayer searches for a goal twelve moves away, to depths eleven and twelve.
func horizonOnePlayer(ctx context.Context, r *report) error {
	p, err := tiles.New(tiles.Square(3), tiles.First, nil)
	if err != nil {
		return err
	}
	b, err := p.ParsePosition("3 1 2 7 4 5 8 6 0")
	if err != nil {
		return err
	}
	exact, err := path.New(p, path.Options{Algorithm: path.AStar})
	if err != nil {
		return err
	}
	best := exact.Search(ctx, &b, path.Query{}, search.Control{}, nil)
	r.measured("moves to the goal", strconv.Itoa(best.Cost), best.Optimality().String())
	dfs, err := path.New(p, path.Options{Algorithm: path.DepthFirst})
	if err != nil {
		return err
	}
	for _, depth := range []int{best.Cost - 2, best.Cost - 1, best.Cost} {
		found := dfs.Search(ctx, &b, path.Query{Depth: depth}, search.Control{}, nil)
		want := depth >= best.Cost // a goal just beyond the horizon is not seen
		r.text(fmt.Sprintf("a solution is found at a fixed depth of %d", depth), strconv.FormatBool(want), strconv.FormatBool(found.Found),
			fmt.Sprintf("%d positions", found.Generated))
	}
	return ctx.Err()
}
