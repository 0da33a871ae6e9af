package cube

// Heuristic is a lower bound of the moves to the goal.
type Heuristic interface {
	// Estimate returns at most the number of moves that c needs, 0 at the goal.
	Estimate(c *Cube) int
	// String returns its name.
	String() string
}

// Phases is the number of moves that bring any two of twist, flip and slice to
// where the first of two phases wants them, the greatest over the three axes that
// top and bottom may have.
type Phases struct{ tables *tables }

// NewPhases returns the bound. Its tables are made once, in a second or so.
func NewPhases() Phases { return Phases{shared()} }

// Estimate implements Heuristic.
func (p Phases) Estimate(c *Cube) int {
	at, least := *c, 0
	for range 3 {
		least = max(least, p.tables.phase(at.twist(), at.flip(), at.slice()))
		at = at.leant()
	}
	if least == 0 && !(*c == solved) {
		return 1
	}
	return least
}

// String returns "phases".
func (Phases) String() string { return "phases" }

// phase returns how many moves the first phase takes at least.
func (t *tables) phase(twist, flip, slice int) int {
	return max(t.twistFlip.at(twist, flip), t.twistSlice.at(twist, slice), t.flipSlice.at(flip, slice))
}

// Blind is the bound that knows nothing.
type Blind struct{}

// Estimate returns 0.
func (Blind) Estimate(*Cube) int { return 0 }

// String returns "blind".
func (Blind) String() string { return "blind" }
