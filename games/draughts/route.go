package draughts

import (
	"math/bits"
	"slices"
)

// Route returns the squares where the piece of m, a legal move of s, stops,
// including the first and the last. If several routes exist it returns one. A
// flying king that continues in its direction stops right behind the captured
// piece, as in PDN.
func (r Rules) Route(s *Position, m Move) []Square {
	w := r.way(s, m)
	w.find()
	return w.stops
}

// passes reports whether m can be played along the squares by, in order. If
// exact is true, the route must have no other stops.
func (r Rules) passes(s *Position, m Move, by []Square, exact bool) bool {
	w := r.way(s, m)
	w.by, w.exact = by, exact
	return w.find()
}

// way searches for a route of a move.
type way struct {
	*variant
	move   Move
	empty  uint64 // includes the start square of the piece
	crown  uint64
	king   bool     // the piece starts as a king
	steps  []int    // directions of its jumps while it does not fly
	by     []Square // squares to pass between the first and the last
	exact  bool     // no other stops are allowed
	stops  []Square
	failed map[stage]bool
}

// stage is a state of the search: the square of the piece, the pieces captured,
// and the number of required squares passed.
type stage struct {
	captured uint64
	at       Square
	flies    bool
	passed   int
}

func (r Rules) way(s *Position, m Move) way {
	t := r.taking(s, nil)
	king := s.Kings>>m.From&1 != 0
	w := way{
		variant: t.variant, move: m, empty: t.empty | 1<<m.From, crown: t.crown,
		king: king, steps: t.men, stops: []Square{m.From}, failed: map[stage]bool{},
	}
	if king {
		w.steps = directions[:]
	}
	return w
}

// find searches for a route of the move and reports whether there is one.
func (w *way) find() bool {
	if w.move.Captured == 0 {
		w.stops = append(w.stops, w.move.To)
		return len(w.by) == 0
	}
	return w.goOn(stage{at: w.move.From, flies: w.king && w.flying})
}

// goOn plays the rest of the move.
func (w *way) goOn(from stage) bool {
	if w.failed[from] {
		return false
	}
	for i, d := range directions {
		piece, behind := w.over(from, i, d)
		if piece&w.move.Captured&^from.captured == 0 {
			continue
		}
		for to := step(piece, d) & behind; to != 0; to = step(to, d) & behind {
			at := stage{from.captured | piece, Square(bits.TrailingZeros64(to)), from.flies || w.crowns && to&w.crown != 0, from.passed}
			w.stops = append(w.stops, at.at)
			if w.stop(&at) {
				return true
			}
			w.stops = w.stops[:len(w.stops)-1]
		}
	}
	w.failed[from] = true
	return false
}

// stop continues from a square that a jump has reached, or ends the move there.
func (w *way) stop(at *stage) bool {
	if at.captured == w.move.Captured {
		crowns := !w.king && (w.crowns && at.flies || w.crown>>at.at&1 != 0)
		return at.at == w.move.To && crowns == w.move.Crowns && at.passed == len(w.by)
	}
	if at.passed < len(w.by) && w.by[at.passed] == at.at {
		at.passed++
	} else if w.exact {
		return false
	}
	return w.goOn(*at)
}

// over returns the next piece in a direction that can be jumped, or 0, and the
// squares behind it where the jump can end.
func (w *way) over(from stage, i, d int) (piece, behind uint64) {
	switch {
	case from.flies:
		if _, piece = w.slide(from.at, i, ^w.empty); piece != 0 {
			behind, _ = w.slide(Square(bits.TrailingZeros64(piece)), i, ^w.empty)
		}
	case slices.Contains(w.steps, d):
		piece = step(1<<from.at, d) &^ w.empty
		behind = step(piece, d) & w.empty
	}
	return piece, behind
}
