package chess_test

import (
	"testing"

	"github.com/plywood-go/plywood/games/chess"
)

// measured are positions to count from, with a depth and the leaves there.
var measured = []struct {
	name, fen string
	depth     int
	leaves    uint64
}{
	{"start", "startpos", 5, 4_865_609},
	{"middle", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603},
}

// BenchmarkCountPaths counts the last ply without playing it.
func BenchmarkCountPaths(b *testing.B) {
	for _, tt := range measured {
		b.Run(tt.name, func(b *testing.B) {
			s, err := chess.Rules{}.ParsePosition(tt.fen)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if n := (chess.Rules{}).CountPaths(&s, tt.depth, nil).Leaves; n != tt.leaves {
					b.Fatal(n)
				}
			}
			b.ReportMetric(float64(tt.leaves)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}

// BenchmarkPlay plays every move of the last ply too.
func BenchmarkPlay(b *testing.B) {
	for _, tt := range measured {
		b.Run(tt.name, func(b *testing.B) {
			s, err := chess.Rules{}.ParsePosition(tt.fen)
			if err != nil {
				b.Fatal(err)
			}
			p := player{states: make([]chess.Position, tt.depth+1), moves: make([][]chess.Move, tt.depth+1)}
			p.states[tt.depth] = s
			for b.Loop() {
				p.nodes = 0
				if n := p.play(tt.depth); n != tt.leaves {
					b.Fatal(n)
				}
			}
			b.ReportMetric(float64(p.nodes)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// player plays all lines, with a stack as a search has it.
type player struct {
	states []chess.Position // by depth
	moves  [][]chess.Move
	nodes  uint64
}

func (p *player) play(depth int) (leaves uint64) {
	p.nodes++
	if depth == 0 {
		return 1
	}
	s := &p.states[depth]
	moves, _ := chess.Rules{}.Moves(s, p.moves[depth][:0])
	p.moves[depth] = moves
	for _, m := range moves {
		chess.Rules{}.Play(&p.states[depth-1], s, m)
		leaves += p.play(depth - 1)
	}
	return leaves
}
