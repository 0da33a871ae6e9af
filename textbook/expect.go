package textbook

import (
	"github.com/plywood-go/plywood/game"
)

// Chance selects an algorithm for games with events of chance.
type Chance uint8

// The algorithms for games of chance. All return the same value.
const (
	// Expectiminimax visits the whole tree: the value of an event is the mean of the values
	// of its outcomes (Michie 1966).
	Expectiminimax Chance = iota
	// Star1 cuts off the outcomes of an event whose values, between the least and the
	// greatest possible one, cannot bring the mean into the window (Ballard 1983).
	Star1
	// Star2 first looks at one move after each outcome: this bounds the outcome from one
	// side, and often cuts off before any outcome is searched whole (Ballard 1983). The
	// moves looked at are searched again later, so that it pays where cutoffs are frequent.
	Star2
)

// ChanceRules are rules with events of chance.
type ChanceRules[S any, M comparable] interface {
	game.Rules[S, M]
	game.Chancer[S]
}

// ChanceOptions configure Expect.
type ChanceOptions[S any] struct {
	Algorithm Chance
	// Value estimates a position at the horizon for the side to move. Nil means 0.
	Value func(s *S) float64
	// Least and Most bound all values, for either side; cutoffs by Star1 and Star2 rest on
	// them. If both are 0 they are -1 and 1, for games that are won, drawn or lost.
	Least, Most float64
}

// Expected is the result of Expect.
type Expected[M comparable] struct {
	// Value is the expected value for the side to move at the root: 1 for a win, -1 for a
	// loss, or the margin in games that end in margins.
	Value float64
	// Best is the best move; HasBest is false if the game is over, at depth 0, and where
	// chance chooses.
	Best    M
	HasBest bool
	// Nodes counts positions visited, Cutoffs the players' nodes and events left early.
	Nodes, Cutoffs int
}

// Expect returns the expected value of s, at best play of both sides, depth plies ahead. An
// event is a ply. Expectiminimax visits b^depth positions.
func Expect[S any, M comparable, R ChanceRules[S, M]](rules R, s *S, depth int, o ChanceOptions[S]) Expected[M] {
	if o.Least == 0 && o.Most == 0 {
		o.Least, o.Most = -1, 1
	}
	e := &expecter[S, M, R]{rules: rules, o: o}
	e.r.Value = e.search(s, depth, o.Least, o.Most, true)
	return e.r
}

// expecter is one run of Expect.
type expecter[S any, M comparable, R ChanceRules[S, M]] struct {
	rules R
	o     ChanceOptions[S]
	r     Expected[M]
}

// search returns the value of s for the side to move if it lies between alpha and beta, and
// otherwise a bound beyond that side.
func (e *expecter[S, M, R]) search(s *S, depth int, alpha, beta float64, root bool) float64 {
	e.r.Nodes++
	moves, status := e.rules.Moves(s, nil)
	switch {
	case status.Over():
		return final(status)
	case depth == 0 && e.o.Value == nil:
		return 0
	case depth == 0:
		return e.o.Value(s)
	}
	if chances := e.rules.Chances(s, nil); len(chances) > 0 {
		return e.event(s, moves, chances, depth, alpha, beta)
	}
	best := e.o.Least
	for i, m := range moves {
		v := e.after(s, m, depth, max(alpha, best), beta)
		if i == 0 || v > best {
			best = v
			if root {
				e.r.Best, e.r.HasBest = m, true
			}
		}
		if best >= beta && e.o.Algorithm != Expectiminimax && i < len(moves)-1 {
			e.r.Cutoffs++
			break
		}
	}
	return best
}

// after returns the value of playing m in s for the side to move in s, searched with the
// window [alpha, beta].
func (e *expecter[S, M, R]) after(s *S, m M, depth int, alpha, beta float64) float64 {
	var next S
	e.rules.Play(&next, s, m)
	if e.o.Algorithm == Expectiminimax {
		alpha, beta = e.o.Least, e.o.Most
	}
	if e.rules.ToMove(&next) == e.rules.ToMove(s) {
		return e.search(&next, depth-1, alpha, beta, false)
	}
	return -e.search(&next, depth-1, -beta, -alpha, false)
}

// event returns the mean value of the outcomes of an event.
func (e *expecter[S, M, R]) event(s *S, outcomes []M, chances []float64, depth int, alpha, beta float64) float64 {
	n := len(outcomes)
	least, most := make([]float64, n), make([]float64, n) // bounds of each outcome's value
	low, high := 0.0, 0.0                                 // bounds of the mean
	for i, p := range chances {
		least[i], most[i] = e.o.Least, e.o.Most
		low, high = low+p*least[i], high+p*most[i]
	}
	narrow := func(i int, lower, upper float64) {
		lower, upper = max(lower, least[i]), min(upper, most[i])
		low, high = low+chances[i]*(lower-least[i]), high+chances[i]*(upper-most[i])
		least[i], most[i] = lower, upper
	}
	if e.o.Algorithm == Star2 && depth > 1 {
		for i, m := range outcomes {
			lower, upper := e.probe(s, m, depth)
			if narrow(i, lower, upper); low >= beta || high <= alpha {
				e.r.Cutoffs++
				return bound(low, high, beta)
			}
		}
	}
	for i, m := range outcomes {
		p := chances[i]
		// The value of this outcome at which the mean reaches alpha or beta, if all others
		// are as good, or as bad, as possible.
		a, b := most[i]-(high-alpha)/p, least[i]+(beta-low)/p
		v := e.after(s, m, depth, max(a, e.o.Least), min(b, e.o.Most))
		lower, upper := v, v
		if e.o.Algorithm != Expectiminimax {
			if v <= a {
				lower = least[i]
			}
			if v >= b {
				upper = most[i]
			}
		}
		narrow(i, lower, upper)
		if e.o.Algorithm != Expectiminimax && i < n-1 && (low >= beta || high <= alpha) {
			e.r.Cutoffs++
			return bound(low, high, beta)
		}
	}
	return bound(low, high, beta)
}

// bound returns the bound of a mean that is beyond the window, or the mean if both bounds
// are equal.
func bound(low, high, beta float64) float64 {
	if low >= beta {
		return low
	}
	return high
}

// probe bounds the value of an outcome, for the side to move before it, by its first move.
func (e *expecter[S, M, R]) probe(s *S, outcome M, depth int) (lower, upper float64) {
	lower, upper = e.o.Least, e.o.Most
	var next S
	e.rules.Play(&next, s, outcome)
	e.r.Nodes++
	moves, status := e.rules.Moves(&next, nil)
	same := e.rules.ToMove(&next) == e.rules.ToMove(s)
	var v float64
	switch {
	case status.Over():
		v = final(status)
	case len(e.rules.Chances(&next, nil)) > 0:
		return lower, upper
	default:
		v = e.after(&next, moves[0], depth-1, e.o.Least, e.o.Most)
	}
	switch {
	case status.Over() && same:
		return v, v
	case status.Over():
		return -v, -v
	case same:
		return v, upper // the mover may have something better
	}
	return lower, -v
}

// final returns the value of a finished game for the side to move.
func final(status game.Status) float64 {
	if margin, ok := status.Margin(); ok {
		return float64(margin)
	}
	return float64(status.Score().Outcome())
}
