package match

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/plywood-go/plywood/engine"
)

// Opening is how a pair of games begins: a position and moves from there.
type Opening struct {
	Start *engine.Position
	Moves []string
}

// End returns the position after the moves.
func (o *Opening) End() (*engine.Position, error) {
	p := o.Start
	for i, m := range o.Moves {
		var err error
		if p, err = p.Play(m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return p, nil
}

// ErrNoOpening is wrapped by the error for openings after which the game is over, or
// none of which will do.
var ErrNoOpening = errors.New("match: no opening")

// attempts are the random openings that are looked at for one that will do.
const attempts = 1000

// RandomOpening returns the n-th opening of a seed: random moves from start
// after which the game is not over.
func RandomOpening(start *engine.Position, plies int, seed uint64, n int) (moves []string, err error) {
	return pick(start, plies, seed, n, anything)
}

func anything(*engine.Position) bool { return true }

// pick returns the first of the random openings for pair n that the game goes on
// from and that will do.
func pick(start *engine.Position, plies int, seed uint64, n int, fits func(*engine.Position) bool) ([]string, error) {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	for range attempts {
		p := start
		var moves []string
		for range plies {
			legal := p.Moves()
			if len(legal) == 0 {
				break
			}
			m := legal[rng.IntN(len(legal))]
			var err error
			if p, err = p.Play(m); err != nil {
				return nil, err
			}
			moves = append(moves, m)
		}
		if !p.Status().Over() && fits(p) {
			return moves, nil
		}
	}
	return nil, fmt.Errorf("%w of %d plies in %d attempts", ErrNoOpening, plies, attempts)
}

// Openings give each pair of games its opening, by its number. They are called
// from one goroutine.
type Openings func(n int) (Opening, error)

// Random returns openings of random moves from start, chosen by seed: of those after
// which the game goes on the first that fits the position after it.
func Random(start *engine.Position, plies int, seed uint64, fits func(*engine.Position) bool) Openings {
	return func(n int) (Opening, error) {
		moves, err := pick(start, plies, seed, n, fits)
		return Opening{start, moves}, err
	}
}

// Listed returns the openings of a list in an order chosen by seed, 0 for that of
// the list; when all have been played they begin again.
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
