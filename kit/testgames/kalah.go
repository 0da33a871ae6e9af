package testgames

import (
	"github.com/plywood-go/plywood/game"
)

// Kalah is the mancala game of that name. Houses is the number of a player's houses,
// Seeds the number of seeds in each. A player whose move ends in the player's store moves
// again, so turns do not alternate. Games end in margins. Irving, Donkers and Uiterwijk
// (2000) solved small boards.
type Kalah struct{ Houses, Seeds int }

// KalahState holds the seeds from the view of the side to move, in the direction of
// sowing: its houses, its store at 6, and from 7 on the opponent's houses and store.
type KalahState struct {
	pits  [14]uint8
	mover game.Player
}

const (
	ownStore   = 6
	otherStore = 13
)

// Start returns the first position.
func (k Kalah) Start() (s KalahState) {
	for i := range k.Houses {
		s.pits[ownStore-1-i] = uint8(k.Seeds)
		s.pits[otherStore-1-i] = uint8(k.Seeds)
	}
	return s
}

// Moves appends the houses that hold seeds.
func (k Kalah) Moves(s *KalahState, buf []uint8) ([]uint8, game.Status) {
	n := len(buf)
	for i := range ownStore {
		if s.pits[i] > 0 {
			buf = append(buf, uint8(i))
		}
	}
	if len(buf) > n {
		return buf, game.Ongoing
	}
	margin := int(s.pits[ownStore]) - int(s.pits[otherStore])
	for _, left := range s.pits[ownStore+1 : otherStore] {
		margin -= int(left) // the opponent keeps the remaining seeds
	}
	return buf, game.Final(margin)
}

// Play sows a house.
func (k Kalah) Play(dst, src *KalahState, m uint8) {
	s := *src
	hand, at := s.pits[m], int(m)
	s.pits[m] = 0
	for hand > 0 {
		at++
		switch {
		case at == otherStore:
			at = ownStore - k.Houses // past the store, to the first house
		case at == ownStore+1:
			at = otherStore - k.Houses
		}
		s.pits[at]++
		hand--
	}
	if facing := otherStore - 1 - at; at < ownStore && s.pits[at] == 1 && s.pits[facing] > 0 {
		s.pits[ownStore] += 1 + s.pits[facing]
		s.pits[at], s.pits[facing] = 0, 0
	}
	if at != ownStore {
		var turned KalahState
		copy(turned.pits[:7], s.pits[7:])
		copy(turned.pits[7:], s.pits[:7])
		turned.mover = s.mover.Other()
		s = turned
	}
	*dst = s
}

// ToMove returns the side to move.
func (Kalah) ToMove(s *KalahState) game.Player { return s.mover }

// MoveKey returns the house.
func (Kalah) MoveKey(m uint8) int { return int(m) }

// Hash returns a key of the seeds and the side to move.
func (Kalah) Hash(s *KalahState) uint64 {
	x := uint64(s.mover) + 1
	for _, n := range s.pits {
		x = (x ^ uint64(n)) * 0x9E3779B97F4A7C15
		x ^= x >> 29
	}
	return x
}

// Evaluate returns the lead in the stores.
func (Kalah) Evaluate(s *KalahState) game.Score {
	return game.Score(s.pits[ownStore]) - game.Score(s.pits[otherStore])
}

// EvaluatesMargin reports that stores are counted in seeds.
func (Kalah) EvaluatesMargin() bool { return true }

// ScoreMoves prefers moves that end in the store, then the house next to it.
func (Kalah) ScoreMoves(s *KalahState, moves []uint8, scores []int32) {
	for i, m := range moves {
		scores[i] = int32(m)
		if int(m)+int(s.pits[m]) == ownStore {
			scores[i] += 10
		}
	}
}
