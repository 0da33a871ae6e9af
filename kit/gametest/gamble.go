package gametest

import (
	"math/big"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/textbook"
)

// ChanceRules are rules with events of chance.
type ChanceRules[S any, M comparable] interface {
	game.Rules[S, M]
	game.Chancer[S]
}

// Gambling returns a game as a textbook.Gamble, with the given player as MAX. value estimates a
// position at the horizon for the side to move; nil means 0.
func Gambling[S any, M comparable, R ChanceRules[S, M]](rules R, max game.Player, value func(s *S) float64) textbook.Gamble[S] {
	return gambling[S, M, R]{rules, max, value}
}

type gambling[S any, M comparable, R ChanceRules[S, M]] struct {
	rules R
	max   game.Player
	value func(s *S) float64
}

func (g gambling[S, M, R]) MaxToMove(s *S) bool { return g.rules.ToMove(s) == g.max }

func (g gambling[S, M, R]) Next(s *S, buf []S) []S {
	moves, _ := g.rules.Moves(s, nil)
	chances := g.rules.Chances(s, nil)
	for i, m := range moves {
		if len(chances) == 0 || chances[i] > 0 {
			var next S
			g.rules.Play(&next, s, m)
			buf = append(buf, next)
		}
	}
	return buf
}

// Shares divides the probabilities, which are rounded, by their sum.
func (g gambling[S, M, R]) Shares(s *S) []*big.Rat {
	if _, status := g.rules.Moves(s, nil); status.Over() {
		return nil
	}
	var shares []*big.Rat
	sum := new(big.Rat)
	for _, chance := range g.rules.Chances(s, nil) {
		if chance > 0 {
			share := new(big.Rat).SetFloat64(chance)
			shares = append(shares, share)
			sum.Add(sum, share)
		}
	}
	for _, share := range shares {
		share.Quo(share, sum)
	}
	return shares
}

func (g gambling[S, M, R]) Leaf(s *S, depth int) *big.Rat {
	_, status := g.rules.Moves(s, nil)
	v := new(big.Rat)
	switch margin, ok := status.Margin(); {
	case ok:
		v.SetInt64(int64(margin))
	case status.Over():
		v.SetInt64(int64(status.Score().Outcome()))
	case depth > 0:
		return nil
	case g.value != nil:
		v.SetFloat64(g.value(s))
	}
	if !g.MaxToMove(s) {
		v.Neg(v)
	}
	return v
}
