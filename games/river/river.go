// Package river is the puzzle of a farmer who must cross a river with a wolf, a goat and a
// cabbage. His boat holds him and one of them. Without him the wolf eats the goat, and the goat
// the cabbage (Alcuin, Propositiones ad acuendos juvenes, about 800).
//
// It is a minimal example of a puzzle: the four methods that every game has, and
// [Puzzle.Goal]. The other methods in this file are optional; text.go is the notation.
package river

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Across is the set of those who have crossed, a bit each.
type Across uint8

// The travellers.
const (
	Farmer Across = 1 << iota
	Wolf
	Goat
	Cabbage
	all = Farmer | Wolf | Goat | Cabbage
)

// Move is the set of passengers in the boat: the farmer and at most one more.
type Move = Across

// crossings are all moves, those with fewer passengers first.
var crossings = [...]Move{Farmer, Farmer | Wolf, Farmer | Goat, Farmer | Cabbage}

// Puzzle is the puzzle. The zero Puzzle has a lower bound; a Blind one has none.
type Puzzle struct{ Blind bool }

// Moves implements game.Rules.
func (p Puzzle) Moves(s *Across, buf []Move) ([]Move, game.Status) {
	switch {
	case p.Goal(s):
		return buf, game.Win
	case eaten(*s) != nil:
		return buf, game.Loss
	}
	for _, m := range crossings {
		if together(*s, m) && eaten(*s^m) == nil {
			buf = append(buf, m)
		}
	}
	return buf, game.Ongoing
}

// together reports whether all passengers are on one bank.
func together(s Across, m Move) bool { return s&m == 0 || s&m == m }

// eaten returns what happens on the bank without the farmer, or nil.
func eaten(s Across) error {
	alone := s
	if s&Farmer != 0 {
		alone = all &^ s
	}
	switch {
	case alone&(Wolf|Goat) == Wolf|Goat:
		return errGoat
	case alone&(Goat|Cabbage) == Goat|Cabbage:
		return errCabbage
	}
	return nil
}

// Play implements game.Rules.
func (Puzzle) Play(dst, src *Across, m Move) { *dst = *src ^ m }

// ToMove implements game.Rules.
func (Puzzle) ToMove(*Across) game.Player { return game.First }

// Hash implements game.Rules: no two positions share one.
func (Puzzle) Hash(s *Across) uint64 { return uint64(*s) }

// Goal implements path.Puzzle.
func (Puzzle) Goal(s *Across) bool { return *s == all }

// Start returns the position before anyone has crossed.
func (Puzzle) Start() Across { return 0 }

// Inverse implements path.Inverter: the same passengers return.
func (Puzzle) Inverse(m Move) Move { return m }

// Estimate implements path.Estimator. A crossing takes one passenger, and the farmer
// must return for the next: two crossings for each passenger but the last, and one more
// if he is on the far bank. The bound is consistent.
func (p Puzzle) Estimate(s *Across) int {
	left := bits.OnesCount8(uint8(all &^ *s &^ Farmer))
	switch {
	case p.Blind || p.Goal(s):
		return 0
	case *s&Farmer != 0:
		return 2 * left
	}
	return max(2*left-1, 1)
}

// Goals implements path.Retractor.
func (Puzzle) Goals(buf []Across) []Across { return append(buf, all) }

// Retractions implements path.Retractor.
func (p Puzzle) Retractions(s *Across, buf []Move) []Move {
	for _, m := range crossings {
		if before := *s ^ m; together(*s, m) && eaten(before) == nil && !p.Goal(&before) {
			buf = append(buf, m)
		}
	}
	return buf
}

// Retract implements path.Retractor.
func (Puzzle) Retract(dst, src *Across, m Move) { *dst = *src ^ m }

// Unsolvable implements path.Judge.
func (p Puzzle) Unsolvable(s *Across) error {
	if why := eaten(*s); why != nil {
		return reason.Errorf("river: cannot be solved: %w", why)
	}
	return nil
}
