package catalog_test

import (
	"context"
	"encoding/json"
	"flag"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

var (
	logs      = flag.String("logs", "", "fit the odds of estimates to the games of these logs of ply match, separated by commas")
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

// TestOddsOfLogs prints, for the games of logs of matches between engines of this program, the odds
// fitted to the shown values in hundredths, by the number of pieces on the board, and how often
// the side to move won by the chance that is stated. At a value of 1 half of the games are won.
func TestOddsOfLogs(t *testing.T) {
	if *logs == "" {
		t.Skip("no -logs")
	}
	byPieces := map[int]outcomes{}
	var bins [10]struct{ moves, stated, won float64 }
	for path := range strings.SplitSeq(*logs, ",") {
		readLog(t, path, func(p *engine.Position, value float64, result int) {
			group := (len(p.Placement().Pieces) - strings.Count(p.Placement().Pieces, "-") + 3) / 4 * 4
			if byPieces[group] == nil {
				byPieces[group] = outcomes{}
			}
			n := byPieces[group][int(math.Round(100*value))]
			n[1+result]++
			byPieces[group][int(math.Round(100*value))] = n
			v := sort.Search(1<<17, func(i int) bool { return p.Measure(game.Score(i-1<<16)).Number >= value })
			stated := p.Measure(game.Score(v - 1<<16)).Odds.Win
			b := &bins[min(int(10*stated), 9)]
			b.moves++
			b.stated += stated
			b.won += float64(max(result, 0))
		})
	}
	for _, pieces := range slices.Sorted(maps.Keys(byPieces)) {
		moves := 0.0
		for _, n := range byPieces[pieces] {
			moves += n[0] + n[1] + n[2]
		}
		middle, slope := fitOdds(byPieces[pieces])
		t.Logf("to %d pieces: middle %.0f, slope %.0f of %.0f moves", pieces, middle, slope, moves)
	}
	for _, b := range bins {
		t.Logf("stated %.3f, won %.3f of %.0f", b.stated/b.moves, b.won/b.moves, b.moves)
	}
}

// readLog calls do with each position of the games in a log where a player gave an estimate, and
// the result for the side to move.
func readLog(t *testing.T, path string, do func(p *engine.Position, value float64, result int)) {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var g *engine.Game
	for in := json.NewDecoder(file); in.More(); {
		var entry struct {
			Game                  any // the name in the heading, a number in games
			Start                 string
			First, Random, Result int
			Moves                 []string
			Thoughts              []struct{ Value *float64 }
		}
		if err := in.Decode(&entry); err != nil {
			t.Fatal(err)
		}
		if name, ok := entry.Game.(string); ok {
			g = catalogtest.Find(t, name)
			continue
		}
		p := g.Start()
		if entry.Start != "" {
			if p, err = g.Parse(entry.Start); err != nil {
				t.Fatal(err)
			}
		}
		first := entry.Result // of player 1 in the log
		if entry.First == 2 {
			first = -first
		}
		for i, move := range entry.Moves {
			if k := i - entry.Random; k >= 0 && k < len(entry.Thoughts) {
				if v := entry.Thoughts[k].Value; v != nil {
					do(p, *v, first*(1-2*int(p.ToMove()&1)))
				}
			}
			if p, err = p.Play(move); err != nil {
				t.Fatal(err)
			}
		}
	}
}
