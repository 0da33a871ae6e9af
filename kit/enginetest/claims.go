package enginetest

import (
	"fmt"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// Claims compares the proofs of an analysis with the truth: the value of the position,
// the values of its moves, and the lines. value returns the true value of a position for
// its side to move; known is false if it does not know it.
//
// A value that is proven from below must come with a move that has it. Every
// move of a line must keep an exact value or a proven outcome; if the analysis
// says that it is solved, bounds too.
func Claims(a *engine.Analysis, value func(*engine.Position) (v game.Score, known bool)) error {
	if truth, known := value(a.Position); known {
		if err := bounds(a.Lines[0].Score, a.Proof, truth); err != nil {
			return fmt.Errorf("the position: %w", err)
		}
	}
	for i, l := range a.Lines {
		if i == 0 {
			l.Proof |= a.Proof & game.Lower
		}
		if err := follow(a, &l, value); err != nil {
			return fmt.Errorf("line %d, %v: %w", i+1, l.PV, err)
		}
	}
	return nil
}

// follow compares the moves of a line with its proofs.
func follow(a *engine.Analysis, l *engine.Line, value func(*engine.Position) (v game.Score, known bool)) error {
	whole := l.Value.Reads(l.Proof) == game.Exact || a.Stopped == search.Solved
	at := a.Position
	for n, m := range l.PV {
		next, err := at.Play(m)
		if err != nil {
			return err
		}
		at = next
		if n > 0 && !whole {
			continue
		}
		v, known := value(at)
		if !known {
			continue
		}
		if v = v.Later(n + 1); at.ToMove() != a.Position.ToMove() {
			v = -v
		}
		if err := bounds(l.Score, l.Proof, v); err != nil {
			return fmt.Errorf("after %d moves: %w", n+1, err)
		}
	}
	return nil
}

// bounds checks that score bounds truth as proof says.
func bounds(score game.Score, proof game.Bound, truth game.Score) error {
	if proof&game.Lower != 0 && score > truth || proof&game.Upper != 0 && score < truth {
		return fmt.Errorf("%v is proven as %v, and the truth is %v", score, proof, truth)
	}
	return nil
}
