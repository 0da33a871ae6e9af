package cube

import "context"

// Heuristic is a lower bound on the moves to the goal.
type Heuristic interface {
	// Estimate returns a lower bound of the number of moves from c to the goal, 0 at the
	// goal.
	Estimate(c *Cube) int
	// String returns its name.
	String() string
}

// Phases is a lower bound: the moves of the first of two phases, maximized over the three
// choices of the axis through top and bottom. If all three are equal, the bound is one more:
// before the last move of a solution, the first phase is over along the axis of the last
// turned face. So the first phase along that axis is shorter than the solution.
type Phases struct {
	tables *tables
	first  *reduced
	reach  Reach
}

// Reach is the extent of the table of Phases.
type Reach string

// The reaches. The table Near ends at nine moves, and most cubes take ten; Far and
// Seated help to find shortest solutions. In a search to fifteen moves, Far halves the
// number of positions.
const (
	Near   Reach = "phases"    // the table of the two-phase search, 74 MB
	Far    Reach = "phases:12" // the whole of it, as large: no first phase takes more (Kociemba 1992)
	Seated Reach = "seats"     // also distinguishes the middle edges, 1.7 GB: twelve moves or more
)

// NewPhases returns the bound. It reads the tables from the folder dir. Without them it
// builds them, Near and Far in some seconds, Seated in some minutes, and saves them
// there; if dir is empty it saves nothing. report receives the progress; it may be nil.
// The error is ctx's.
func NewPhases(ctx context.Context, reach Reach, dir string, report func(Making)) (Phases, error) {
	t, err := load(ctx, dir, report)
	if err != nil {
		return Phases{}, err
	}
	first, err := loadFirst(ctx, t, reach, dir, report)
	return Phases{t, first, reach}, err
}

// place returns the coordinate of the middle edges.
func (p Phases) place(c *Cube) int {
	if p.reach == Seated {
		return allSeats().of(c)
	}
	return c.slice()
}

// places returns the changes of place by moves.
func (p Phases) places() changes {
	if p.reach == Seated {
		return allSeats().changes
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

// Blind is the bound without knowledge.
type Blind struct{}

// Estimate returns 0.
func (Blind) Estimate(*Cube) int { return 0 }

// String returns "blind".
func (Blind) String() string { return "blind" }
