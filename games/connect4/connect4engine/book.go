package connect4engine

import (
	"cmp"
	"slices"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine/openings"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// book holds all moves of positions on the standard board with fewer than [openings.Plies]
// discs, with their exact scores.
type book struct{ *board }

// openBook opens the built-in book; there is no other.
func openBook(path string) (engine.BookOf[connect4.State, connect4.Move], error) {
	if path != workshop.BuiltIn {
		return nil, reason.Errorf("%s: %w", path, workshop.ErrForeign)
	}
	return book{newBoard(connect4.Rules{})}, nil
}

func (book) Close() error { return nil }

// Probe returns the moves of s, best first.
func (b book) Probe(s *connect4.State) (r search.Result[connect4.Move], ok bool) {
	moves, _ := b.rules.Moves(s, nil)
	for _, m := range moves {
		var after connect4.State
		b.rules.Play(&after, s, m)
		v := b.rules.Status(&after).Score()
		if score, known := openings.Score(&after); known {
			v = b.value(score, after.Plies())
		} else if !b.rules.Status(&after).Over() {
			return r, false
		}
		r.Lines = append(r.Lines, search.Line[connect4.Move]{Score: (-v).Later(1), Bound: game.Exact, Proof: game.Exact, PV: []connect4.Move{m}})
	}
	slices.SortStableFunc(r.Lines, func(x, y search.Line[connect4.Move]) int { return cmp.Compare(y.Score, x.Score) })
	r.Proof, r.Past, r.Threads, r.Stopped = game.Exact, true, 1, search.Solved
	return r, len(r.Lines) > 0
}
