package path

import (
	"math"

	"github.com/plywood-go/plywood/game"
)

// Puzzle is a game of one player with a goal. Its rules are those of a
// [game.Rules] in which [game.First] is always to move: at a goal the game is
// over and won, at a dead end over and lost, and Moves gives none at either.
//
// States are compared by ==, so that no search ever takes one for another; the
// hash only says where to look.
type Puzzle[S, M comparable] interface {
	game.Rules[S, M]
	// Goal reports whether s is what the player wants to reach.
	Goal(s *S) bool
}

// Infinite is the estimate of a position from which no goal can be reached, and
// the lower bound of a puzzle that has no solution. Costs of solutions are less.
const Infinite = math.MaxInt / 4

// The interfaces below are what a puzzle may offer beyond its rules, implemented
// by the same type. They are looked for once, by [New].

// Coster gives moves their costs. Without it every move costs 1.
type Coster[S, M comparable] interface {
	// Cost returns what m costs in s: 0 or more.
	Cost(s *S, m M) int
}

// Estimator knows how far a goal is at least. Without it the estimate is 0.
//
// An estimate is a promise: it is never more than the least cost from s to a
// goal (it is admissible), 0 at a goal, and [Infinite] where none can be reached
// for certain. Whatever a search calls optimal rests on that. It need not be
// consistent: it may fall by more than a move costs.
type Estimator[S comparable] interface {
	Estimate(s *S) int
}

// Inverter tells that every move can be taken back by another, at the same cost.
// Without it depth-first searches look at the position before again, and there
// is no frontier search.
type Inverter[M comparable] interface {
	// Inverse returns the move that leads back, where play goes on, after m.
	Inverse(m M) M
}

// Pruner knows orders of moves that need not be tried, for another leads to the
// same position at no greater cost: of turns of opposite faces of a cube one
// order is enough. Without it a depth-first search leaves out the inverse alone.
type Pruner[M comparable] interface {
	// Redundant reports whether next need not be tried after last. Of all
	// cheapest paths between two positions one at least must have no redundant
	// pair of neighbours.
	Redundant(last, next M) bool
}

// Retractor plays backwards, from goals that it names. Without it there is no
// bidirectional search.
type Retractor[S, M comparable] interface {
	// Goals appends all goals to buf.
	Goals(buf []S) []S
	// Retractions appends the moves by which s can have been reached, one for
	// each position before it.
	Retractions(s *S, buf []M) []M
	// Retract sets *dst to the position in which m leads to *src. The two may
	// be the same state.
	Retract(dst, src *S, m M)
}

// Judge knows positions from which no goal can be reached, and says why. Without
// it a search has to find out.
type Judge[S comparable] interface {
	// Unsolvable returns the reason, nil if it knows none.
	Unsolvable(s *S) error
}

// Iterator runs an iteration of IDA* by a loop of the puzzle's own. It is used
// where there is no table and no limit of depth. Without it positions are visited
// one by one by the puzzle's methods.
type Iterator[S, M comparable] interface {
	// Iterate does what the general search does, node for node: in the order of
	// Moves, but for redundant ones, it looks for a goal of g + h within the
	// bound behind s. It returns the moves to the first that it comes to or, if
	// found is false, the least g + h beyond the bound. ok is false if it does
	// not know how to; then it has done nothing.
	Iterate(s *S, bound int, t *Tally) (moves []M, beyond int, found, ok bool)
}

// Expert solves a puzzle by a way of its own, short but perhaps not shortest. Auto
// asks it, and Own does. Without it Auto does what the documentation of the package
// says, and there is no Own.
type Expert[S, M comparable] interface {
	// Solve looks for a solution of s of at most so many moves, or what it takes
	// for short if that is 0. found is false if there is none that it can find, or
	// the tally says that it is to end.
	Solve(s *S, most int, t *Tally) (moves []M, found bool)
}

// Tally counts positions for an Iterator or an Expert. Once Generated has reached Limit it is
// to call Attend before it expands another, and to end if that says so.
type Tally struct {
	Expanded, Generated, Limit uint64
	Attend                     func(t *Tally) (stop bool)
}

// offers are the rules of a puzzle with what it offers.
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

// cost returns what m costs in s.
func (o *offers[S, M]) cost(s *S, m M) int {
	if o.coster == nil {
		return 1
	}
	return o.coster.Cost(s, m)
}

// estimate returns what is left to pay from s at least.
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

// reason returns why no goal can be reached from s, nil if that is not known.
func (o *offers[S, M]) reason(s *S) error {
	if o.judge == nil {
		return nil
	}
	return o.judge.Unsolvable(s)
}
