package chessengine

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/search"
)

// three is a position of two kings and a piece.
type three struct {
	turn  chess.Side
	piece byte // as in FEN
	at    [3]chess.Square
}

// index numbers positions; mirrored ones, of which White's king is on the files a to d in one, have
// the same number.
func (e three) index() int {
	if e.at[1]&4 != 0 {
		for i := range e.at {
			e.at[i] ^= 7
		}
	}
	return ((strings.IndexByte("PQR", e.piece&^0x20)*2+int(e.turn))*64+int(e.at[0]))<<12 | int(e.at[1])<<6 | int(e.at[2])
}

// numbered is the inverse of index.
func numbered(i int) three {
	return three{chess.Side(i >> 18 & 1), "PQR"[i>>19], [3]chess.Square{chess.Square(i >> 12 & 63), chess.Square(i >> 6 & 63), chess.Square(i & 63)}}
}

// position returns the position; ok is false if it is illegal.
func (e three) position() (s position, ok bool) {
	if e.piece&^0x20 == 'P' && (e.at[0] < 8 || e.at[0] >= 56) {
		return s, false
	}
	var board [64]byte
	for i, c := range []byte{e.piece, 'K', 'k'} {
		if board[e.at[i]] != 0 {
			return s, false
		}
		board[e.at[i]] = c
	}
	if e.at[1] == e.at[2] {
		return s, false
	}
	return placed(&board, e.turn)
}

// threes holds, by index, the plies to mate from White's king, pawn, queen or rook against a king;
// 0 is a draw or illegal, -1 mate. White has the piece. It plays all moves, and knows no more.
var threes = sync.OnceValue(func() []int16 {
	rules, count := chess.Rules{}, 3*2*64<<12
	plies := make([]int16, count)
	next := make([][]int32, count)
	var open []int
	for i := range count {
		e := numbered(i)
		if e.index() != i {
			continue
		}
		s, ok := e.position()
		if !ok {
			continue
		}
		moves, status := rules.Moves(&s, nil)
		if status == game.Loss {
			plies[i] = -1 // mated
		}
		for _, m := range moves {
			after := e
			after.turn ^= 1
			switch p := m.Promotion(); {
			case e.turn == chess.Black:
				after.at[2] = m.To()
			case m.From() == e.at[1]:
				after.at[1] = m.To()
			default:
				after.at[0] = m.To()
				after.piece = map[chess.Piece]byte{chess.NoPiece: e.piece, chess.Queen: 'Q', chess.Rook: 'R'}[p]
			}
			if after.piece == 0 || after.at[2] == after.at[0] {
				next[i] = append(next[i], -1) // a draw
			} else {
				next[i] = append(next[i], int32(after.index()))
			}
		}
		if len(next[i]) > 0 {
			open = append(open, i)
		}
	}
	for ply := int16(1); ply < 120; ply++ {
		rest := open[:0]
		for _, i := range open {
			wins := 0
			for _, n := range next[i] {
				if n >= 0 && plies[n] != 0 && plies[n] < ply {
					wins++
				}
			}
			if black := i>>18&1 != 0; black && wins == len(next[i]) || !black && wins > 0 {
				plies[i] = ply
				continue
			}
			rest = append(rest, i)
		}
		open = rest
	}
	return plies
})

// TestPawnEnding compares the table with all positions of a king and a pawn against a king, of both
// colours.
func TestPawnEnding(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	e, plies := Evaluation{}, threes()
	count := [2]int{}
	for i := range 2 * 64 << 12 {
		n := numbered(i)
		s, ok := n.position()
		if !ok {
			continue
		}
		drawn := plies[n.index()] == 0
		other, _ := three{n.turn ^ 1, 'p', [3]chess.Square{n.at[0] ^ 56, n.at[2] ^ 56, n.at[1] ^ 56}}.position()
		for _, s := range []position{s, other} {
			if got := pawnDraw(&s); got != drawn {
				t.Fatalf("%s: a draw %v, want %v", e.FormatPosition(&s), got, drawn)
			}
		}
		if drawn {
			count[0]++
		} else {
			count[1]++
		}
	}
	if count != [2]int{108_788, 222_564} {
		t.Errorf("%d positions", count)
	}
}

// TestPawnDraw analyses endings with a pawn: a draw is proven, whatever happened before, and a win
// is estimated to be one.
func TestPawnDraw(t *testing.T) {
	s := newSearcher(engine.Options{})
	for _, tt := range []struct {
		fen  string
		want int // for the side to move
	}{
		{"8/8/4k3/8/4P3/4K3/8/8 w - - 0 1", 0},
		{"8/8/4k3/8/4P3/4K3/8/8 w - - 90 80", 0},
		{"8/8/8/4k3/4p3/8/4K3/8 w - - 30 60", 0},
		{"8/8/4k3/8/4P3/4K3/8/8 b - - 0 1", 0},
		{"8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", -1},
		{"8/P6k/8/8/8/8/7K/8 w - - 0 1", 1},
		{"8/7k/8/8/8/8/p6K/8 b - - 0 1", 1},
	} {
		pos := parse(t, tt.fen)
		r := s.Search(context.Background(), &pos, search.Query{Nodes: 1000}, search.Control{}, nil)
		if v := r.Score(); tt.want == 0 && (v != 0 || r.Proof != game.Exact) || tt.want != 0 && v*game.Score(tt.want) < wonEnding {
			t.Errorf("%s: %v, proof %v", tt.fen, v, r.Proof)
		}
	}
}
