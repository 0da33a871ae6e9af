package tune_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/match/tally"
	"github.com/plywood-go/plywood/match/tune"
)

// TestRun tunes simulated players whose strength falls with the squared
// distance from the best values, by pairs of random games, and checks that the
// values come close. Numbers without effect must stay in range.
func TestRun(t *testing.T) {
	rng := seeded.Rand(t, 1)
	best := []float64{70, -2.5, 400, 0}
	numbers := []tune.Number{
		{Name: "percent", Start: 50, Min: 0, Max: 100, Step: 8, Whole: true},
		{Name: "small", Start: 0, Min: -5, Max: 5, Step: 1},
		{Name: "large", Start: 100, Min: 0, Max: 1000, Step: 100},
		{Name: "useless", Start: 3, Min: 3, Max: 4, Step: 0.5},
	}
	elo := func(values []float64) (sum float64) {
		for i, v := range values[:3] {
			d := (v - best[i]) / numbers[i].Step
			sum -= 15 * d * d
		}
		return sum
	}
	s := tune.Search{
		Numbers: numbers, Rounds: 4000, Seed: 7,
		Play: func(_ context.Context, _ int, first, second []float64) (float64, error) {
			won := tally.Share(elo(first) - elo(second))
			result := 0.0
			for range 2 {
				if rng.Float64() < won {
					result += 0.5
				} else {
					result -= 0.5
				}
			}
			for i, v := range append(slices.Clone(first), second...) {
				n := numbers[i%len(numbers)]
				if v < n.Min || v > n.Max || n.Whole && v != math.Round(v) {
					t.Fatalf("%s: %v is played", n.Name, v)
				}
			}
			return result, nil
		},
	}
	values, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v, %.0f Elo below the best", values, -elo(values))
	start := []float64{50, 0, 100, 3}
	if lost := -elo(values); lost > 40 || lost > -elo(start)/5 {
		t.Errorf("%v, %.0f Elo below the best; at first %.0f", values, lost, -elo(start))
	}
}

// TestStop checks that an error keeps the values reached so far.
func TestStop(t *testing.T) {
	s := tune.Search{
		Numbers: []tune.Number{{Name: "x", Start: 1, Min: 0, Max: 10, Step: 1}}, Rounds: 10,
		Play: func(_ context.Context, round int, first, second []float64) (float64, error) {
			if round == 3 {
				return 0, context.Canceled
			}
			return math.Copysign(1, first[0]-second[0]), nil // larger is better
		},
	}
	rounds := 0
	s.Report = func(round int, values []float64, _ float64) error {
		if rounds != round || values[0] <= 1 {
			t.Errorf("round %d: %v", round, values)
		}
		rounds++
		return nil
	}
	values, err := s.Run(t.Context())
	if !errors.Is(err, context.Canceled) || rounds != 3 || values[0] <= 1 {
		t.Errorf("%v after %d rounds, %v", values, rounds, err)
	}
}

func TestCheck(t *testing.T) {
	good := tune.Number{Name: "x", Start: 1, Min: 0, Max: 10, Step: 1, Whole: true}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for _, change := range []func(n *tune.Number){
		func(n *tune.Number) { n.Start = 11 },
		func(n *tune.Number) { n.Start = math.NaN() },
		func(n *tune.Number) { n.Min = 10 },
		func(n *tune.Number) { n.Step = 0 },
		func(n *tune.Number) { n.Step = 11 },
		func(n *tune.Number) { n.Step = 0.5 },
		func(n *tune.Number) { n.Max = math.Inf(1) },
	} {
		bad := good
		change(&bad)
		if bad.Check() == nil {
			t.Errorf("%+v passes", bad)
		}
	}
}

// TestPlayed resumes a search with the results of earlier rounds. It must play
// and report only the other rounds and return the same values as an
// uninterrupted search.
func TestPlayed(t *testing.T) {
	var results, reported []float64
	s := tune.Search{
		Numbers: []tune.Number{{Name: "x", Start: 1, Min: 0, Max: 10, Step: 1}, {Name: "y", Start: 1, Min: 0, Max: 10, Step: 1}}, Rounds: 20, Seed: 3,
		Play: func(_ context.Context, round int, first, second []float64) (float64, error) {
			return math.Copysign(1, first[0]-second[0]) * float64(1+round%3) / 3, nil
		},
		Report: func(_ int, _ []float64, result float64) error {
			results = append(results, result)
			return nil
		},
	}
	want, err := s.Run(t.Context())
	if err != nil || len(results) != 20 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	full := errors.New("no space")
	for _, played := range []int{0, 1, 7, 20} {
		s.Played, reported = results[:played], nil
		s.Report = func(round int, _ []float64, result float64) error {
			if reported = append(reported, result); round == 12 && played == 7 {
				return full
			}
			return nil
		}
		got, err := s.Run(t.Context())
		switch {
		case played == 7:
			if !errors.Is(err, full) || len(reported) != 6 {
				t.Errorf("%v after %d rounds", err, len(reported))
			}
		case err != nil || !slices.Equal(got, want) || !slices.Equal(reported, results[played:]):
			t.Errorf("after %d rounds: %v, want %v, %v", played, got, want, err)
		}
	}
}
