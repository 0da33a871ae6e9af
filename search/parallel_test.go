package search_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	connect4 "github.com/plywood-go/plywood/engines/connect4"
	mnk "github.com/plywood-go/plywood/engines/mnk"
	othello "github.com/plywood-go/plywood/engines/othello"
	"github.com/plywood-go/plywood/engines/ultimate"
	"github.com/plywood-go/plywood/game"
	mnkrules "github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/search"
)

func BenchmarkParallel(b *testing.B) {
	benchParallel(b, "connect4-15", connect4.Lines{}, 15)
	benchParallel(b, "connect4-17", connect4.Lines{}, 17)
	benchParallel(b, "othello-9", othello.Discs{}, 9)
	benchParallel(b, "othello-10", othello.Discs{}, 10)
	r, err := mnkrules.NewLarge(mnkrules.Spec{M: 15, N: 15, K: 5})
	if err != nil {
		b.Fatal(err)
	}
	p, err := mnk.NewPatterns(r)
	if err != nil {
		b.Fatal(err)
	}
	benchParallel(b, "gomoku-5", p, 5)
	benchParallel(b, "ultimate-8", ultimate.Odds{}, 8)
}

type startRules[S any, M comparable] interface {
	game.Rules[S, M]
	game.Starter[S]
}

func benchParallel[S any, M comparable, R startRules[S, M]](b *testing.B, name string, rules R, depth int) {
	b.Run(name, func(b *testing.B) {
		start := rules.Start()
		one := search.New(rules, search.Options{})
		lazy := search.New(rules, search.Options{Threads: 2, Without: search.LazyX})
		ybw := search.New(rules, search.Options{Threads: 2})
		type run struct{ nodes, cpu, wall, bound []float64 }
		var runs [3]run
		for b.Loop() {
			var n1 uint64
			for i, s := range []*search.Searcher[S, M, R]{one, lazy, ybw} {
				s.Clear()
				c, t := cpuSeconds(), time.Now()
				r := s.Search(background, &start, search.Limits{Depth: depth}, nil)
				x := &runs[i]
				if i == 0 {
					n1 = r.Nodes
				}
				x.cpu = append(x.cpu, cpuSeconds()-c)
				x.wall = append(x.wall, time.Since(t).Seconds())
				x.nodes = append(x.nodes, float64(r.Nodes)/float64(n1))
				x.bound = append(x.bound, float64(n1)/float64(slices.Max(s.WorkerNodes())))
			}
		}
		fmt.Printf("%-12s one %.3fs", name, median(runs[0].cpu))
		for i, n := range []string{"", "lazy", "ybw"} {
			if i > 0 {
				fmt.Printf(" | %s nodes %.3f cpu %.3f wall %.3f balance %.3f", n, median(runs[i].nodes), median(runs[i].cpu)/median(runs[0].cpu), median(runs[0].wall)/median(runs[i].wall), median(runs[i].bound))
			}
		}
		fmt.Println()
	})
}
