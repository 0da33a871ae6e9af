package path

import (
	"fmt"
	"time"

	"github.com/plywood-go/plywood/search"
)

// Query is what is asked of a position beyond a solution.
type Query struct {
	// Depth is the most moves that a solution may have. Zero means any number.
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

// Result is what a search found out.
type Result[M any] struct {
	// Found says that there is a solution: Moves, of that Cost.
	Found bool
	Moves []M
	Cost  int
	// Lower is what every solution costs at least; it is proven, as far as
	// estimates keep their promise. Infinite means that there is none.
	Lower int
	// Reason is why there is no solution, if the puzzle knew without a search.
	Reason error

	Expanded  uint64 // positions whose moves were generated
	Generated uint64 // positions met, the first included, as often as they were
	Open      int    // positions kept that wait to be expanded
	Closed    int    // positions kept that have been
	Bytes     int    // memory of positions kept, at most
	Algorithm Algorithm
	Elapsed   time.Duration
	// Stopped says what ended the search. Solved means that it came to its
	// end: a solution, or the proof that there is none.
	Stopped search.Stop
}

// Unsolvable reports whether it is proven that there is no solution.
func (r *Result[M]) Unsolvable() bool { return r.Lower >= Infinite }

// Optimality says how good a solution is.
type Optimality uint8

// The kinds of optimality.
const (
	Unknown Optimality = iota
	Bounded            // it costs at most Factor times the least
	Optimal            // none costs less
)

// String returns "unknown", "bounded" or "optimal".
func (o Optimality) String() string { return [...]string{"unknown", "bounded", "optimal"}[o] }

// Optimality says how good the solution is; Unknown if there is none.
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

// Factor returns how many times the least cost the solution costs at most, 0 if
// nothing is known.
func (r *Result[M]) Factor() float64 {
	switch r.Optimality() {
	case Optimal:
		return 1
	case Bounded:
		return float64(r.Cost) / float64(r.Lower)
	}
	return 0
}

// String tells the cost and what is proven of it, for logs.
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
