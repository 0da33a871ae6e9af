// Package tune finds better values of numbers by games between settings of them.
//
// It is simultaneous perturbation stochastic approximation (Spall 1992): all numbers
// are moved at once, each up or down by chance, games are played between the values
// so made and their mirror image, and all numbers follow the winner a little. One
// result serves any number of numbers.
package tune

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
)

// Number is a number to be tuned.
type Number struct {
	Name            string
	Start, Min, Max float64
	// Step is how far from its value the number is moved to both sides in the end:
	// so far that a game feels it.
	Step float64
	// Whole tells that only whole numbers will do.
	Whole bool
}

// Check refuses what cannot be tuned.
func (n *Number) Check() error {
	for _, x := range []float64{n.Start, n.Min, n.Max, n.Step} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("%s: %v, want a number", n.Name, x)
		}
	}
	switch {
	case !(n.Min < n.Max) || n.Start < n.Min || n.Start > n.Max:
		return fmt.Errorf("%s: %v, want at least %v and at most %v", n.Name, n.Start, n.Min, n.Max)
	case n.Step <= 0 || n.Step > n.Max-n.Min:
		return fmt.Errorf("%s: steps of %v, want more than 0 and at most %v", n.Name, n.Step, n.Max-n.Min)
	case n.Whole && n.Step < 1:
		return fmt.Errorf("%s: steps of %v, want at least 1 between whole numbers", n.Name, n.Step)
	}
	return nil
}

// allowed returns the value next to x that the number may have.
func (n *Number) allowed(x float64) float64 {
	if n.Whole {
		x = math.Round(x)
	}
	return min(max(x, n.Min), n.Max)
}

// The gains fall as Spall advises (Implementation of the simultaneous perturbation
// algorithm, 1998): those of the numbers with the power 0.602 of the rounds, what
// they are moved by with the power 0.101, and the first tenth of the rounds is
// slowed.
const (
	gainPower   = 0.602
	movePower   = 0.101
	slowedShare = 0.1
)

// usualGain leaves simulated players of three numbers, after 4000 rounds from 322 Elo
// below the best, 2 to 8 Elo below it; 0.12 leaves 0 to 5, 0.5 leaves 1 to 20, and 1
// leaves 2 to 75. Fewer rounds need more. PLYWOOD_TEST_SEED=1 go test -run TestRun -v
// is one of them.
const usualGain = 0.25

// Search is a search for better values.
type Search struct {
	Numbers []Number
	// Rounds are how often games are played.
	Rounds int
	// Gain is by how many steps a number follows a winner of all points at first.
	// More is quicker, and less sure. Zero means a quarter.
	Gain float64
	// Seed chooses the perturbations.
	Seed uint64
	// Played are the results of the first rounds of the same search, which are not
	// played again. Nil means none.
	Played []float64
	// Play returns by what share of the points, from -1 to 1, the first values have
	// beaten the second, in the games of a round.
	Play func(ctx context.Context, round int, first, second []float64) (float64, error)
	// Report is called after each round that is played, with the values then and its
	// result. An error ends the search. Nil means never.
	Report func(round int, values []float64, result float64) error
}

// Run returns the values after all rounds, or with the error of Play those so far.
func (s *Search) Run(ctx context.Context) ([]float64, error) {
	rng := rand.New(rand.NewPCG(s.Seed, 0))
	gain := cmp.Or(s.Gain, usualGain)
	at := make([]float64, len(s.Numbers)) // in steps
	for i, n := range s.Numbers {
		at[i] = n.Start / n.Step
	}
	slowed := slowedShare * float64(s.Rounds)
	for round := range s.Rounds {
		k := float64(round)
		move := math.Pow(float64(s.Rounds)/(k+1), movePower)          // 1 in the end
		follow := gain * math.Pow((1+slowed)/(k+1+slowed), gainPower) // gain at first
		signs, up, down := make([]float64, len(at)), make([]float64, len(at)), make([]float64, len(at))
		for i, n := range s.Numbers {
			signs[i] = float64(2*rng.IntN(2) - 1)
			up[i] = n.allowed((at[i] + move*signs[i]) * n.Step)
			down[i] = n.allowed((at[i] - move*signs[i]) * n.Step)
		}
		result, err := s.result(ctx, round, up, down)
		if err != nil {
			return s.values(at), err
		}
		for i, n := range s.Numbers {
			at[i] += follow * result * signs[i] / move
			at[i] = min(max(at[i], n.Min/n.Step), n.Max/n.Step)
		}
		if s.Report != nil && round >= len(s.Played) {
			if err := s.Report(round, s.values(at), result); err != nil {
				return s.values(at), err
			}
		}
	}
	return s.values(at), nil
}

// result returns that of a round that was played before, or plays it.
func (s *Search) result(ctx context.Context, round int, first, second []float64) (float64, error) {
	if round < len(s.Played) {
		return s.Played[round], nil
	}
	return s.Play(ctx, round, first, second)
}

// values returns what stands at so many steps.
func (s *Search) values(at []float64) []float64 {
	values := make([]float64, len(at))
	for i := range at {
		values[i] = s.Numbers[i].allowed(at[i] * s.Numbers[i].Step)
	}
	return values
}
