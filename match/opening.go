package match

import (
	"math/rand/v2"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
)

// Opening is the start of a pair of games: a position and moves from there.
type Opening struct {
	Start *engine.Position // of the game
	Moves []string         // legal moves from Start
}

// End returns the position after the moves.
func (o *Opening) End() (*engine.Position, error) {
	p := o.Start
	for i, m := range o.Moves {
		var err error
		if p, err = p.Play(m); err != nil {
			return nil, reason.Errorf("move %d: %w", i+1, err)
		}
	}
	return p, nil
}

// ErrNoOpening is wrapped by the error for openings that end the game or that
// no attempt could make fit.
var ErrNoOpening = reason.New("match: no opening")

// attempts is how many random openings are tried to find one that fits.
const attempts = 1000

// Openings returns the opening of the n-th pair of games. It is always called
// from the same goroutine.
type Openings func(n int) (Opening, error)

// Random returns openings of random moves from start, chosen by seed, that do
// not end the game and whose last position fits.
func Random(start *engine.Position, plies int, seed uint64, fits func(*engine.Position) bool) Openings {
	return func(n int) (Opening, error) {
		rng := rand.New(rand.NewPCG(seed, uint64(n)))
		for range attempts {
			o, p := Opening{Start: start}, start
			for range plies {
				legal := p.Moves()
				if len(legal) == 0 {
					break
				}
				m := legal[rng.IntN(len(legal))]
				var err error
				if p, err = p.Play(m); err != nil {
					return o, err
				}
				o.Moves = append(o.Moves, m)
			}
			if !p.Status().Over() && fits(p) {
				return o, nil
			}
		}
		return Opening{Start: start}, reason.Errorf("%w of %d plies in %d attempts", ErrNoOpening, plies, attempts)
	}
}

// Listed returns the openings of a list, shuffled by seed, or in order if seed
// is 0. After the last opening it starts again.
func Listed(list []Opening, seed uint64) Openings {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	if seed != 0 {
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	return func(n int) (Opening, error) { return list[order[n%len(order)]], nil }
}
