package web

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
)

// streamed are searches of a few seconds on one thread that compare all moves, as the page asks.
var streamed = []struct {
	name, game, position, moves string
	depth                       int
}{
	{"othello,midgame", "othello", "", "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7", 20},
	{"othello,solved", "othello", "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", "", 0},
	{"connect4,solved", "connect4", "", "4 4 4 3 5", 0},
	{"gomoku,depth", "mnk:15,15,5", "", "h8 g8", 4},
}

// BenchmarkStream runs each search directly and then through the server with one reading client.
// It reports the ratios of CPU time (the client's included), of wall time (meaningful on an idle
// machine only) and of nodes (1 on one thread), and the events per second.
func BenchmarkStream(b *testing.B) {
	for _, threads := range []int{1, 2} {
		for _, x := range streamed {
			b.Run(fmt.Sprintf("%s,threads=%d", x.name, threads), func(b *testing.B) {
				pos := place(b, x.game, x.position, x.moves)
				limits := search.Query{Depth: x.depth, Lines: len(pos.Moves())}
				var direct, behind cost
				for b.Loop() {
					direct.add(costOf(func() uint64 { return searchDirectly(b, pos, limits, threads) }))
					behind.add(costOf(func() uint64 { return searchBehind(b, pos, limits, threads, &behind) }))
				}
				b.ReportMetric(behind.cpu/direct.cpu, "cpu-ratio")
				b.ReportMetric(behind.wall/direct.wall, "wall-ratio")
				b.ReportMetric(float64(behind.nodes)/float64(direct.nodes), "nodes-ratio")
				b.ReportMetric(float64(behind.events)/behind.wall, "events/s")
				b.ReportMetric(direct.wall/float64(b.N), "s/search")
			})
		}
	}
}

// cost is the resources that searches used.
type cost struct {
	cpu, wall float64 // in seconds
	nodes     uint64
	events    int
}

func (c *cost) add(d cost) {
	c.cpu += d.cpu
	c.wall += d.wall
	c.nodes += d.nodes
}

func costOf(work func() (nodes uint64)) cost {
	cpu, began := cputime.Used(), time.Now()
	nodes := work()
	return cost{cpu: cputime.Since(cpu).Seconds(), wall: time.Since(began).Seconds(), nodes: nodes}
}

func place(t testing.TB, game, position, moves string) *engine.Position {
	t.Helper()
	g, err := catalog.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	pos := g.Start()
	if position != "" {
		pos, err = g.Parse(position)
	}
	if err == nil {
		pos, err = pos.PlayAll(moves)
	}
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

func benchConfig(threads int) Config {
	c := testConfig()
	c.Threads, c.TableBytes = threads, 512<<20
	return c
}

// searchDirectly searches with as much memory as the server would lend.
func searchDirectly(b *testing.B, pos *engine.Position, limits search.Query, threads int) uint64 {
	var o engine.Options
	o.Threads, o.TableBytes = threads, New(benchConfig(threads)).pool.share()/2
	a := pos.Game().NewEngine(o).Analyze(b.Context(), pos, limits, search.Control{}, nil)
	return a.Stats.Nodes
}

// searchBehind runs the same search as a client of the server.
func searchBehind(b *testing.B, pos *engine.Position, limits search.Query, threads int, c *cost) uint64 {
	_, server := newTest(b, benchConfig(threads))
	defer server.Close()
	body, err := ask(b.Context(), server.URL, obj{
		"game": pos.Game().About().Name, "position": pos.String(), "depth": limits.Depth, "multipv": limits.Lines,
	})
	if err != nil {
		b.Fatal(err)
	}
	defer body.Close()
	var last engine.Document
	readEvents(body, func(e sent) bool {
		c.events++
		if e.name == "end" {
			err = json.Unmarshal([]byte(e.data), &last)
		}
		return true
	})
	if err != nil || last.Nodes == 0 {
		b.Fatal(last, err)
	}
	return last.Nodes
}

// BenchmarkCrowd runs a search once alone and then by many clients at once. It reports the cost
// of sharing: CPU time and nodes of each client relative to the search alone.
func BenchmarkCrowd(b *testing.B) {
	const clients = 10
	for _, x := range streamed[:3] {
		b.Run(x.name, func(b *testing.B) {
			pos := place(b, x.game, x.position, x.moves)
			limits := search.Query{Depth: x.depth, Lines: len(pos.Moves())}
			var alone, shared cost
			for b.Loop() {
				alone.add(costOf(func() uint64 { return searchDirectly(b, pos, limits, 2) }))
				shared.add(costOf(func() uint64 { return searchTogether(b, pos, limits, clients) }))
			}
			b.ReportMetric(shared.cpu/alone.cpu/clients, "cpu-ratio")
			b.ReportMetric(shared.wall/alone.wall/clients, "wall-ratio")
			b.ReportMetric(float64(shared.nodes)/float64(alone.nodes)/clients, "nodes-ratio")
		})
	}
}

// searchTogether runs the same search for several clients at once, without the network.
func searchTogether(b *testing.B, pos *engine.Position, limits search.Query, clients int) uint64 {
	s := New(benchConfig(2))
	var all sync.WaitGroup
	var nodes atomic.Uint64
	for range clients {
		lent, err := s.borrow(pos.Game())
		if err != nil {
			b.Fatal(err)
		}
		all.Go(func() {
			defer lent.giveBack()
			nodes.Add(lent.Analyze(b.Context(), pos, limits, search.Control{}, nil).Stats.Nodes)
		})
	}
	all.Wait()
	return nodes.Load()
}

// BenchmarkClose measures the time from a client's closing its stream to the return of its seat,
// without other searches and beside 49 of them.
func BenchmarkClose(b *testing.B) {
	for _, others := range []int{0, 49} {
		b.Run(fmt.Sprintf("others=%d", others), func(b *testing.B) {
			s, server := newTest(b, testConfig())
			if others > 0 {
				c := gather(b, s, server.URL, others)
				c.goOn(b)
				defer c.leave()
			}
			var longest, sum time.Duration
			for b.Loop() {
				ctx, leave := context.WithCancel(b.Context())
				body, err := open(ctx, server.URL, "othello")
				if err != nil {
					b.Fatal(err)
				}
				readEvents(body, func(e sent) bool { return e.name != "analysis" })
				began := time.Now()
				leave()
				body.Close()
				for s.pool.active() > others {
					time.Sleep(100 * time.Microsecond)
				}
				took := time.Since(began)
				longest, sum = max(longest, took), sum+took
			}
			b.ReportMetric(float64(sum.Microseconds())/1000/float64(b.N), "ms/close")
			b.ReportMetric(float64(longest.Microseconds())/1000, "ms/longest")
		})
	}
}
