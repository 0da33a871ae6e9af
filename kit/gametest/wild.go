package gametest

import (
	"fmt"
	"strconv"

	"github.com/plywood-go/plywood/game"
)

// Turns determines the order of turns in a [Wild] game.
type Turns uint8

// The orders of turns.
const (
	Alternating Turns = iota
	Doubled           // each side moves twice in a row
	Erratic           // random
	Solitary          // one player
)

// Wild is a random game: the number of moves, the turn, the end of the game and the
// evaluation of every position are drawn from a hash of the seed and the moves so far. It
// tests searches: its values are coarse, so that ties are common, and it has no
// accidental regularity on which a search could rely.
type Wild struct {
	Seed   uint64
	Width  int   // largest number of moves; 1 if zero
	Length int   // every game is over after this many plies
	Turns  Turns // the order of turns
	// Spread is the largest evaluation. Zero means 3.
	Spread game.Score
	// Margins makes games end in margins of up to Spread points, not in wins.
	Margins bool
	// Passes makes some positions have no move but a pass, which ends the game if the
	// move before was a pass.
	Passes bool
	// Lasting prevents games from ending before Length.
	Lasting bool
}

// WildState is a position of a Wild game. The zero value is the first.
type WildState struct {
	key    uint64
	ply    uint8
	mover  game.Player
	passed uint8 // passes in a row before this position
}

// WildMove is a move of a Wild game: its index, or WildPass.
type WildMove uint8

// WildPass is the pass.
const WildPass WildMove = 255

// draw returns a random number below n for the position s. Draws of different kinds are
// independent.
func (w Wild) draw(s *WildState, kind, n uint64) uint64 {
	return mix(w.Seed^mix(s.key^kind*0x9e3779b97f4a7c15)) >> 16 % n
}

// mix is the finaliser of SplitMix64 (Steele, Lea & Flood 2014).
func mix(x uint64) uint64 {
	return game.Mix(x + 0x9e3779b97f4a7c15)
}

// The kinds of draw.
const (
	drawWidth uint64 = iota
	drawEnd
	drawOutcome
	drawTurn
	drawPass
	drawValue
)

func (w Wild) spread() uint64 {
	if w.Spread == 0 {
		return 3
	}
	return uint64(w.Spread)
}

// Start returns the first position.
func (w Wild) Start() WildState { return WildState{} }

// Status reports whether the game is over at s.
func (w Wild) Status(s *WildState) game.Status {
	early := !w.Lasting && s.ply > 0 && w.draw(s, drawEnd, 8) == 0
	if int(s.ply) < w.Length && s.passed < 2 && !early {
		return game.Ongoing
	}
	if w.Margins {
		n := w.spread()
		return game.Final(int(w.draw(s, drawOutcome, 2*n+1)) - int(n))
	}
	return game.Draw + game.Status(w.draw(s, drawOutcome, 3))
}

// Moves appends the moves of s to buf.
func (w Wild) Moves(s *WildState, buf []WildMove) ([]WildMove, game.Status) {
	if st := w.Status(s); st.Over() {
		return buf, st
	}
	if w.Passes && w.draw(s, drawPass, 4) == 0 {
		return append(buf, WildPass), game.Ongoing
	}
	for i := range 1 + w.draw(s, drawWidth, uint64(max(w.Width, 1))) {
		buf = append(buf, WildMove(i))
	}
	return buf, game.Ongoing
}

// Play plays m.
func (w Wild) Play(dst, src *WildState, m WildMove) {
	s := WildState{key: mix(src.key + uint64(m) + 1), ply: src.ply + 1}
	if m == WildPass {
		s.passed = src.passed + 1
	}
	s.mover = w.turn(src, &s)
	*dst = s
}

// turn returns the side to move in s, the position after from.
func (w Wild) turn(from, s *WildState) game.Player {
	switch w.Turns {
	case Doubled:
		return game.Player(s.ply / 2 % 2)
	case Erratic:
		return game.Player(w.draw(s, drawTurn, 2))
	case Solitary:
		return game.First
	}
	return from.mover.Other()
}

// ToMove returns the side to move in s.
func (w Wild) ToMove(s *WildState) game.Player { return s.mover }

// Alternates reports whether turns alternate.
func (w Wild) Alternates() bool { return w.Turns == Alternating }

// IsPass reports whether m is the pass.
func (w Wild) IsPass(m WildMove) bool { return m == WildPass }

// MoveKey numbers moves.
func (w Wild) MoveKey(m WildMove) int { return int(m) }

// Hash returns a key of s.
func (w Wild) Hash(s *WildState) uint64 {
	return mix(s.key ^ uint64(s.ply)<<8 ^ uint64(s.mover) ^ uint64(s.passed)<<4)
}

// Evaluate returns a coarse random estimate.
func (w Wild) Evaluate(s *WildState) game.Score {
	n := w.spread()
	return game.Score(w.draw(s, drawValue, 2*n+1)) - game.Score(n)
}

// FormatMove writes a move as its index.
func (w Wild) FormatMove(_ *WildState, m WildMove) string {
	if m == WildPass {
		return "pass"
	}
	return strconv.Itoa(int(m))
}

// FormatPosition writes a position as "key ply mover passes".
func (w Wild) FormatPosition(s *WildState) string {
	return fmt.Sprintf("%016x %d %d %d", s.key, s.ply, s.mover, s.passed)
}
