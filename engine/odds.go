package engine

import (
	"math"

	"github.com/plywood-go/plywood/game"
)

// Odds are the chances of the ends of a game. Their sum is 1, or 0 if they are not
// known.
type Odds struct {
	Win  float64 `json:"win"`  // chance, from 0 to 1
	Draw float64 `json:"draw"` // likewise
	Loss float64 `json:"loss"` // likewise
}

// oddsOf returns odds rounded to thousandths.
func oddsOf(win, loss float64) Odds {
	const parts = 1000
	w, l := math.Round(parts*win), math.Round(parts*loss)
	return Odds{w / parts, (parts - w - l) / parts, l / parts}
}

// decided returns the odds of a proven outcome: 1, 0 or -1.
func decided(outcome int) Odds {
	o := float64(outcome)
	return Odds{max(o, 0), 1 - math.Abs(o), max(-o, 0)}
}

// Known reports whether the odds are known.
func (o Odds) Known() bool { return o != Odds{} }

// Points returns the expected points of the side to move: 1 for a win, 1/2 for a draw.
func (o Odds) Points() float64 { return o.Win + o.Draw/2 }

// Percent returns the expected points in percent.
func (o Odds) Percent() int { return int(math.Round(100 * o.Points())) }

// Chances is a model of the odds by the estimate v of a position, in the units of the
// evaluation. The side to move wins with chance 1/(1+exp((Middle-v)/Slope)), and loses with the
// chance that -v gives. Games fit it to self-play, four plies deep, after eight random moves:
// go test ./games/catalog -run TestOdds -odds GAME -v.
type Chances struct{ Middle, Slope float64 }

// At returns the odds at a score.
func (c Chances) At(v game.Score) Odds {
	if o := v.Outcome(); o != 0 {
		return decided(o)
	}
	win := func(v float64) float64 { return 1 / (1 + math.Exp((c.Middle-v)/c.Slope)) }
	return oddsOf(win(float64(v)), win(-float64(v)))
}
