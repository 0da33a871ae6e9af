package gametest

import (
	"fmt"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// Claim is a proof reported by a search: the true value is at least Value if
// Proof includes game.Lower, and at most Value if it includes game.Upper.
type Claim struct {
	Value game.Score // for the side to move
	Proof game.Bound // how Value bounds the true value
}

// Against returns an error if the truth contradicts the claim.
func (c Claim) Against(truth game.Score) error {
	if c.Proof&game.Lower != 0 && truth < c.Value || c.Proof&game.Upper != 0 && truth > c.Value {
		return fmt.Errorf("%v is called proven (%v), the truth is %v", c.Value, c.Proof, truth)
	}
	return nil
}

// Finding is the result of a search for one move, the first of the line.
type Finding[M comparable] struct {
	Claim
	PV []M
}

// Findings are the results of a search of a position: its value, and findings for one or
// more of its moves, best first.
type Findings[M comparable] struct {
	Claim
	Moves []Finding[M]
	// Whole requires that the line of an exact win or loss continues to the
	// end of the game.
	Whole bool
	// Solved requires that every move of a line keeps the proven value, even
	// if it is only a bound. Moves of exact lines must keep it in any case.
	Solved bool
}

// Claims compares findings about s with the truth. value returns the true value, for the
// side to move, of the last position of a line of play from s; of s itself if the line is
// empty. Values of findings are for the side to move at s.
//
// Lines must be legal, begin with different moves and be sorted by value. A
// value of the position that is proven from below must come with a move that
// has it. Every move of an exact line must keep its value.
func Claims[S any, M comparable, R game.Rules[S, M]](rules R, s *S, f Findings[M], value func(line []S) game.Score) error {
	truth := value(nil)
	if err := f.Against(truth); err != nil {
		return fmt.Errorf("the position: %w", err)
	}
	legal, _ := rules.Moves(s, nil)
	var seen []M
	for i, l := range f.Moves {
		if len(legal) == 0 && len(l.PV) == 0 {
			continue
		}
		if len(l.PV) == 0 || !slices.Contains(legal, l.PV[0]) || slices.Contains(seen, l.PV[0]) {
			return fmt.Errorf("line %d: %v does not begin with a legal move of its own", i, l.PV)
		}
		seen = append(seen, l.PV[0])
		if i > 0 && l.Value > f.Moves[i-1].Value {
			return fmt.Errorf("line %d is worth %v, more than the one before, %v", i, l.Value, f.Moves[i-1].Value)
		}
		if err := follow(rules, s, l, &f, value); err != nil {
			return fmt.Errorf("line %d, %v: %w", i, l.PV, err)
		}
	}
	if len(f.Moves) == 0 || f.Moves[0].Value != f.Value {
		return fmt.Errorf("the value is %v, but not that of the first line", f.Value)
	}
	if best := f.Moves[0]; f.Proof&game.Lower != 0 && len(best.PV) > 0 {
		best.Proof = game.Lower
		if err := follow(rules, s, best, &Findings[M]{}, value); err != nil {
			return fmt.Errorf("%v is proven at least: %w", f.Value, err)
		}
	}
	return nil
}

// follow plays a line from s. Its first move must have the claimed value. If that is
// exact, every later move must have it, too. A whole line of an exact win or loss must
// end as its value says.
func follow[S any, M comparable, R game.Rules[S, M]](rules R, s *S, l Finding[M], f *Findings[M], value func(line []S) game.Score) error {
	at := *s
	var line []S
	for i, m := range l.PV {
		moves, _ := rules.Moves(&at, nil)
		if !slices.Contains(moves, m) {
			return fmt.Errorf("move %d is illegal", i+1)
		}
		rules.Play(&at, &at, m)
		line = append(line, at)
		if i > 0 && l.Proof != game.Exact && !f.Solved {
			continue
		}
		if err := l.Against(seen(rules, s, &at, i+1, value(line))); err != nil {
			return fmt.Errorf("after %d moves: %w", i+1, err)
		}
	}
	n, _, distant := l.Value.Plies()
	if !f.Whole || l.Proof != game.Exact || !distant {
		return nil
	}
	_, status := rules.Moves(&at, nil)
	if n != len(l.PV) || !status.Over() || seen(rules, s, &at, n, status.Score()) != l.Value {
		return fmt.Errorf("%v is exact, but the line has %d plies (%v)", l.Value, len(l.PV), status)
	}
	return nil
}
