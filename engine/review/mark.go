package review

import "github.com/plywood-go/plywood/engine"

// Mark says how bad a move was.
type Mark int

// The marks, the mildest first. A move with nothing wrong is Unmarked.
const (
	Unmarked Mark = iota
	Dubious
	Mistake
	Blunder
)

// markNames are the marks as players write them.
var markNames = [...]string{"", "?!", "?", "??"}

// String returns "", "?!", "?" or "??".
func (m Mark) String() string { return markNames[m] }

// judge finds what a move has lost and marks it.
func (m *Move) judge(g engine.Grades) {
	best, played := m.Best.Value, m.Played
	if best.Unit == played.Unit && gradual(best) && gradual(played) {
		m.Loss, m.Unit = max(0, best.Number-played.Number), best.Unit
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

// gradual reports whether the difference of v to another value of its unit
// means something: that of distances to the end does not.
func gradual(v engine.Value) bool { return v.Unit != "plies" && v.Unit != "outcome" }

// standing returns 1, 0 or -1 for who is ahead by a value, 0 in games that
// nobody wins.
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

// sum adds up the losses of the sides, of the moves that are known, and finds
// from where on all is proven.
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
			t.Loss[m.Unit] += m.Loss
			m.Total = t.Loss[m.Unit]
		}
	}
}
