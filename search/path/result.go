package path

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"github.com/plywood-go/plywood/game"
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

func (q *Query) bytes() int { return cmp.Or(q.Bytes, defaultBytes) }

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

// Optimality returns what is proven about the solution; Unknown if there is none.
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

// Puzzle is a one-player game with a goal. Its rules are a [game.Rules] in
// which [game.First] is always to move: at a goal the game is won, at a dead
// end lost, and Moves returns no moves at either.
//
// States are compared by ==, so a hash collision cannot confuse them.
type Puzzle[S, M comparable] interface {
	game.Rules[S, M]
	// Goal reports whether s is a goal.
	Goal(s *S) bool
}

// Infinite is the estimate of a position from which no goal can be reached, and the lower
// bound of a puzzle without a solution. The cost of a solution is always less.
const Infinite = math.MaxInt / 4

// The interfaces below are what a puzzle may offer beyond its rules. The same type
// implements them, and [New] looks for them once.

// Coster returns the costs of moves. Without it every move costs 1.
type Coster[S, M comparable] interface {
	// Cost returns the cost of m in s: 0 or more.
	Cost(s *S, m M) int
}

// Estimator estimates the least distance to a goal. Without it the estimate is
// 0.
//
// An estimate must be admissible: at most the least cost from s to a goal, 0 at a goal, and
// [Infinite] only where no goal can be reached. Every claim of optimality depends on that. It need
// not be consistent: it may fall by more than the cost of a move.
type Estimator[S comparable] interface {
	Estimate(s *S) int
}

// Inverter promises that every move can be undone by another move at the same cost. Without it
// depth-first searches return to the previous position, and there is no frontier search.
type Inverter[M comparable] interface {
	// Inverse returns the move that undoes m.
	Inverse(m M) M
}

// Pruner names pairs of moves that need not be tried, because another order of them leads
// to the same position at no greater cost. For turns of opposite faces of a cube one
// order is enough. Without it a depth-first search leaves out only the inverse.
type Pruner[M comparable] interface {
	// Redundant reports whether next need not be tried after last. At least one of the cheapest
	// paths between any two positions must have no redundant pair of adjacent moves.
	Redundant(last, next M) bool
}

// Retractor plays backwards from the goals. Without it there is no bidirectional search.
type Retractor[S, M comparable] interface {
	// Goals appends all goals to buf.
	Goals(buf []S) []S
	// Retractions appends the moves that can have led to s, one for each position before it.
	Retractions(s *S, buf []M) []M
	// Retract sets *dst to the position in which m leads to *src. The two may be the same state.
	Retract(dst, src *S, m M)
}

// Judge recognizes positions from which no goal can be reached. Without it only a search
// can find out.
type Judge[S comparable] interface {
	// Unsolvable returns the reason why s has no solution, or nil if it knows none.
	Unsolvable(s *S) error
}

// Iterator runs an iteration of IDA* in the puzzle's own loop. It is used
// without a table and without a depth limit. Without it the search visits
// positions one by one through the puzzle's methods.
type Iterator[S, M comparable] interface {
	// Iterate visits the same nodes as the general search, in the order of Moves and
	// without redundant ones. It looks for a goal with g + h within the bound. It returns
	// the moves to the first goal that it finds or, if found is false, the least g + h
	// beyond the bound. If it cannot search s, it does nothing and ok is false.
	Iterate(s *S, bound int, t *Tally) (moves []M, beyond int, found, ok bool)
}

// Expert solves a puzzle by its own method, quickly but perhaps not optimally. Auto and Own use it.
// Without it Own is not available, and Auto works as the package documentation says.
type Expert[S, M comparable] interface {
	// Solve looks for a solution of s with at most most moves, or for a short one if most
	// is 0. found is false if it finds none or the tally ends it.
	Solve(s *S, most int, t *Tally) (moves []M, found bool)
}

// Tally counts positions for an Iterator or an Expert. Once Generated has reached Limit,
// they must call Attend before they expand another position, and end if it returns true.
type Tally struct {
	Expanded, Generated, Limit uint64                     // positions
	Attend                     func(t *Tally) (stop bool) // raises Limit, or ends the search
}

// offers are the rules of a puzzle with its capabilities.
type offers[S, M comparable] struct {
	Puzzle[S, M]
	coster    Coster[S, M]
	estimator Estimator[S]
	inverter  Inverter[M]
	pruner    Pruner[M]
	retractor Retractor[S, M]
	judge     Judge[S]
	iterator  Iterator[S, M]
	expert    Expert[S, M]
}

func offersOf[S, M comparable](p Puzzle[S, M]) offers[S, M] {
	o := offers[S, M]{Puzzle: p}
	o.coster, _ = p.(Coster[S, M])
	o.estimator, _ = p.(Estimator[S])
	o.inverter, _ = p.(Inverter[M])
	o.pruner, _ = p.(Pruner[M])
	o.retractor, _ = p.(Retractor[S, M])
	o.judge, _ = p.(Judge[S])
	o.iterator, _ = p.(Iterator[S, M])
	o.expert, _ = p.(Expert[S, M])
	return o
}

// cost returns the cost of m in s.
func (o *offers[S, M]) cost(s *S, m M) int {
	if o.coster == nil {
		return 1
	}
	return o.coster.Cost(s, m)
}

// estimate returns a lower bound of the cost from s to a goal.
func (o *offers[S, M]) estimate(s *S) int {
	if o.estimator == nil {
		return 0
	}
	return min(o.estimator.Estimate(s), Infinite)
}

// redundant reports whether next need not be tried after last.
func (o *offers[S, M]) redundant(last, next M) bool {
	switch {
	case o.pruner != nil:
		return o.pruner.Redundant(last, next)
	case o.inverter != nil:
		return next == o.inverter.Inverse(last)
	}
	return false
}

// reason returns why no goal can be reached from s, or nil if unknown.
func (o *offers[S, M]) reason(s *S) error {
	if o.judge == nil {
		return nil
	}
	return o.judge.Unsolvable(s)
}
