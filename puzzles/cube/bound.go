package cube

import (
	"context"
	"fmt"
)

// Heuristic is a lower bound of the moves to the goal.
type Heuristic interface {
	// Estimate returns at most the number of moves that c needs, 0 at the goal.
	Estimate(c *Cube) int
	// String returns its name.
	String() string
}

// Phases is the number of moves that the first of two phases takes at least, the
// greatest over the three axes that top and bottom may have. It is one more if all three are the
// same: before the last move of a solution the phase is over for the axis of the face
// that is turned last, so that one of the three takes a move less than the whole.
//
// How far it sees is up to its table: what takes as many moves as that or more is said
// to take so many. Ten are the most common, so that the whole table is worth its while
// where shortest solutions are looked for: of the positions of a search of fifteen moves
// half are enough.
type Phases struct {
	tables *tables
	first  *reduced
}

// WholePhase is how many moves a first phase takes at most (Kociemba 1992): a table as
// far as that is whole.
const WholePhase = 12

// NewPhases returns the bound, with the table of the two phases or, if whole, its own.
// The tables are made when they are first asked for, in some seconds, or read from
// folder dir, where they are kept unless it is "". report is told how far that is; it
// may be nil. The error is that of ctx.
func NewPhases(ctx context.Context, whole bool, dir string, report func(Making)) (Phases, error) {
	t, err := load(ctx, dir, report)
	if err != nil || !whole {
		return Phases{t, t.first}, err
	}
	first, err := loadWhole(ctx, t, dir, report)
	return Phases{t, first}, err
}

// Estimate implements Heuristic.
func (p Phases) Estimate(c *Cube) int {
	at := *c
	var moves [3]int
	for i := range moves {
		moves[i] = int(p.first.at(edgesOf(at.flip(), at.slice()), at.twist()))
		at = at.leant()
	}
	if moves[0] == moves[1] && moves[1] == moves[2] && *c != solved {
		return moves[0] + 1
	}
	return max(moves[0], moves[1], moves[2])
}

// String returns "phases", or "phases:12" if the table is whole.
func (p Phases) String() string {
	if p.first != p.tables.first {
		return fmt.Sprintf("phases:%d", WholePhase)
	}
	return "phases"
}

// Blind is the bound that knows nothing.
type Blind struct{}

// Estimate returns 0.
func (Blind) Estimate(*Cube) int { return 0 }

// String returns "blind".
func (Blind) String() string { return "blind" }
