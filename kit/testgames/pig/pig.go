// Package pig implements the dice game pig for two players: the rules of package game with
// events of chance.
//
// A player rolls a die as often as they like. A 1 ends the turn with nothing; holding
// adds the sum of the rolls to the player's score. The first player to reach the target
// wins. Neller and Presser (Optimal play of the dice game pig, The UMAP Journal 25,
// 2004) solved the game with the usual target of 100: the first player wins 53.06 % of
// the games.
package pig

import (
	"fmt"

	"github.com/plywood-go/plywood/game"
)

// Rules are the rules of pig. The zero Rules have no target; set one from 1 to 200.
type Rules struct {
	Target int
}

// Position is a position.
type Position struct {
	Scores [2]uint8
	Sum    uint8       // of the rolls of this turn
	Turn   game.Player // whose turn it is
	Rolls  bool        // the die rolls next
}

// Move is a choice of a player, or the result of the die, 1 to 6.
type Move uint8

// The choices of a player.
const (
	Hold Move = 0
	Roll Move = 7
)

// String returns "hold", "roll" or the number of the die.
func (m Move) String() string {
	switch m {
	case Hold:
		return "hold"
	case Roll:
		return "roll"
	}
	return fmt.Sprint(uint8(m))
}

// Start returns the position before the first turn.
func (Rules) Start() Position { return Position{} }

// Moves appends the choices of the player, or the results of the die. A player cannot
// hold before the first roll, since nothing would change.
func (r Rules) Moves(s *Position, buf []Move) ([]Move, game.Status) {
	switch {
	case int(s.Scores[s.Turn.Other()]) >= r.Target:
		return buf, game.Loss
	case s.Rolls:
		return append(buf, 1, 2, 3, 4, 5, 6), game.Ongoing
	case s.Sum == 0:
		return append(buf, Roll), game.Ongoing
	}
	return append(buf, Roll, Hold), game.Ongoing
}

// Play plays a move.
func (Rules) Play(dst, src *Position, m Move) {
	*dst = *src
	switch {
	case m == Roll:
		dst.Rolls = true
		return
	case m > 1:
		dst.Sum += uint8(m)
		dst.Rolls = false
		return
	case m == Hold:
		dst.Scores[dst.Turn&1] += dst.Sum
	}
	dst.Sum, dst.Rolls, dst.Turn = 0, false, dst.Turn.Other()
}

// ToMove returns the player whose turn it is, also while the die rolls.
func (Rules) ToMove(s *Position) game.Player { return s.Turn }

// Hash returns a key of s.
func (Rules) Hash(s *Position) uint64 {
	key := uint64(s.Scores[0]) | uint64(s.Scores[1])<<8 | uint64(s.Sum)<<16 | uint64(s.Turn)<<24
	if s.Rolls {
		key |= 1 << 25
	}
	return key * 0x9e3779b97f4a7c15
}

// Chances returns the probabilities of the die.
func (Rules) Chances(s *Position, buf []float64) []float64 {
	if !s.Rolls {
		return buf
	}
	const each = 1.0 / 6
	return append(buf, each, each, each, each, each, each)
}
