package shelf

import (
	"context"

	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/games/pegs"
	"github.com/plywood-go/plywood/games/river"
	"github.com/plywood-go/plywood/internal/reason"
)

// newRiver returns the river puzzle, which has no size.
func newRiver(size string) (*puzzle.Puzzle, error) {
	about := puzzle.About{
		Name: "river", Title: "farmer at the river", Heuristics: []string{"crossings", blind},
		Positions: "the letters of those on the near bank, a slash, and those of the others, F W G C, - for nobody",
		Moves:     "whom the farmer takes with him: alone, wolf, goat or cabbage",
	}
	return puzzle.Adapt(about, river.Puzzle{}, riverBoard(), func(_ context.Context, name string, _ puzzle.Resources) (river.Puzzle, error) {
		return river.Puzzle{Blind: name == blind}, nil
	}), unsized(size)
}

// newPegs returns peg solitaire on the triangle, which has no size.
func newPegs(size string) (*puzzle.Puzzle, error) {
	about := puzzle.About{
		Name: "pegs", Title: "peg solitaire", Heuristics: []string{"pegs", blind},
		Positions: "the rows of the triangle from its tip with slashes between, o for a peg and . for none",
		Moves:     "the holes from which and into which a peg jumps, a1 to e5: d1-b1",
	}
	return puzzle.Adapt(about, pegs.Puzzle{}, pegsBoard(), func(_ context.Context, name string, _ puzzle.Resources) (pegs.Puzzle, error) {
		return pegs.Puzzle{Blind: name == blind}, nil
	}), unsized(size)
}

// unsized returns an error if size is not empty.
func unsized(size string) error {
	if size != "" {
		return reason.Errorf("size %q, but it has none", size)
	}
	return nil
}
