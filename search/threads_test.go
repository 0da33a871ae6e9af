package search_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/games/ultimate/ultimateengine"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/search"
)

// BenchmarkThreads searches eight openings of each game on one thread and on
// two. It reports the ratio of their nodes, which other load hardly distorts;
// the ratio of their times, which load does distort; and the share of one
// thread's nodes that the busier of two visits.
func BenchmarkThreads(b *testing.B) {
	const sound = search.Selective | search.Foresight
	gomoku, err := mnk.NewLarge(mnk.Spec{M: 15, N: 15, K: 5})
	if err != nil {
		b.Fatal(err)
	}
	patterns, err := mnkengine.NewPatterns(gomoku)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("connect4 16 sound", func(b *testing.B) { benchThreads(b, connect4engine.Lines{}, 16, sound) })
	b.Run("connect4 18", func(b *testing.B) { benchThreads(b, connect4engine.Lines{}, 18, 0) })
	b.Run("othello 13", func(b *testing.B) { benchThreads(b, othelloengine.Discs{}, 13, 0) })
	b.Run("gomoku 4 sound", func(b *testing.B) { benchThreads(b, patterns, 4, sound) })
	b.Run("ultimate 10", func(b *testing.B) { benchThreads(b, ultimateengine.Odds{}, 10, 0) })
}

func benchThreads[S any, M comparable, R interface {
	game.Rules[S, M]
	game.Starter[S]
}](b *testing.B, rules R, depth int, without search.Feature) {
	random := rand.New(rand.NewPCG(1, 2))
	var one, two, busier, oneTime, twoTime float64
	single := search.New(rules, search.Options{Without: without, TableBytes: 16 << 20})
	double := search.New(rules, search.Options{Without: without, TableBytes: 16 << 20, Threads: 2})
	for b.Loop() {
		for range 8 {
			pos := testgames.Wander(rules, rules.Start(), 4, random)
			single.Clear()
			r := single.Search(background, &pos, search.Query{Depth: depth}, search.Control{}, nil)
			one, oneTime = one+float64(r.Nodes), oneTime+r.Elapsed.Seconds()
			double.Clear()
			r = double.Search(background, &pos, search.Query{Depth: depth}, search.Control{}, nil)
			two, twoTime = two+float64(r.Nodes), twoTime+r.Elapsed.Seconds()
			busier += float64(slices.Max(double.ThreadNodes()))
		}
	}
	b.ReportMetric(two/one, "node-ratio")
	b.ReportMetric(busier/one, "busier-share")
	b.ReportMetric(oneTime/twoTime, "speed-up")
}

// TestReportsOfThreads compares the nodes of the last report with those of the result: both are of
// all threads. Threads that search apart may go on after the last report.
func TestReportsOfThreads(t *testing.T) {
	s := search.New(connect4engine.Lines{}, search.Options{Threads: 3, TableBytes: 1 << 20})
	pos := connect4engine.Lines{}.Start()
	var told search.Result[connect4.Move]
	r := s.Search(background, &pos, search.Query{Depth: 13}, search.Control{}, func(r search.Result[connect4.Move]) { told = r })
	if told.Stats != r.Stats || told.SelDepth != r.SelDepth {
		t.Errorf("reported %+v, want %+v", told.Stats, r.Stats)
	}
	if all := s.ThreadNodes(); r.Nodes <= all[0] {
		t.Errorf("%d nodes of all threads, %d of the first", r.Nodes, all[0])
	}
	narrow, err := connect4.New(5, 4)
	if err != nil {
		t.Fatal(err)
	}
	apart := search.New(gainful{coarseConnect4{narrow}}, search.Options{Threads: 3, TableBytes: 1 << 20})
	begun := narrow.Start()
	reports := uint64(0)
	r = apart.Search(background, &begun, search.Query{Depth: 9}, search.Control{}, func(r search.Result[connect4.Move]) { reports = max(reports, r.Nodes) })
	all := apart.ThreadNodes()
	if r.Nodes != all[0]+all[1]+all[2] || reports > r.Nodes || reports < all[0] {
		t.Errorf("%d nodes, %d reported, of %v by thread", r.Nodes, reports, all)
	}
}
