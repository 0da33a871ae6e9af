package mnk_test

import (
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
)

// minimaxer is plain minimax, for measuring the rules.
type minimaxer[S any, M comparable, R game.Rules[S, M]] struct {
	rules R
	stack []S
	moves []M
	nodes int
}

func (x *minimaxer[S, M, R]) value(ply int) game.Score {
	x.nodes++
	s := &x.stack[ply]
	start := len(x.moves)
	moves, status := x.rules.Moves(s, x.moves)
	if status.Over() {
		return status.Score()
	}
	x.moves = moves
	child := &x.stack[ply+1]
	best := -game.Infinity
	for i := start; i < len(x.moves); i++ {
		x.rules.Play(child, s, x.moves[i])
		best = max(best, -x.value(ply+1).Later(1))
	}
	x.moves = x.moves[:start]
	return best
}

func BenchmarkMinimax(b *testing.B) {
	rules := mnk.Must(mnk.New(mnk.TicTacToe()))
	x := &minimaxer[mnk.Position, mnk.Move, mnk.Rules]{rules: rules, stack: make([]mnk.Position, 11), moves: make([]mnk.Move, 0, 64)}
	b.ReportAllocs()
	for b.Loop() {
		x.nodes = 0
		if v := x.value(0); v != 0 || x.nodes != 549_946 {
			b.Fatalf("value %v after %d nodes, want 0 after 549946", v, x.nodes)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(x.nodes), "ns/node")
}

func BenchmarkFold(b *testing.B) {
	for _, text := range []string{"3,3,3", "4,4,4", "5,6,4", "8,8,5"} {
		b.Run(text, func(b *testing.B) {
			r := rulesOf(b, text)
			p := r.Start()
			for _, m := range []mnk.Move{4, 0, 5} {
				r.Play(&p, &p, m)
			}
			for b.Loop() {
				r.Fold(&p)
			}
		})
	}
}

// BenchmarkNode measures a playout: Moves and Play of the first move.
func BenchmarkNode(b *testing.B) {
	for _, text := range []string{"4,4,4", "5,6,4", "8,8,5", "7,7,5,exact", "6,6,5,wrap"} {
		b.Run("compact/"+text, func(b *testing.B) { playOut(b, rulesOf(b, text)) })
		b.Run("large/"+text, func(b *testing.B) { playOut(b, largeOf(b, text)) })
	}
	b.Run("large/19,19,5", func(b *testing.B) { playOut(b, largeOf(b, "19,19,5")) })
}

func playOut[S any, R full[S]](b *testing.B, r R) {
	moves := make([]mnk.Move, 0, mnk.MaxSide*mnk.MaxSide)
	nodes := 0
	for b.Loop() {
		p := r.Start()
		for {
			nodes++
			all, status := r.Moves(&p, moves[:0])
			if status.Over() {
				break
			}
			r.Play(&p, &p, all[len(all)/2])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
}
