package catalog

import (
	"context"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/search"
)

// Benchmark is a search on one thread with an empty table, which visits the same nodes
// on every run.
type Benchmark struct {
	Name string
	// Game is the name of a game, Position one of its positions.
	Game, Position string
	Without        search.Feature
	Query          search.Query
}

// Benchmarks returns a fixed suite of searches. A commit that changes their nodes must
// say so.
func Benchmarks() []Benchmark {
	const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	const fforum40 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
	return []Benchmark{
		{"connect4, depth 12, sound", "connect4", "startpos", search.Selective, search.Query{Depth: 12}},
		{"connect4, depth 14", "connect4", "startpos", 0, search.Query{Depth: 14}},
		{"connect4, solved", "connect4", "444352551", 0, search.Query{}},
		{"mnk 4,4,4, solved", "mnk:4,4,4", "startpos", 0, search.Query{Exhaustive: true}},
		{"mnk 5,6,4, solved", "mnk:5,6,4", "startpos", 0, search.Query{Exhaustive: true}},
		{"qubic, depth 5", "qubic", "startpos", 0, search.Query{Depth: 5}},
		{"ultimate, depth 7", "ultimate", "startpos", 0, search.Query{Depth: 7}},
		{"checkers, depth 14", "checkers", "startpos", 0, search.Query{Depth: 14}},
		{"draughts 10×10, depth 9", "draughts:international", "startpos", 0, search.Query{Depth: 9}},
		{"chess, depth 14", "chess", "startpos", 0, search.Query{Depth: 14}},
		{"chess, Kiwipete, depth 12", "chess", kiwipete, 0, search.Query{Depth: 12}},
		{"othello, depth 8", "othello", "startpos", 0, search.Query{Depth: 8}},
		{"othello, 16 empties, solved", "othello", fforum40, 0, search.Query{}},
		{"othello 4×4, solved", "othello:4", "startpos", 0, search.Query{}},
	}
}

// Run runs the search with a cold table.
func (b *Benchmark) Run(ctx context.Context) (engine.Analysis, error) {
	g, err := Find(b.Game)
	if err != nil {
		return engine.Analysis{}, err
	}
	p, err := g.Parse(b.Position)
	if err != nil {
		return engine.Analysis{}, err
	}
	o := engine.Options{Solve: b.Query.Exhaustive}
	o.Without = b.Without
	return g.NewEngine(o).Analyze(ctx, p, b.Query, search.Control{}, nil), nil
}
