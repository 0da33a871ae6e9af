package train_test

import (
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/train"
)

var (
	measure = flag.Bool("measure", false, "measure what a network is worth")
	games   = flag.Int("games", 3000, "games of self-play per pass for -measure")
	nodes   = flag.Int("nodes", 500, "nodes a move in self-play for -measure")
	width   = flag.Int("width", 64, "width of the network for -measure")
	passes  = flag.Int("passes", 3, "passes for -measure")
)

// TestMeasureBreakthrough trains a network of Breakthrough and plays it against
// the evaluation by hand, both with equal nodes.
func TestMeasureBreakthrough(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	began, spent := time.Now(), cputime.Used()
	net, err := train.Run(context.Background(), Breakthrough{}, train.Options{
		Game: "breakthrough", Passes: *passes, Games: *games, Nodes: *nodes, Width: *width, Epochs: 15, Seed: 1,
	}, train.Work{Progress: func(p workshop.Progress) {
		if p.Phase != nil {
			t.Logf("pass %d: %+v after %v", p.Pass, *p.Phase, time.Since(began).Round(time.Second))
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v, %v of CPU", time.Since(began).Round(time.Second), cputime.Since(spent).Round(time.Second))
	for _, nodes := range []uint64{500, 2000, 8000} {
		const count = 400
		learned := search.New(Breakthrough{}, search.Options{TableBytes: 1 << 20, Network: net})
		plain := search.New(Breakthrough{}, search.Options{TableBytes: 1 << 20})
		points := 0
		for i := range count {
			players := [2]*search.Searcher[Men, Step]{learned, plain}
			if i%2 == 1 {
				players[0], players[1] = plain, learned
			}
			winner := duel(players, nodes, rand.New(rand.NewPCG(7, uint64(i/2))))
			if players[winner] == learned {
				points++
			}
		}
		share := float64(points) / count
		t.Logf("%d nodes a move: %.1f %% ± %.1f of %d games", nodes, 100*share, 100*math.Sqrt(share*(1-share)/count), count)
	}
}

// duel plays a game after six random moves and returns the winner.
func duel(players [2]*search.Searcher[Men, Step], nodes uint64, random *rand.Rand) game.Player {
	rules := Breakthrough{}
	s := rules.Start()
	for _, p := range players {
		p.Clear()
	}
	for ply := 0; ; ply++ {
		moves, status := rules.Moves(&s, nil)
		if status.Over() {
			return s.Turn.Other()
		}
		m := moves[random.IntN(len(moves))]
		if ply >= 6 {
			r := players[s.Turn].Search(context.Background(), &s, search.Query{Nodes: nodes}, search.Control{}, nil)
			m, _ = r.Best()
		}
		rules.Play(&s, &s, m)
	}
}
