package polyglot

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/reason"
)

// Offer adds PolyGlot books to chess: it opens them, and makes them from records.
func Offer(spec *engine.Spec[chess.Position, chess.Move]) {
	spec.OpenBook = func(path string) (engine.BookOf[chess.Position, chess.Move], error) { return Open(path) }
	spec.Offers = append(spec.Offers, workshop.MoveCounts(func() workshop.MoveCounter { return &recordCounter{} }))
}

// recordCounter counts the moves of records.
type recordCounter struct{ Counter }

// Add implements workshop.MoveCounter.
func (c *recordCounter) Add(r *engine.Record, plies int) error {
	var points [2]int // half points of White and Black
	switch r.Result {
	case "1-0":
		points[chess.White] = 2
	case "0-1":
		points[chess.Black] = 2
	case "1/2-1/2":
		points = [2]int{1, 1}
	default:
		return reason.Errorf("the game has no result")
	}
	var rules chess.Rules
	s, err := rules.ParsePosition(r.Start.String())
	if err != nil {
		return err
	}
	for _, text := range r.Moves[:min(plies, len(r.Moves))] {
		m, err := rules.ParseMove(&s, text)
		if err != nil {
			return err
		}
		c.Counter.Add(&s, m, points[s.Turn()])
		rules.Play(&s, &s, m)
	}
	return nil
}
