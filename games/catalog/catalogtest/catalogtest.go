// Package catalogtest provides helpers for tests that need games of the catalog.
package catalogtest

import (
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog"
)

// Find returns the game with the given name. It fails the test if none exists.
func Find(tb testing.TB, name string) *engine.Game {
	tb.Helper()
	g, err := catalog.Find(name)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// RandomRecord returns a random game, possibly unfinished, that starts after some random moves.
func RandomRecord(tb testing.TB, g *engine.Game, random *rand.Rand) engine.Record {
	tb.Helper()
	p, skip, plies := g.Start(), random.IntN(4), 1+random.IntN(60)
	r := engine.Record{Start: p}
	for i := range skip + plies {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		next, err := p.Play(m)
		if err != nil {
			tb.Fatal(err)
		}
		if i < skip {
			r.Start = next
		} else {
			r.Moves = append(r.Moves, m)
		}
		p = next
	}
	return r
}

// Positions returns the texts of n positions of a game, each after up to plies random plies.
func Positions(tb testing.TB, name string, random *rand.Rand, n, plies int) (lines []string) {
	tb.Helper()
	g := Find(tb, name)
	for len(lines) < n {
		p := g.Start()
		for range random.IntN(plies + 1) {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			var err error
			if p, err = p.Play(moves[random.IntN(len(moves))]); err != nil {
				tb.Fatal(err)
			}
		}
		lines = append(lines, p.String())
	}
	return lines
}
