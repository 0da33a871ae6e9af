package tally_test

import (
	"math"
	"testing"

	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/match/tally"
)

// TestRateTwo compares the rating of one player against another with the
// estimate of their difference: the means are equal, and the error is the slope
// of the curve times the error of the points.
func TestRateTwo(t *testing.T) {
	for _, r := range []tally.Results{large, {3, 5, 20, 7, 10}, {0, 0, 5, 0, 1}, {20, 3, 1}} {
		elo, _, _ := r.Elo()
		p := r.Points()
		slope := 400 / math.Ln10 / (p.Mean * (1 - p.Mean))
		got := tally.Rate(2, 1, []tally.Meeting{{Players: [2]int{0, 1}, Results: r}})
		want := tally.Estimate{Mean: elo, Error: slope * p.Error}
		if !near(got[0].Mean, want.Mean, 1e-6) || !near(got[0].Error, want.Error, 1e-6*want.Error) || got[1] != (tally.Rating{}) {
			t.Errorf("%v: %v, want %v and 0", r, got, want)
		}
	}
}

// TestRateChain checks that the steps of a ladder, and their variances, add up.
func TestRateChain(t *testing.T) {
	steps := []tally.Results{{0, 2, 10, 8, 5}, {3, 5, 20, 7, 10}, {1, 1, 4, 0, 9}}
	var ladder []tally.Meeting
	for i, r := range steps {
		ladder = append(ladder, tally.Meeting{Players: [2]int{i + 1, i}, Results: r})
	}
	var mean, variance float64
	got := tally.Rate(4, 0, ladder)
	for i, r := range steps {
		step := tally.Rate(2, 1, []tally.Meeting{{Players: [2]int{0, 1}, Results: r}})[0]
		mean += step.Mean
		variance += step.Error * step.Error
		if g := got[i+1]; !near(g.Mean, mean, 1e-6) || !near(g.Error, math.Sqrt(variance), 1e-6) {
			t.Errorf("step %d: %v, want %v ± %v", i+1, g, mean, math.Sqrt(variance))
		}
	}
}

// TestRateAll computes the expected points of known strengths in a round robin
// and checks that Rate finds the strengths again. One group of players is
// connected to no other.
func TestRateAll(t *testing.T) {
	rng := seeded.Rand(t, 5)
	truth := make([]float64, 7)
	for i := range truth {
		truth[i] = 600 * (rng.Float64() - 0.5)
	}
	var all []tally.Meeting
	const games = 1 << 30
	for i := range truth {
		for j := range i {
			won := int(math.Round(games * tally.Share(truth[i]-truth[j])))
			all = append(all, tally.Meeting{Players: [2]int{i, j}, Results: tally.Results{games - won, 0, won}})
		}
	}
	all = append(all, tally.Meeting{Players: [2]int{7, 8}, Results: tally.Results{1, 1, 1}}, tally.Meeting{Players: [2]int{7, 0}, Results: tally.Results{0, 0, 0}})
	got := tally.Rate(9, 3, all)
	for i, elo := range truth {
		if want := elo - truth[3]; !near(got[i].Mean, want, 1e-4) {
			t.Errorf("player %d: %v, want %v", i, got[i], want)
		}
	}
	for _, r := range got[7:] {
		if !math.IsInf(r.Mean, 0) || !math.IsInf(r.Error, 0) {
			t.Errorf("a player whom nobody has met: %v", r)
		}
	}
}

// TestRateErrors computes the errors of a level round robin: the variance of a difference is
// that of a direct meeting times 2/n with n players, because the points of each player are
// compared with those of all others.
func TestRateErrors(t *testing.T) {
	level := tally.Results{3, 10, 20, 10, 3}
	direct := tally.Rate(2, 0, []tally.Meeting{{Players: [2]int{0, 1}, Results: level}})[1].Error
	for n := 2; n < 7; n++ {
		var all []tally.Meeting
		for i := range n {
			for j := range i {
				players := [2]int{i, j}
				if (i+j)%2 == 0 {
					players = [2]int{j, i}
				}
				all = append(all, tally.Meeting{Players: players, Results: level})
			}
		}
		for zero := range n {
			for i, r := range tally.Rate(n, zero, all) {
				if want := direct * math.Sqrt(2/float64(n)); i != zero && (!near(r.Mean, 0, 1e-9) || !near(r.Error, want, 1e-9*want)) {
					t.Errorf("%d players, %d against %d: %v, want 0 ± %v", n, i, zero, r, want)
				}
			}
		}
	}
}

// TestRateShutout checks that a player who won all games has a finite strength,
// that of a meeting with one more level pair.
func TestRateShutout(t *testing.T) {
	got := tally.Rate(2, 0, []tally.Meeting{{Players: [2]int{1, 0}, Results: tally.Results{0, 0, 0, 0, 9}}})
	if want := 400 * math.Log10(19); !near(got[1].Mean, want, 1e-6) {
		t.Errorf("%v, want %v", got, want)
	}
}
