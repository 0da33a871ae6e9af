package catalog_test

import (
	"context"
	"flag"
	"math"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

var (
	oddsOf    = flag.String("odds", "", "fit the odds of wins, draws and losses in these games, separated by spaces")
	oddsGames = flag.Int("games", 1000, "games of self-play for -odds")
)

// outcomes counts the losses, draws and wins of the side to move, by the
// estimate.
type outcomes map[int][3]float64

// TestOdds fits Spec.Middle and Spec.Slope to self-play at 400 nodes a move after
// eight random moves.
func TestOdds(t *testing.T) {
	if *oddsOf == "" {
		t.Skip("no -odds")
	}
	for name := range strings.FieldsSeq(*oddsOf) {
		g, rng := catalogtest.Find(t, name), seeded.Rand(t, 1)
		starts := make(chan *engine.Position, 100)
		all := outcomes{}
		var mu sync.Mutex
		var crew sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			crew.Go(func() {
				e := g.NewEngine(engine.Options{Options: search.Options{TableBytes: 1 << 20}})
				for p := range starts {
					own := selfPlay(e, p)
					mu.Lock()
					for v, n := range own {
						sum := all[v]
						for i := range n {
							sum[i] += n[i]
						}
						all[v] = sum
					}
					mu.Unlock()
				}
			})
		}
		for _, p := range ongoing(rng, g, 8, *oddsGames) {
			starts <- p
		}
		close(starts)
		crew.Wait()
		middle, slope := fitOdds(all)
		t.Logf("%s: middle %.3g, slope %.3g", name, middle, slope)
		var values [11][3]float64
		for v, n := range all {
			b := 5 + min(max(int(math.Round(float64(v)/slope)), -5), 5)
			for i := range n {
				values[b][i] += n[i]
			}
		}
		for b, n := range values {
			v, sum := float64(b-5), n[0]+n[1]+n[2]
			t.Logf("%7.0f: won %.3f, lost %.3f of %.0f; fitted %.3f, %.3f", v*slope, n[2]/sum, n[0]/sum, sum,
				1/(1+math.Exp(middle/slope-v)), 1/(1+math.Exp(middle/slope+v)))
		}
	}
}

// selfPlay plays a game from p and returns its estimates with their outcomes.
// Estimates of 0 are left out: most are of drawn endings.
func selfPlay(e engine.Engine, p *engine.Position) outcomes {
	type estimate struct{ value, side int }
	var seen []estimate
	e.Clear()
	for !p.Status().Over() {
		a := e.Analyze(context.Background(), p, search.Query{Depth: 4}, search.Control{}, nil)
		if v := a.Lines[0].Score; !v.Proven() && v != 0 {
			seen = append(seen, estimate{int(v), int(p.ToMove() & 1)})
		}
		p, _ = p.Play(a.Lines[0].Move)
	}
	result, last := p.Status().Score().Outcome(), int(p.ToMove()&1)
	all := outcomes{}
	for _, s := range seen {
		r := result
		if s.side != last {
			r = -r
		}
		n := all[s.value]
		n[1+r]++
		all[s.value] = n
	}
	return all
}

// fitOdds returns the model under which outcomes are most likely.
func fitOdds(all outcomes) (middle, slope float64) {
	loss := func(m, s float64) (sum float64) {
		for v, n := range all {
			win, lost := 1/(1+math.Exp((m-float64(v))/s)), 1/(1+math.Exp((m+float64(v))/s))
			sum -= n[2]*math.Log(max(win, 1e-9)) + n[0]*math.Log(max(lost, 1e-9)) + n[1]*math.Log(max(1e-9, 1-win-lost))
		}
		return sum
	}
	least := math.Inf(1)
	for s := 1.0; s < 1000; s *= 1.02 {
		for ratio := 0.0; ratio < 3; ratio += 0.02 {
			if l := loss(ratio*s, s); l < least {
				least, middle, slope = l, ratio*s, s
			}
		}
	}
	return middle, slope
}
