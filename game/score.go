package game

import "fmt"

// Score is the value of a position for the side to move; in a one-player game, for that player.
// Positive is good. This convention holds everywhere in Plywood unless a name says otherwise (the
// textbook's MAX/MIN procedures and the events of a trace use MAX's view).
//
// A Score is one of these, in bands that do not overlap:
//
//	             0        a draw, or an estimate of equality
//	1 … MaxEval           an estimate, in the units of the game's evaluation
//	Margin(1) … Margin(MaxMargin)   the game ends, won by that many points
//	WinIn(MaxPlies) … WinIn(0)      the game is won in that many plies
//	Infinity              beyond every value; only ever a bound
//
// and the same below zero, mirrored. Hence a proven win is better than any estimate, a larger
// margin better than a smaller, a quicker win better than a slower, and a slower loss better than a
// quicker. The type is symmetric: negation never overflows, not even for Infinity.
type Score int32

// Limits of the bands.
const (
	// MaxEval is the largest value an evaluation may return.
	MaxEval Score = 9_999_999
	// MaxMargin is the largest margin, in points, by which a game can end.
	MaxMargin = 9_999_999
	// MaxPlies is the largest distance to a win that a Score can hold.
	MaxPlies = 9_999_999
	// Infinity is greater than every value, -Infinity less.
	Infinity Score = 1_000_000_000

	marginBase Score = 10_000_000
	winBase    Score = 20_000_000
	winTop     Score = winBase + MaxPlies
)

// WinIn returns the value of a position that the side to move wins in the given
// number of plies, 0 if it has won already.
func WinIn(plies int) Score { return winTop - Score(plies) }

// LossIn returns the value of a position that the side to move loses in the
// given number of plies, 0 if it has lost already.
func LossIn(plies int) Score { return Score(plies) - winTop }

// Margin returns the exact value of a game that ends with a margin of n points
// for the side to move; Margin(0) is the draw, 0.
func Margin(n int) Score {
	switch {
	case n > 0:
		return marginBase + Score(n)
	case n < 0:
		return Score(n) - marginBase
	}
	return 0
}

// Plies returns the number of plies to the win (won true) or loss (won false)
// that v represents; ok is false if v has no such distance.
func (v Score) Plies() (plies int, won, ok bool) {
	switch {
	case v >= winBase && v <= winTop:
		return int(winTop - v), true, true
	case v <= -winBase && v >= -winTop:
		return int(winTop + v), false, true
	}
	return 0, false, false
}

// Distance is Plies for a distance that is known. WinIn(MaxPlies) and LossIn(MaxPlies)
// say only who wins. They still do after Later or Sooner by fewer than 1<<16 plies, more
// than any search looks ahead.
func (v Score) Distance() (plies int, won, known bool) {
	plies, won, known = v.Plies()
	return plies, won, known && plies <= MaxPlies-1<<16
}

// Points returns the final margin that v represents; ok is false if v is an estimate or a distance
// to a win. It is also false for 0, which may be a draw or an estimate of equality.
func (v Score) Points() (n int, ok bool) {
	switch {
	case v > marginBase && v < winBase:
		return int(v - marginBase), true
	case v < -marginBase && v > -winBase:
		return int(v + marginBase), true
	}
	return 0, false
}

// Proven reports whether v can only be the exact value of a game: a margin or
// a distance to the end. 0 is not Proven, because an estimate can be 0.
func (v Score) Proven() bool { return v > MaxEval || v < -MaxEval }

// Outcome returns 1 if v is a proven win, -1 if a proven loss, 0 otherwise.
func (v Score) Outcome() int {
	switch {
	case v > MaxEval:
		return 1
	case v < -MaxEval:
		return -1
	}
	return 0
}

// Later returns v as seen plies plies earlier in the game: distances to a win or a loss grow by
// plies, other values stay. It converts a value relative to a node into one relative to the root. A
// distance grows to at most MaxPlies, so that a very distant win does not become a margin.
func (v Score) Later(plies int) Score {
	// This has no branches, because the order of wins, losses and estimates is
	// unpredictable, and it runs once a node.
	sign := int64(v) >> 63
	size := (int64(v) ^ sign) - sign
	inBand := ^((size - int64(winBase)) | (int64(winTop) - size)) >> 63
	size = max(size-int64(plies)&inBand, int64(winBase)&inBand)
	return Score((size ^ sign) - sign)
}

// Sooner undoes [Score.Later].
func (v Score) Sooner(plies int) Score { return v.Later(-plies) }

// String returns "+12" for an estimate, "win in 5" or "loss in 4" for a
// distance in plies, "final +12" for a margin, "inf" or "-inf".
func (v Score) String() string {
	if n, won, ok := v.Plies(); ok {
		if won {
			return fmt.Sprintf("win in %d", n)
		}
		return fmt.Sprintf("loss in %d", n)
	}
	if n, ok := v.Points(); ok {
		return fmt.Sprintf("final %+d", n)
	}
	switch {
	case v == 0:
		return "0"
	case v >= Infinity:
		return "inf"
	case v <= -Infinity:
		return "-inf"
	}
	return fmt.Sprintf("%+d", int32(v))
}

// Bound describes the meaning of a value returned by a search. Lower and Upper
// are the two bits of Exact.
type Bound uint8

// The kinds of bound. NoBound means that nothing is known.
const (
	NoBound Bound = 0
	Upper   Bound = 1 // the true value is at most this
	Lower   Bound = 2 // the true value is at least this
	Exact   Bound = Upper | Lower
)

// Negate returns the bound seen from the other side.
func (b Bound) Negate() Bound { return b>>1&1 | b<<1&2 }

// String returns "none", "upper", "lower" or "exact".
func (b Bound) String() string {
	return [...]string{"none", "upper", "lower", "exact"}[b&3]
}

// Window is the open interval (Alpha, Beta) in which a search must find the
// exact value. Outside it a bound is enough.
type Window struct{ Alpha, Beta Score }

// FullWindow returns the window that contains every value.
func FullWindow() Window { return Window{-Infinity, Infinity} }

// Null returns the window (v, v+1), which contains no value: a search with it
// can only answer "at most v" or "at least v+1".
func Null(v Score) Window { return Window{v, v + 1} }

// Negate returns the window seen from the other side.
func (w Window) Negate() Window { return Window{-w.Beta, -w.Alpha} }

// Valid reports whether Alpha < Beta.
func (w Window) Valid() bool { return w.Alpha < w.Beta }

// Contains reports whether v lies strictly inside w.
func (w Window) Contains(v Score) bool { return w.Alpha < v && v < w.Beta }

// Bound classifies v, the fail-soft answer of a search with window w: Upper if
// v <= Alpha, Lower if v >= Beta, Exact in between.
func (w Window) Bound(v Score) Bound {
	switch {
	case v <= w.Alpha:
		return Upper
	case v >= w.Beta:
		return Lower
	}
	return Exact
}

// Clamp returns v limited to the closed interval [Alpha, Beta]: the fail-hard
// form of a fail-soft answer.
func (w Window) Clamp(v Score) Score { return min(max(v, w.Alpha), w.Beta) }

// String returns "(alpha, beta)".
func (w Window) String() string { return fmt.Sprintf("(%v, %v)", w.Alpha, w.Beta) }
