package search_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/search"
)

// fourState is Connect Four as a user might write it first: bitboards of the
// side to move and of all stones, with a spare bit above each column.
type fourState struct {
	own, all uint64
	plies    int8
}

type fourRules struct{}

func (fourRules) ToMove(s *fourState) game.Player { return game.Player(s.plies & 1) }

func fourWon(b uint64) bool {
	for _, d := range []int{1, 6, 7, 8} {
		if m := b & (b >> d); m&(m>>(2*d)) != 0 {
			return true
		}
	}
	return false
}

func (fourRules) Moves(s *fourState, buf []int) ([]int, game.Status) {
	if fourWon(s.own ^ s.all) {
		return buf, game.Loss
	}
	for c := range 7 {
		if s.all&(1<<(7*c+5)) == 0 {
			buf = append(buf, c)
		}
	}
	if len(buf) == 0 {
		return buf, game.Draw
	}
	return buf, game.Ongoing
}

func (fourRules) Play(dst, src *fourState, c int) {
	all := src.all | (src.all + 1<<(7*c))
	*dst = fourState{own: src.own ^ src.all, all: all, plies: src.plies + 1}
}

func (fourRules) Hash(s *fourState) uint64 {
	x := (s.own*0x9E3779B97F4A7C15 ^ s.all) * 0xBF58476D1CE4E5B9
	x ^= x >> 29
	x *= 0x94D049BB133111EB
	return x ^ x>>32
}

var fourLines = func() (lines []uint64) {
	for _, d := range []int{1, 6, 7, 8} {
		for sq := range 49 {
			line, ok := uint64(0), true
			for k := range 4 {
				at := sq + k*d
				if at >= 49 || at%7 == 6 || k > 0 && (at/7-(at-d)/7 != map[int]int{1: 0, 6: 1, 7: 1, 8: 1}[d]) {
					ok = false
					break
				}
				line |= 1 << at
			}
			if ok {
				lines = append(lines, line)
			}
		}
	}
	return lines
}()

// Evaluate counts, for each side, the stones in lines that are still open.
func (fourRules) Evaluate(s *fourState) game.Score {
	other, v := s.own^s.all, 0
	for _, l := range fourLines {
		switch own, theirs := s.own&l, other&l; {
		case theirs == 0:
			v += bits.OnesCount64(own)
		case own == 0:
			v -= bits.OnesCount64(theirs)
		}
	}
	return game.Score(v)
}

// bare strips a game of everything but its four methods and an evaluation.
type bare[S any, M comparable] struct {
	rules    game.Rules[S, M]
	evaluate func(s *S) game.Score
}

func (b bare[S, M]) Moves(s *S, buf []M) ([]M, game.Status) { return b.rules.Moves(s, buf) }
func (b bare[S, M]) Play(dst, src *S, m M)                  { b.rules.Play(dst, src, m) }
func (b bare[S, M]) ToMove(s *S) game.Player                { return b.rules.ToMove(s) }
func (b bare[S, M]) Hash(s *S) uint64                       { return b.rules.Hash(s) }
func (b bare[S, M]) Evaluate(s *S) game.Score               { return b.evaluate(s) }

// BenchmarkPlain searches plain games from twelve positions each, after six random moves.
func BenchmarkPlain(b *testing.B) {
	benchmarkPlain(b, "four", fourRules{}, fourState{}, func(s *fourState) game.Score { return fourRules{}.Evaluate(s) }, 13)
	o := othello.Rules{}
	benchmarkPlain(b, "othello", o, o.Start(), func(s *othello.Position) game.Score {
		var turned othello.Position
		o.Play(&turned, s, othello.Pass)
		mine, _ := o.Moves(s, nil)
		theirs, _ := o.Moves(&turned, nil)
		return 2 * game.Score(len(mine)-len(theirs))
	}, 9)
	d := draughts.Rules{}
	benchmarkPlain(b, "checkers", d, d.Start(), func(s *draughts.Position) game.Score {
		count := func(pieces uint64) int { return 100*bits.OnesCount64(pieces) + 50*bits.OnesCount64(pieces&s.Kings) }
		return game.Score(count(s.Own) - count(s.Opp))
	}, 15)
	k := testgames.Kalah{Houses: 6, Seeds: 4}
	benchmarkPlain(b, "kalah", k, k.Start(), k.Evaluate, 14)
	dominoes := testgames.Domineering{Size: 6}
	benchmarkPlain(b, "domineering", dominoes, testgames.Dominoes{}, func(s *testgames.Dominoes) game.Score {
		other := testgames.Dominoes{Taken: s.Taken, Mover: s.Mover.Other()}
		mine, _ := dominoes.Moves(s, nil)
		theirs, _ := dominoes.Moves(&other, nil)
		return game.Score(len(mine) - len(theirs))
	}, 10)
	c := chess.Rules{}
	worth := map[chess.Piece]int{chess.Pawn: 100, chess.Knight: 300, chess.Bishop: 310, chess.Rook: 500, chess.Queen: 900}
	benchmarkPlain(b, "chess", c, c.Start(), func(s *chess.Position) (v game.Score) {
		own := s.Side(s.Turn())
		for p, w := range worth {
			v += game.Score(w * (bits.OnesCount64(s.Pieces(p)&own) - bits.OnesCount64(s.Pieces(p)&^own)))
		}
		return v
	}, 7)
}

func benchmarkPlain[S any, M comparable](b *testing.B, name string, rules game.Rules[S, M], start S, evaluate func(s *S) game.Score, depth int) {
	b.Run(name, func(b *testing.B) {
		for b.Loop() {
			var nodes uint64
			for seed := range uint64(12) {
				r := rand.New(rand.NewPCG(seed, 1))
				pos := start
				for range 6 {
					moves, _ := rules.Moves(&pos, nil)
					var next S
					rules.Play(&next, &pos, moves[r.IntN(len(moves))])
					pos = next
				}
				s := search.New[S, M](bare[S, M]{rules, evaluate}, search.Options{})
				nodes += s.Search(b.Context(), &pos, search.Query{Depth: depth}, search.Control{}, nil).Nodes
			}
			b.ReportMetric(float64(nodes), "nodes/op")
		}
	})
}

// TestPlainOrder checks that a game that states nothing but its rules and an evaluation learns an
// order of moves: without the history its search takes more nodes, to the same value.
func TestPlainOrder(t *testing.T) {
	count := func(without search.Feature) (uint64, game.Score) {
		s := search.New[fourState, int](fourRules{}, search.Options{Without: search.Selective | search.Deeper | without})
		r := s.Search(t.Context(), &fourState{}, search.Query{Depth: 10}, search.Control{}, nil)
		return r.Nodes, r.Score()
	}
	with, v := count(0)
	without, same := count(search.History)
	if v != same || with > without*9/10 {
		t.Errorf("%v in %d nodes, without the history %v in %d", v, with, same, without)
	}
}
