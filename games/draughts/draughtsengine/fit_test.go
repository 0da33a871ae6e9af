package draughtsengine

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/endgame"
)

var (
	measured = flag.Bool("measure", false, "measure what the weights are worth")
	variant  = flag.Int("variant", 0, "the number of the variant, with -measure")
	games    = flag.Int("games", 5000, "games of self-play, with -measure")
	depth    = flag.Int("depth", 4, "the depth of their searches in plies, with -measure")
)

// labelled is a position with the result for the side to move: 1, ½ or 0.
type labelled struct {
	counts [features]int32
	result float64
}

// TestFit plays games and fits the feature weights to their results.
func TestFit(t *testing.T) {
	if !*measured {
		t.Skip("no -measure")
	}
	r, dir := draughts.Rules{Variant: draughts.Variant(*variant)}, t.TempDir()
	pieces := 4
	if r.Size() > 8 {
		pieces = 3
	}
	if err := endgame.Build(t.Context(), r, workshop.EndgameBuilding{Dir: dir, Pieces: pieces}); err != nil {
		t.Fatal(err)
	}
	tables, err := endgame.Open(dir, r, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := Fitted{Rules: r, tables: tables}
	random := rand.New(rand.NewPCG(1, uint64(*variant)))
	players := newSelfPlay(f, *depth)
	var list []labelled
	results := map[float64]int{}
	for range *games {
		moves, result := players.game(random)
		results[result]++
		list = append(list, quiet(r, moves, result)...)
	}
	t.Logf("%d positions of %d games, won by the first player, drawn, lost: %d, %d, %d",
		len(list), *games, results[1], results[0.5], results[0])
	// Hold out every tenth position.
	var fit, held []labelled
	for i, p := range list {
		if i%10 == 0 {
			held = append(held, p)
		} else {
			fit = append(fit, p)
		}
	}
	before := fitted[*variant]
	coefficients := logistic(fit)
	w, scale := inMen(coefficients, fit)
	t.Logf("cross-entropy of what was held out: %.4f by the weights in use, %.4f fitted; a man is %.3f of the logistic unit",
		entropy(held, before.float(bestScale(fit, before))), entropy(held, coefficients), 100/scale)
	t.Logf("%s: {%s}", r, join(w))
}

func join(w weights) (text string) {
	for i, n := range w {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprint(n)
	}
	return text
}

// quiet returns the quiet positions of a game from the seventh ply on. result
// is the first player's.
func quiet(r draughts.Rules, moves []draughts.Move, result float64) (list []labelled) {
	s := r.Start()
	for ply, m := range moves {
		if ply >= leastRandom && !r.Urgent(&s) {
			mine := result
			if s.Turn == game.Second {
				mine = 1 - result
			}
			list = append(list, labelled{featuresOf(r, &s), mine})
		}
		r.Play(&s, &s, m)
	}
	return list
}

// featuresOf returns the feature counts of s, each by evaluating with a unit
// weight.
func featuresOf(r draughts.Rules, s *draughts.Position) (counts [features]int32) {
	mover, other := sidesOf(boardOf[r.Variant], s)
	for i := range counts {
		var unit weights
		unit[i] = 1
		counts[i] = weigh(&mover, &other, &unit)
	}
	return counts
}

// logistic fits coefficients by Newton's method with a small ridge.
func logistic(list []labelled) (c [features]float64) {
	const ridge = 10
	for range 12 {
		var gradient [features]float64
		var hessian [features][features]float64
		for i := range c {
			gradient[i] = -ridge * c[i]
			hessian[i][i] = ridge
		}
		for _, p := range list {
			e := p.expect(c)
			for i, n := range p.counts {
				gradient[i] += float64(n) * (p.result - e)
				for j, o := range p.counts {
					hessian[i][j] += float64(n) * float64(o) * e * (1 - e)
				}
			}
		}
		for i, d := range solve(hessian, gradient) {
			c[i] += d
		}
	}
	return c
}

// expect returns the result that the coefficients predict.
func (p *labelled) expect(c [features]float64) float64 {
	sum := 0.0
	for i, n := range p.counts {
		sum += float64(n) * c[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

// solve solves a·x = b by Gaussian elimination.
func solve(a [features][features]float64, b [features]float64) [features]float64 {
	for i := range a {
		pivot := i
		for j := i; j < features; j++ {
			if math.Abs(a[j][i]) > math.Abs(a[pivot][i]) {
				pivot = j
			}
		}
		a[i], a[pivot], b[i], b[pivot] = a[pivot], a[i], b[pivot], b[i]
		for j := range a {
			if j == i {
				continue
			}
			factor := a[j][i] / a[i][i]
			for k := i; k < features; k++ {
				a[j][k] -= factor * a[i][k]
			}
			b[j] -= factor * b[i]
		}
	}
	for i := range b {
		b[i] /= a[i][i]
	}
	return b
}

// inMen converts coefficients to hundredths of an extra man and returns the
// scale. lead counts as with twelve pieces on the board.
func inMen(c [features]float64, list []labelled) (w weights, scale float64) {
	scale = 100 / (c[men] + 16.0/12*c[lead])
	for i := range w {
		w[i] = int32(math.Round(c[i] * scale))
	}
	return w, scale
}

func (w weights) float(scale float64) (c [features]float64) {
	for i, n := range w {
		c[i] = float64(n) * scale
	}
	return c
}

// bestScale returns the best-fitting multiple of the weights.
func bestScale(list []labelled, w weights) float64 {
	best, least := 0.0, math.Inf(1)
	for scale := 0.001; scale < 0.1; scale *= 1.1 {
		if e := entropy(list, w.float(scale)); e < least {
			best, least = scale, e
		}
	}
	return best
}

// entropy returns the mean cross-entropy of the results under the coefficients.
func entropy(list []labelled, c [features]float64) (sum float64) {
	for _, p := range list {
		e := min(max(p.expect(c), 1e-9), 1-1e-9)
		sum -= p.result*math.Log(e) + (1-p.result)*math.Log(1-e)
	}
	return sum / float64(len(list))
}
