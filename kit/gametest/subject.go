package gametest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/textbook"
)

// subject is a game under test. A search of the textbook is the judge of its values.
type subject[S any, M comparable, R game.Rules[S, M]] struct {
	rules  R
	offers capability.Set[S, M]
	judge  textbook.Algorithm
}

// starts returns the given positions, or without any the first one of the game.
func (x *subject[S, M, R]) starts(given []S) []S {
	if len(given) == 0 && x.offers.Starter != nil {
		return []S{x.offers.Starter.Start()}
	}
	return given
}

// unlessShort returns a default of the tests, or short with -short.
func unlessShort(usual, short int) int {
	if testing.Short() {
		return short
	}
	return usual
}

func (x *subject[S, M, R]) show(s *S) string {
	if f, ok := any(x.rules).(interface{ FormatPosition(s *S) string }); ok {
		return f.FormatPosition(s)
	}
	return fmt.Sprintf("%+v", *s)
}

// after returns the position after m.
func (x *subject[S, M, R]) after(s *S, m M) *S {
	next := new(S)
	x.rules.Play(next, s, m)
	return next
}

func (x *subject[S, M, R]) over(s *S) bool {
	_, status := x.rules.Moves(s, nil)
	return status.Over()
}

// wander returns the position after a random move, or nil if the game is over.
func (x *subject[S, M, R]) wander(rng *rand.Rand, s *S) *S {
	moves, status := x.rules.Moves(s, nil)
	if status.Over() || len(moves) == 0 {
		return nil
	}
	return x.after(s, moves[rng.IntN(len(moves))])
}

// value returns the value of s, searched to a depth.
func (x *subject[S, M, R]) value(s *S, depth int) game.Score {
	return textbook.Run[S, M](context.Background(), x.judge, x.rules, s, depth, textbook.Options{}).Value
}

// seen returns a value at a later position as the side to move at s sees it from there.
func seen[S any](rules interface{ ToMove(s *S) game.Player }, s, later *S, plies int, v game.Score) game.Score {
	if v = v.Later(plies); rules.ToMove(later) != rules.ToMove(s) {
		return -v
	}
	return v
}
