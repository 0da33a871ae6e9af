package cube

import "context"

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
type Phases struct {
	tables *tables
	first  *reduced
	reach  Reach
}

// Reach is how far the table of Phases sees.
type Reach string

// The reaches. Far and Seated are for shortest solutions: the table of the two phases
// ends at nine moves, and most cubes take ten. Of the positions of a search of fifteen
// moves half are enough with Far.
const (
	Near   Reach = "phases"    // the table of the two phases, 70 MB
	Far    Reach = "phases:12" // the whole of it, as large: no first phase takes more (Kociemba 1992)
	Seated Reach = "seats"     // and the middle edges each in its own place, 1.7 GB: twelve moves, or more
)

// NewPhases returns the bound. Its tables are made when they are first asked for, Near
// and Far in some seconds, Seated in some minutes, or read from folder dir, where they
// are kept unless it is "". report is told how far that is; it may be nil. The error
// is that of ctx.
func NewPhases(ctx context.Context, reach Reach, dir string, report func(Making)) (Phases, error) {
	t, err := load(ctx, dir, report)
	if err != nil {
		return Phases{}, err
	}
	first, err := loadFirst(ctx, t, reach, dir, report)
	return Phases{t, first, reach}, err
}

// place returns the coordinate of the middle edges, and places what moves do to it.
func (p Phases) place(c *Cube) int {
	if p.reach == Seated {
		return p.tables.seats.of(c)
	}
	return c.slice()
}

// places is described at place.
func (p Phases) places() changes {
	if p.reach == Seated {
		return p.tables.seats.changes
	}
	return p.tables.slice
}

// far returns the moves of the first phase.
func (p Phases) far(c *Cube) int { return int(p.first.at(edgesOf(c.flip(), p.place(c)), c.twist())) }

// Estimate implements Heuristic.
func (p Phases) Estimate(c *Cube) int {
	at := *c
	var moves [3]int
	for i := range moves {
		moves[i] = p.far(&at)
		at = at.leant()
	}
	if moves[0] == moves[1] && moves[1] == moves[2] && *c != solved {
		return moves[0] + 1
	}
	return max(moves[0], moves[1], moves[2])
}

// String returns the name of the reach.
func (p Phases) String() string { return string(p.reach) }

// Blind is the bound that knows nothing.
type Blind struct{}

// Estimate returns 0.
func (Blind) Estimate(*Cube) int { return 0 }

// String returns "blind".
func (Blind) String() string { return "blind" }
