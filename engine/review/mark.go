package review

import (
	"strconv"

	"github.com/plywood-go/plywood/engine"
)

// Mark is the severity of a bad move.
type Mark int

// The marks, mildest first. A good move is Unmarked.
const (
	Unmarked Mark = iota
	Dubious
	Mistake
	Blunder
)

// markNames are the marks in the notation of players.
var markNames = [...]string{"", "?!", "?", "??"}

// String returns "", "?!", "?" or "??".
func (m Mark) String() string { return markNames[m] }

// judge computes the loss of a move and marks it.
func (m *Move) judge(g engine.Grades) {
	best, played := m.Best.Value, m.Played
	if best.Unit == played.Unit && gradual(best) && gradual(played) {
		m.Loss, m.Unit = max(0, decimal(best.Number-played.Number)), best.Unit
	}
	if m.Forced {
		return
	}
	for i, least := range g {
		if least > 0 && m.Loss >= least && m.Unit != "" {
			m.Mark = Mark(i) + Dubious
		}
	}
	before, after := standing(best), standing(played)
	sure := m.Exact || m.Unit == ""
	m.Turning = before > after && (sure || m.Mark > Unmarked)
	if m.Turning && sure {
		m.Mark = max(m.Mark, Mark(before-after)+Dubious)
	}
}

// decimal rounds to twelve significant digits, so that sums of decimal numbers print
// as such: 0.56 - 0.39 is 0.17, not 0.17000000000000004.
func decimal(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return y
}

// gradual reports whether differences between values in v's unit are
// meaningful: differences of distances to the end are not.
func gradual(v engine.Value) bool { return v.Unit != "plies" && v.Unit != "outcome" }

// standing returns 1, 0 or -1 for the side that is ahead by a value; 0 in
// games without winners.
func standing(v engine.Value) int {
	switch {
	case v.Outcome == engine.NoOutcome:
		return 0
	case v.Number > 0:
		return 1
	case v.Number < 0:
		return -1
	}
	return v.Outcome
}

// sum adds up the known losses of both sides, and finds the move from which on
// all values are proven.
func (r *Review) sum() {
	exact := true
	for i := len(r.Moves) - 1; i >= 0 && exact; i-- {
		if exact = r.Moves[i].Exact; exact {
			r.ExactFrom = i + 1
		}
	}
	for i := range r.Totals {
		r.Totals[i] = Total{Loss: map[string]float64{}}
	}
	for i := range r.Moves {
		m := &r.Moves[i]
		t := &r.Totals[m.Position.ToMove()&1]
		if !m.Compared {
			continue
		}
		if !m.Forced {
			t.Moves++
			t.Marked[m.Mark]++
		}
		if m.Unit != "" {
			t.Loss[m.Unit] = decimal(t.Loss[m.Unit] + m.Loss)
			m.Total = t.Loss[m.Unit]
		}
	}
}
