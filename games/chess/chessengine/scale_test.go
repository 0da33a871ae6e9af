package chessengine

import (
	"bufio"
	"encoding/json"
	"flag"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
)

var logs = flag.String("logs", "", "fit the odds of estimates to the games of these logs of ply match, separated by commas")

// valued is a move's value in pawns with the material before it and the result for its side.
type valued struct {
	value, material float64
	result          int
}

// TestScaleOfLogs prints how often the side to move won by the chance that byNetwork states, and the
// scale that fits the games best.
func TestScaleOfLogs(t *testing.T) {
	if *logs == "" {
		t.Skip("no -logs")
	}
	var all []valued
	for path := range strings.SplitSeq(*logs, ",") {
		all = append(all, readLog(t, path)...)
	}
	var bins [10]struct{ moves, stated, won float64 }
	for _, v := range all {
		b := &bins[min(int(10*v.chance(byNetwork, 1)), 9)]
		b.moves++
		b.stated += v.chance(byNetwork, 1)
		b.won += float64(max(v.result, 0))
	}
	for _, b := range bins {
		t.Logf("stated %.3f, won %.3f of %.0f", b.stated/b.moves, b.won/b.moves, b.moves)
	}
	best, least := scale{}, math.Inf(1)
	for even := 1000.0; even < 4000; even *= 1.05 {
		for slope := 20.0; slope < 200; slope *= 1.05 {
			loss := 0.0
			for _, v := range all {
				win, lost := v.chance(scale{even, slope}, 1), v.chance(scale{even, slope}, -1)
				loss -= math.Log(max([3]float64{lost, 1 - win - lost, win}[1+v.result], 1e-9))
			}
			if loss < least {
				best, least = scale{even, slope}, loss
			}
		}
	}
	t.Logf("%d moves: %.0f, %.0f, loss %.4f a move", len(all), best.even, best.slope, least/float64(len(all)))
}

// chance returns the chance by c that the side to move wins, or with sign -1 that it loses.
func (v valued) chance(c scale, sign float64) float64 {
	estimate := v.value * byNetwork.even / v.material
	return 1 / (1 + math.Exp((c.even/v.material-sign*estimate)/c.slope))
}

// readLog returns the valued moves of the games in a log.
func readLog(t *testing.T, path string) (all []valued) {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	in := bufio.NewScanner(file)
	in.Buffer(nil, 1<<20)
	rules := chess.Rules{}
	for in.Scan() {
		var g struct {
			Schema, Start         string
			First, Random, Result int
			Moves                 []string
			Thoughts              []struct{ Value *float64 }
		}
		if err := json.Unmarshal(in.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		s := rules.Start()
		if g.Start != "" {
			if s, err = rules.ParsePosition(g.Start); err != nil {
				t.Fatal(err)
			}
		}
		white := g.Result // of player 1 in the log
		if g.First == 2 {
			white = -white
		}
		for i, text := range g.Moves {
			m, err := rules.ParseMove(&s, text)
			if err != nil {
				t.Fatal(err)
			}
			if k := i - g.Random; k >= 0 && k < len(g.Thoughts) && g.Thoughts[k].Value != nil {
				side := 1 - 2*int(s.Turn())
				all = append(all, valued{*g.Thoughts[k].Value, material(&s), side * white})
			}
			rules.Play(&s, &s, m)
		}
	}
	return all
}

// TestScale measures estimates: a pawn is an even chance of winning, for any material.
func TestScale(t *testing.T) {
	g, err := Game("")
	if err != nil {
		t.Fatal(err)
	}
	for fen, material := range map[string]game.Score{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": 78,
		"4k3/pp3ppp/4r3/8/8/4R3/PP3PPP/4K3 b - - 0 1":              20,
		"4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1":                    8,
		"4k3/p7/8/8/8/8/P7/4K3 w - - 0 1":                          8, // the least
	} {
		p, err := g.Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		even := (2100 + material/2) / material
		v, back := p.Measure(even), p.Measure(-even)
		if v.Number < 0.98 || v.Number > 1.02 || v.Odds.Win < 0.49 || v.Odds.Win > 0.51 || v.Odds.Win != back.Odds.Loss {
			t.Errorf("%s: %d is %+v, and %+v", fen, even, v, back)
		}
	}
}
