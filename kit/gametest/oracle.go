package gametest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/textbook"
)

// Answer is the answer of a search: the position's value for the side to move, and the
// best line, which may be cut short. A search may omit the line if depth is 0 or the
// value is outside the window.
type Answer[M comparable] struct {
	Value game.Score
	PV    []M
}

// Search is a search under test. It must obey the window contract; it may be
// fail-soft or fail-hard.
type Search[S any, M comparable] func(s *S, depth int, w game.Window) Answer[M]

// Trial states how to test a search. The zero value suffices for a game that is a
// game.Starter.
type Trial[S any] struct {
	// Starts are the positions where random games begin; these lead to the positions
	// searched. Zero means the game's Start.
	Starts []S
	// Positions is the number of positions. Zero means 100, fewer with -short.
	Positions int
	// Plies is the largest number of random plies before a position. Zero
	// means 20.
	Plies int
	// Depth is the largest depth. Zero means 4.
	Depth int
	// Seed chooses the positions; failures print it. Zero means 1.
	Seed uint64
	// Lines checks that each move of a line keeps the value of the root. Zero checks only
	// that the moves are legal and the first one is best: a search with a table can
	// promise no more.
	Lines bool
}

// Oracle compares search with the textbook's minimax over random positions of
// rules, at all depths up to Trial.Depth and in several windows: full, null,
// around and beside the value. An exact value must come with one of the best
// moves. It works best over [Coarse] rules, whose values often tie.
func Oracle[S any, M comparable, R game.Rules[S, M]](t testing.TB, rules R, search Search[S, M], trial Trial[S]) {
	t.Helper()
	o := &oracle[S, M, R]{Trial: trial, subject: subject[S, M, R]{rules, capability.Of[S, M](rules), textbook.Minimax}, search: search}
	o.Starts = o.starts(o.Starts)
	o.Positions, o.Plies = cmp.Or(o.Positions, unlessShort(100, 15)), cmp.Or(o.Plies, 20)
	o.Depth, o.Seed = cmp.Or(o.Depth, 4), cmp.Or(o.Seed, 1)
	if len(o.Starts) == 0 {
		t.Errorf("gametest: no position to start from: the game has no Start and Trial.Starts is empty")
		return
	}
	for i := range o.Positions {
		s := o.position(i)
		for depth := 1; depth <= o.Depth; depth++ {
			if err := o.try(&s, depth); err != nil {
				t.Errorf("gametest: position %d of seed %d, %s, depth %d: %v", i, o.Seed, o.show(&s), depth, err)
				return
			}
		}
	}
}

type oracle[S any, M comparable, R game.Rules[S, M]] struct {
	Trial[S]
	subject[S, M, R]
	search Search[S, M]
}

// position returns the i-th position: the last unfinished one of a random game
// of random length.
func (o *oracle[S, M, R]) position(i int) S {
	rng := rand.New(rand.NewPCG(o.Seed, uint64(i)))
	s := o.Starts[i%len(o.Starts)]
	for range rng.IntN(o.Plies + 1) {
		next := o.wander(rng, &s)
		if next == nil || o.over(next) {
			break
		}
		s = *next
	}
	return s
}

// try searches s in several windows.
func (o *oracle[S, M, R]) try(s *S, depth int) error {
	truth := o.value(s, depth)
	windows := []game.Window{game.FullWindow()}
	for d := game.Score(-3); d <= 3; d++ {
		windows = append(windows, game.Null(truth+d), game.Window{Alpha: truth + d - 2, Beta: truth + d + 2})
	}
	for _, w := range windows {
		a := o.search(s, depth, w)
		if err := contract(w, a.Value, truth); err != nil {
			return err
		}
		if w.Contains(truth) || w == game.FullWindow() {
			if err := o.line(s, depth, truth, a.PV); err != nil {
				return fmt.Errorf("window %v: %w", w, err)
			}
		}
	}
	return nil
}

// contract checks the answer v to the window w against the truth.
func contract(w game.Window, v, truth game.Score) error {
	ok := v == truth
	switch w.Bound(v) {
	case game.Upper:
		ok = truth <= v
	case game.Lower:
		ok = truth >= v
	}
	if !ok {
		return fmt.Errorf("window %v: the answer is %v, the value is %v", w, v, truth)
	}
	return nil
}

// line checks the line of a position with the given value.
func (o *oracle[S, M, R]) line(s *S, depth int, value game.Score, pv []M) error {
	moves, _ := o.rules.Moves(s, nil)
	if len(pv) == 0 {
		if len(moves) == 0 {
			return nil
		}
		return fmt.Errorf("no best move")
	}
	at := *s
	for ply, m := range pv {
		moves, _ := o.rules.Moves(&at, nil)
		if !slices.Contains(moves, m) {
			return fmt.Errorf("move %d of the line %v is illegal", ply+1, pv)
		}
		o.rules.Play(&at, &at, m)
		if ply > 0 && (!o.Lines || ply >= depth) {
			continue
		}
		if v := seen(o.rules, s, &at, ply+1, o.value(&at, depth-ply-1)); v != value {
			return fmt.Errorf("after %v the value is %v, not %v", pv[:ply+1], v, value)
		}
	}
	return nil
}

// Coarse is a game with a random evaluation instead of its own. The evaluation comes from
// the hash of a position, and is so coarse that ties are common. All other capabilities
// except Start and Alternates are hidden.
type Coarse[S any, M comparable, R game.Rules[S, M]] struct {
	Rules R
	// Spread is the largest evaluation. Zero means 3.
	Spread game.Score
	Seed   uint64
}

// Moves returns the moves of the game.
func (c Coarse[S, M, R]) Moves(s *S, buf []M) ([]M, game.Status) { return c.Rules.Moves(s, buf) }

// Play plays m.
func (c Coarse[S, M, R]) Play(dst, src *S, m M) { c.Rules.Play(dst, src, m) }

// ToMove returns whose turn it is in s.
func (c Coarse[S, M, R]) ToMove(s *S) game.Player { return c.Rules.ToMove(s) }

// Hash returns the game's key of s.
func (c Coarse[S, M, R]) Hash(s *S) uint64 { return c.Rules.Hash(s) }

// Start returns the game's first position; the zero state if it has none.
func (c Coarse[S, M, R]) Start() (s S) {
	if starter := capability.Of[S, M](c.Rules).Starter; starter != nil {
		s = starter.Start()
	}
	return s
}

// Alternates returns the game's promise.
func (c Coarse[S, M, R]) Alternates() bool {
	return capability.Of[S, M](c.Rules).Alternates
}

// Evaluate returns a random estimate.
func (c Coarse[S, M, R]) Evaluate(s *S) game.Score {
	n := cmp.Or(c.Spread, 3)
	return game.Score(mix(c.Rules.Hash(s)^c.Seed)>>16%uint64(2*n+1)) - n
}
