package search

import "github.com/plywood-go/plywood/game"

// Estimates are numbers in a unit of the game's own, far below the margins by
// which games end, unless the game says that they are margins: then they are the
// scores of those. Between -1 and 1 points scores leave a gap, so that what is
// added to an estimate, a window's width or a margin of error, is added to the
// number and not to the score.

// estimate returns the score of the estimate n.
func (c *capabilities[S, M]) estimate(n game.Score) game.Score {
	if !c.InMargins {
		return n
	}
	return game.Margin(int(min(max(n, -game.MaxMargin), game.MaxMargin)))
}

// number returns the number of an estimate, or of what lies beyond them all.
func (c *capabilities[S, M]) number(v game.Score) game.Score {
	if n, ok := v.Points(); ok && c.InMargins {
		return game.Score(n)
	}
	return v
}

// beyond reports whether v can be no estimate.
func (c *capabilities[S, M]) beyond(v game.Score) bool {
	if _, ok := v.Points(); ok && c.InMargins {
		return false
	}
	return v.Proven()
}

// most is the largest score of an estimate.
func (c *capabilities[S, M]) most() game.Score { return c.estimate(game.MaxEval) }
