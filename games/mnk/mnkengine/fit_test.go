package mnkengine

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/search"
)

var fitGames = flag.Int("fit-games", 300, "games that the worth of shapes is fitted to")

// sample is a position of a game between equal players: the shapes of the side
// to move, the shapes of its opponent, and 1; and the result, 1 for a win.
type sample struct {
	x [4*maxShapeK + 1]float64
	y float64
}

// TestShapeWorth fits the values of shapes to self-play games by logistic
// regression, in hundredths of log-odds for the side to move.
func TestShapeWorth(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	rules := mnk.Must(NewThreats(mnk.Must(mnk.NewLarge(mnk.Spec{M: 15, N: 15, K: 5}))))
	var samples []sample
	for i := range *fitGames {
		samples = append(samples, playSamples(t, rules, rand.New(rand.NewPCG(11, uint64(i))))...)
	}
	w := fit(samples)
	t.Logf("%d positions, log-loss %.4f", len(samples), loss(samples, &w))
	for s := 1; s < 2*maxShapeK; s++ {
		t.Logf("shape %d: own %+6.1f, other's %+6.1f", s, 100*w[s], 100*w[s+2*maxShapeK])
	}
	t.Logf("to move: %+.1f", 100*w[4*maxShapeK])
}

// playSamples plays a game and returns its positions that the threat rules do
// not decide.
func playSamples(t *testing.T, rules Threats, rng *rand.Rand) (samples []sample) {
	s := search.New(rules, search.Options{TableBytes: 8 << 20, Without: search.Fold})
	p := rules.Start()
	var sides []game.Player
	for ply := 0; ; ply++ {
		moves, status := rules.Moves(&p, nil)
		if status.Over() {
			if status == game.Draw {
				for i := range samples {
					samples[i].y = 0.5
				}
				return samples
			}
			for i := range samples {
				if sides[i] != rules.ToMove(&p) {
					samples[i].y = 1
				}
			}
			return samples
		}
		moves = moves[:rules.Promising(&p, moves)]
		if ply < 4 || rng.IntN(12) == 0 {
			rules.Play(&p, &p, moves[rng.IntN(len(moves))])
			continue
		}
		r := s.Search(t.Context(), &p, search.Query{Nodes: 3000}, search.Control{}, nil)
		if v := r.Score(); v.Proven() || v > near/2 || v < -near/2 {
			winner := rules.ToMove(&p)
			if v < 0 {
				winner = winner.Other()
			}
			for i := range samples {
				if sides[i] == winner {
					samples[i].y = 1
				}
			}
			return samples
		}
		var x sample
		side := rules.ToMove(&p)
		for shape := 1; shape < 2*maxShapeK; shape++ {
			x.x[shape] = float64(p.survey.counts[side][shape])
			x.x[shape+2*maxShapeK] = float64(p.survey.counts[side.Other()][shape])
		}
		x.x[4*maxShapeK] = 1
		samples, sides = append(samples, x), append(sides, side)
		best, _ := r.Best()
		rules.Play(&p, &p, best)
	}
}

// TestShapePromise prints the nodes of gomoku searches with other values of
// shapePromise.
func TestShapePromise(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	own := shapePromise
	defer func() { shapePromise = own }()
	x := newWorkload(t, "15,15,5", 5, 16, 0, search.Query{Depth: 6, Nodes: 400_000})
	base := x.nodes(t)
	t.Logf("%.0f nodes", base)
	for _, percent := range []int32{25, 50, 75, 100} {
		for s, v := range own[0] {
			shapePromise[1][s] = v * percent / 100
		}
		t.Logf("other's %d %%: %+.1f %%", percent, 100*(x.nodes(t)/base-1))
	}
	for shape := 4; shape <= 8; shape++ {
		for _, percent := range []int32{50, 200} {
			shapePromise = own
			for side := range shapePromise {
				shapePromise[side][shape] = own[side][shape] * percent / 100
			}
			t.Logf("shape %d at %d %%: %+.1f %%", shape, percent, 100*(x.nodes(t)/base-1))
		}
	}
}

// odds returns the winning chance of the side to move under weights w.
func odds(x *sample, w *[4*maxShapeK + 1]float64) float64 {
	sum := 0.0
	for i, v := range x.x {
		sum += v * w[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

func loss(samples []sample, w *[4*maxShapeK + 1]float64) (sum float64) {
	for i := range samples {
		p := odds(&samples[i], w)
		sum -= samples[i].y*math.Log(p+1e-9) + (1-samples[i].y)*math.Log(1-p+1e-9)
	}
	return sum / float64(len(samples))
}

// fit minimises the loss by gradient descent with Adagrad (Duchi, Hazan and
// Singer 2011).
func fit(samples []sample) (w [4*maxShapeK + 1]float64) {
	var squares [4*maxShapeK + 1]float64
	for range 3000 {
		var gradient [4*maxShapeK + 1]float64
		for i := range samples {
			e := odds(&samples[i], &w) - samples[i].y
			for j, v := range samples[i].x {
				gradient[j] += e * v
			}
		}
		for j, g := range gradient {
			g = g/float64(len(samples)) + 1e-4*w[j]
			if squares[j] += g * g; squares[j] > 0 {
				w[j] -= 0.05 * g / math.Sqrt(squares[j])
			}
		}
	}
	return w
}
