package textbook_test

import (
	"context"
	"math/bits"
	"testing"

	opinions "github.com/plywood-go/plywood/engines/mnk"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/textbook"
)

// tictactoe is the game on two bitboards, the mover's first.
type tictactoe struct{}

type board struct {
	own, other uint16
	plies      uint8
}

const full = 1<<9 - 1

// row[b] reports whether b holds three in a row.
var row = func() (t [full + 1]bool) {
	for b := range t {
		for _, line := range [...]int{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124} {
			t[b] = t[b] || b&line == line
		}
	}
	return t
}()

func (tictactoe) Status(s *board) game.Status {
	switch {
	case row[s.other&full]:
		return game.Loss
	case s.own|s.other == full:
		return game.Draw
	}
	return game.Ongoing
}

func (t tictactoe) Moves(s *board, buf []uint8) ([]uint8, game.Status) {
	if st := t.Status(s); st.Over() {
		return buf, st
	}
	for free := full &^ (s.own | s.other); free != 0; free &= free - 1 {
		buf = append(buf, uint8(bits.TrailingZeros16(free)))
	}
	return buf, game.Ongoing
}

func (tictactoe) Play(dst, src *board, m uint8) {
	*dst = board{own: src.other, other: src.own | 1<<m, plies: src.plies + 1}
}

func (tictactoe) ToMove(s *board) game.Player { return game.Player(s.plies & 1) }
func (tictactoe) Hash(s *board) uint64        { return uint64(s.own)<<16 | uint64(s.other) }
func (tictactoe) Alternates() bool            { return true }

// lastPly adds the resolution of the last ply to tictactoe.
type lastPly struct{ tictactoe }

func (lastPly) LastPly(s *board) (game.Score, int) {
	free := full &^ (s.own | s.other)
	n := bits.OnesCount16(free)
	for rest := free; rest != 0; rest &= rest - 1 {
		if row[s.own|rest&-rest] {
			return game.WinIn(1), n
		}
	}
	return 0, n
}

// The sizes of the whole tree (Heineman et al. count 549 945 below the root).
const (
	wholeNodes  = 549_946
	wholeLeaves = 255_168
)

func TestWholeTicTacToe(t *testing.T) {
	for _, a := range []textbook.Algorithm{textbook.Minimax, textbook.NegaMax, textbook.BratkoMinimax} {
		plain := textbook.Run(t.Context(), a, tictactoe{}, new(board), 9, textbook.Options{})
		last := textbook.Run(t.Context(), a, lastPly{}, new(board), 9, textbook.Options{})
		for name, r := range map[string]textbook.Result[uint8]{"plain": plain, "last ply": last} {
			if r.Value != 0 || r.Nodes != wholeNodes || r.Leaves != wholeLeaves || len(r.PV) != 9 {
				t.Errorf("%s, %s: got %+v, want a draw of 9 moves, %d nodes, %d leaves", a, name, r, wholeNodes, wholeLeaves)
			}
		}
	}
}

func BenchmarkTicTacToe(b *testing.B) {
	rules := mnk.Must(mnk.New(mnk.TicTacToe))
	for _, a := range textbook.Algorithms() {
		b.Run(string(a), func(b *testing.B) { benchmark[mnk.Position, mnk.Move](b, a, rules) })
	}
	b.Run("minimax-lastply", func(b *testing.B) {
		benchmark[mnk.Position, mnk.Move](b, textbook.Minimax, opinions.Nilsson{Rules: rules})
	})
	b.Run("minimax-here", func(b *testing.B) { benchmark[board, uint8](b, textbook.Minimax, lastPly{}) })
}

func benchmark[S any, M comparable, R game.Rules[S, M]](b *testing.B, a textbook.Algorithm, rules R) {
	s := textbook.New(a, rules, textbook.Options{})
	p, ctx := new(S), context.Background()
	var nodes int
	b.ReportAllocs()
	began := cputime.Used()
	for b.Loop() {
		r := s.Search(ctx, p, 9)
		if r.Value != 0 {
			b.Fatalf("got %v, want a draw", r.Value)
		}
		nodes = r.Nodes
	}
	b.ReportMetric(float64(nodes), "nodes/op")
	b.ReportMetric(float64(cputime.Since(began).Nanoseconds())/float64(b.N)/float64(nodes), "cpu-ns/node")
}
