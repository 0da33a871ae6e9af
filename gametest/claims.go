package gametest

import (
	"fmt"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// Claim is what a search says is proven: the true value is at least Value if
// Proof has game.Lower, at most Value if it has game.Upper.
type Claim struct {
	Value game.Score
	Proof game.Bound
}

// Against returns an error if the truth is against the claim.
func (c Claim) Against(truth game.Score) error {
	if c.Proof&game.Lower != 0 && truth < c.Value || c.Proof&game.Upper != 0 && truth > c.Value {
		return fmt.Errorf("%v is called proven (%v), the truth is %v", c.Value, c.Proof, truth)
	}
	return nil
}

// Finding is what a search says of a move: the line begins with it.
type Finding[M comparable] struct {
	Claim
	PV []M
}

// Findings are what a search says of a position and of one or more moves, the
// best first.
type Findings[M comparable] struct {
	Claim
	Moves []Finding[M]
	// Whole promises that the line of an exact win or loss goes on to the end of
	// the game.
	Whole bool
}

// Claims compares findings about s with the truth: the value of s, and the
// values of its moves, which after returns. All are for the side to move at s.
//
// Lines must be legal, begin with different moves and stand in the order of
// their values. A value of the position that is proven from below must come
// with a move that has it.
func Claims[S any, M comparable, R game.Rules[S, M]](rules R, s *S, f Findings[M], truth game.Score, after func(M) game.Score) error {
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
		m := l.PV[0]
		seen = append(seen, m)
		if err := l.Against(after(m)); err != nil {
			return fmt.Errorf("line %d, move %v: %w", i, m, err)
		}
		if i > 0 && l.Value > f.Moves[i-1].Value {
			return fmt.Errorf("line %d is worth %v, more than the one before, %v", i, l.Value, f.Moves[i-1].Value)
		}
		if err := follow[S, M](rules, *s, l, f.Whole); err != nil {
			return fmt.Errorf("line %d: %w", i, err)
		}
	}
	if len(f.Moves) == 0 || f.Moves[0].Value != f.Value {
		return fmt.Errorf("the value is %v, but not that of the first line", f.Value)
	}
	if f.Proof&game.Lower != 0 && len(seen) > 0 && after(seen[0]) < f.Value {
		return fmt.Errorf("%v is proven at least, but %v is worth %v", f.Value, seen[0], after(seen[0]))
	}
	return nil
}

// follow plays a line from s, and if it is whole and exact to the end that its
// value stands for.
func follow[S any, M comparable, R game.Rules[S, M]](rules R, s S, l Finding[M], whole bool) error {
	asker := rules.ToMove(&s)
	for i, m := range l.PV {
		moves, _ := rules.Moves(&s, nil)
		if !slices.Contains(moves, m) {
			return fmt.Errorf("move %d of %v is illegal", i+1, l.PV)
		}
		rules.Play(&s, &s, m)
	}
	n, _, distant := l.Value.Plies()
	if !whole || l.Proof != game.Exact || !distant {
		return nil
	}
	_, status := rules.Moves(&s, nil)
	end := status.Score().Later(n)
	if rules.ToMove(&s) != asker {
		end = -end
	}
	if n != len(l.PV) || !status.Over() || end != l.Value {
		return fmt.Errorf("%v is exact, but the line %v has %d plies (%v)", l.Value, l.PV, len(l.PV), status)
	}
	return nil
}
