package tui

import (
	"fmt"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/words"
)

// opinion says what line i of an analysis is worth and how sure that is.
func opinion(l words.Lang, a *engine.Analysis, i int) string {
	line := &a.Lines[i]
	sure := line.Proof
	if i == 0 && a.Proof != game.NoBound {
		sure = a.Proof
	}
	value := claim(l, a.Position, line.Value)
	switch {
	case sure == game.Exact && line.Value.Number == 0 && line.Value.Outcome == 0:
		return l.Text("opinion.exact", "value", l.Text("opinion.draw"))
	case sure == game.Exact:
		return l.Text("opinion.exact", "value", value)
	case sure == game.Lower:
		return l.Text("opinion.lower", "value", value)
	case sure == game.Upper:
		return l.Text("opinion.upper", "value", value)
	case a.Depth == 0:
		return l.Text("opinion.unknown")
	case a.Confidence > 0:
		return l.Text("opinion.sure", "value", value, "percent", a.Confidence)
	}
	return l.Text("opinion.estimate", "value", value)
}

// claim writes a value and, if a side wins by it, which one and when.
func claim(l words.Lang, p engine.Position, v engine.Value) string {
	number := v.Text
	if number == "" {
		number = fmt.Sprintf("%+g", v.Number)
	}
	if v.Outcome != 1 && v.Outcome != -1 {
		return number
	}
	win := l.Text("opinion.win", "side", winner(p, v.Outcome))
	if v.Plies >= 0 {
		win = l.Text("opinion.win-in", "side", winner(p, v.Outcome), "plies", v.Plies)
	}
	if v.Unit == "plies" || v.Unit == "outcome" {
		return win
	}
	return number + ", " + win
}

// winner returns the name of the side for which an outcome, seen by the side to
// move, is a win.
func winner(p engine.Position, outcome int) string {
	if outcome > 0 {
		return p.Side()
	}
	return p.Game().About().Sides[p.ToMove().Other()&1]
}

// verdict says how a finished game has ended.
func verdict(l words.Lang, p engine.Position) string {
	score := p.Status().Score()
	if p.ToMove() == game.Second && p.Measure(score).Outcome == engine.NoOutcome {
		score = -score // the value of a tree is that for MAX
	}
	v := p.Measure(score)
	switch {
	case v.Outcome == engine.NoOutcome && v.Text != "":
		return l.Text("opinion.over-value", "value", v.Text)
	case v.Outcome == engine.NoOutcome:
		return l.Text("opinion.over-value", "value", fmt.Sprintf("%g", v.Number))
	case score == 0:
		return l.Text("opinion.over-draw")
	}
	text := l.Text("opinion.over-win", "side", winner(p, score.Outcome()))
	if _, ok := p.Status().Margin(); ok {
		text += fmt.Sprintf(" (%+g)", max(v.Number, -v.Number))
	}
	return text
}
