package search

import "github.com/plywood-go/plywood/game"

// Estimates are numbers in the game's own unit, far smaller than the scores of
// final margins, unless the game says that they are margins: then they have
// the scores of those margins. Scores have a gap between -1 and 1 points, so a
// window's width or a margin of error is added to the number, not to the
// score.

// estimate returns the score of the estimate n.
func (c *capabilities[S, M]) estimate(n game.Score) game.Score {
	if !c.InMargins {
		return n
	}
	return game.Margin(int(min(max(n, -game.MaxMargin), game.MaxMargin)))
}

// number returns the number of an estimate; other scores it returns unchanged.
func (c *capabilities[S, M]) number(v game.Score) game.Score {
	if n, ok := v.Points(); ok && c.InMargins {
		return game.Score(n)
	}
	return v
}

// beyond reports whether v cannot be an estimate.
func (c *capabilities[S, M]) beyond(v game.Score) bool {
	if _, ok := v.Points(); ok && c.InMargins {
		return false
	}
	return v.Proven()
}

// most is the largest score of an estimate.
func (c *capabilities[S, M]) most() game.Score { return c.estimate(game.MaxEval) }
