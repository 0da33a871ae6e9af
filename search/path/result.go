package path

import (
	"context"
	"fmt"
	"time"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Query holds the limits of a search for a solution.
type Query struct {
	// Depth is the maximum number of moves of a solution. Zero means no limit.
	Depth int
	// Nodes bounds the positions generated. Zero means no limit.
	Nodes uint64
	// Bytes bounds the memory of positions kept. Zero means 1 GiB.
	Bytes int
}

const defaultBytes = 1 << 30

func (q *Query) bytes() int {
	if q.Bytes == 0 {
		return defaultBytes
	}
	return q.Bytes
}

// Result is the outcome of a search.
type Result[M any] struct {
	// Found reports whether a solution was found: Moves, with that Cost.
	Found bool
	Moves []M
	Cost  int
	// Lower is a proven lower bound of the cost of every solution, provided
	// that estimates are admissible. Infinite means that there is none.
	Lower int
	// Reason is why there is no solution, if the puzzle knew without a search.
	Reason error

	Expanded  uint64        // positions whose moves were generated
	Generated uint64        // positions met, counted each time, the start included
	Open      int           // positions kept but not yet expanded
	Closed    int           // positions kept and expanded
	Bytes     int           // peak memory of the positions kept
	Algorithm Algorithm     // that searched
	Elapsed   time.Duration // since the search began
	// Stopped is the reason why the search ended. Solved means that it found a
	// solution, or a proof that there is none.
	Stopped search.Stop
}

// Unsolvable reports whether it is proven that there is no solution.
func (r *Result[M]) Unsolvable() bool { return r.Lower >= Infinite }

// Optimality classifies a solution.
type Optimality uint8

// The kinds of optimality.
const (
	Unknown Optimality = iota
	Bounded            // it costs at most Factor times the least
	Optimal            // no solution costs less
)

// String returns "unknown", "bounded" or "optimal".
func (o Optimality) String() string { return [...]string{"unknown", "bounded", "optimal"}[o] }

// Optimality returns what is proven about the solution; Unknown if there is
// none.
func (r *Result[M]) Optimality() Optimality {
	switch {
	case !r.Found:
		return Unknown
	case r.Cost <= r.Lower:
		return Optimal
	case r.Lower > 0:
		return Bounded
	}
	return Unknown
}

// Factor returns an upper bound of the ratio of the solution's cost to the
// least cost; 0 if unknown.
func (r *Result[M]) Factor() float64 {
	switch r.Optimality() {
	case Optimal:
		return 1
	case Bounded:
		return float64(r.Cost) / float64(r.Lower)
	}
	return 0
}

// String returns the cost and its optimality, for logs.
func (r *Result[M]) String() string {
	switch {
	case r.Unsolvable():
		return "no solution"
	case !r.Found:
		return fmt.Sprintf("no solution yet (%v): cost at least %d", r.Stopped, r.Lower)
	case r.Optimality() == Bounded:
		return fmt.Sprintf("cost %d, at most %.3f times the least", r.Cost, r.Factor())
	}
	return fmt.Sprintf("cost %d, optimality %v", r.Cost, r.Optimality())
}

// Census counts the positions from which a goal can be reached, by their least number of
// moves: Census()[3] positions are three moves away. It plays backwards from the goals,
// and keeps all positions in memory.
func Census[S, M comparable](ctx context.Context, p Puzzle[S, M]) (counts []uint64, err error) {
	err = Spread(ctx, p, func(_ *S, moves int) {
		for len(counts) <= moves {
			counts = append(counts, 0)
		}
		counts[moves]++
	})
	return counts, err
}

// Spread visits every position from which a goal can be reached once, nearest first, with
// the least number of moves to a goal. If the puzzle is no [Retractor], the error wraps
// [ErrUnfit]; otherwise it comes from ctx.
func Spread[S, M comparable](ctx context.Context, p Puzzle[S, M], visit func(s *S, moves int)) error {
	r := &run[S, M]{offers: offersOf(p)}
	if r.retractor == nil {
		return reason.Errorf("%w: positions are counted backwards from the goals", ErrUnfit)
	}
	var a side[S, M]
	for _, g := range r.retractor.Goals(nil) {
		r.join(&a, nil, &g, opened[M]{parent: -1})
	}
	for ; len(a.layer) > 0; a.depth++ {
		layer := a.layer
		a.layer = nil
		for _, i := range layer {
			if i&(chunkSize-1) == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			from := a.pool.at(i).state
			visit(&from, a.depth)
			r.backward(&from, func(before *S, m M) bool {
				r.join(&a, nil, before, opened[M]{move: m, parent: i})
				return true
			})
		}
	}
	return nil
}
