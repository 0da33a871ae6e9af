package endgame

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Value is the value of a position for the side to move: 0 is a draw, n+1 means
// that the game ends in n plies. The side that makes the last move wins.
type Value uint8

// maxPlies is the longest supported distance. A solver counts one ply further.
const maxPlies = 253

// valueOf returns the Value of a score. It fails if the distance exceeds
// maxPlies.
func valueOf(v game.Score) (Value, error) {
	plies, _, ok := v.Plies()
	switch {
	case !ok:
		return 0, nil
	case plies > maxPlies:
		return 0, errTooFar
	}
	return Value(plies + 1), nil
}

var errTooFar = reason.Errorf("an end more than %d plies away, which a database cannot hold", maxPlies)

// Outcome returns 1 for a win, -1 for a loss and 0 for a draw.
func (v Value) Outcome() int {
	switch {
	case v == 0:
		return 0
	case v%2 == 0:
		return 1
	}
	return -1
}

// Score returns v as a search score.
func (v Value) Score() game.Score {
	switch v.Outcome() {
	case 1:
		return game.WinIn(int(v) - 1)
	case -1:
		return game.LossIn(int(v) - 1)
	}
	return 0
}

// String returns "draw", "win in 5" or "loss in 4".
func (v Value) String() string {
	if v == 0 {
		return "draw"
	}
	return v.Score().String()
}
