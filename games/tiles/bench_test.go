package tiles_test

import (
	"testing"

	"github.com/plywood-go/plywood/games/tiles"
	"github.com/plywood-go/plywood/search/path"
)

// BenchmarkIDAStar solves instance 2 of Korf (1985).
func BenchmarkIDAStar(b *testing.B) {
	p := puzzle(b, 4, tiles.Manhattan(tiles.Square(4)))
	k := tiles.Korf()[1]
	start := parse(b, p, k.Position)
	for b.Loop() {
		if r := solve(b, p, start, path.Options{Algorithm: path.IDAStar}); r.Generated != k.Nodes {
			b.Fatalf("%d nodes, want %d", r.Generated, k.Nodes)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(k.Nodes), "ns/node")
	b.ReportMetric(float64(k.Nodes), "nodes/op")
}
