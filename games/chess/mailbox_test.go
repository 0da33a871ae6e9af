package chess_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/seeded"
)

// mailbox is an independent, slow board: letters of FEN on 64 squares, from a1.
// It makes every move and then looks whether the king can be taken.
type mailbox struct {
	cells  [64]byte // 0 if empty
	black  bool     // to move
	castle [64]bool // the rooks that may castle
	ep     int      // the square that a pawn has just skipped, or -1
}

// boxOf reads the text of a position, in the form with the files of rooks.
func boxOf(s *chess.Position) (b mailbox) {
	var board, side, rights, ep string
	fmt.Sscan(chess.FormatShredder(s), &board, &side, &rights, &ep)
	sq := 56
	for _, c := range []byte(board) {
		switch {
		case c == '/':
			sq -= 16
		case c < '9':
			sq += int(c - '0')
		default:
			b.cells[sq] = c
			sq++
		}
	}
	b.black, b.ep = side == "b", -1
	for _, c := range []byte(rights) {
		switch {
		case c >= 'a':
			b.castle[56+c-'a'] = true
		case c >= 'A':
			b.castle[c-'A'] = true
		}
	}
	if ep != "-" {
		b.ep = int(ep[0]-'a') + 8*int(ep[1]-'1')
	}
	return b
}

func (b *mailbox) isBlack(sq int) bool { return b.cells[sq] >= 'a' }

// own reports whether a piece of the side to move is on a square.
func (b *mailbox) own(sq int) bool { return b.cells[sq] != 0 && b.isBlack(sq) == b.black }

// onto returns the square that lies a step of dx and dy from sq, or -1.
func onto(sq, dx, dy int) int {
	x, y := sq%8+dx, sq/8+dy
	if x < 0 || x > 7 || y < 0 || y > 7 {
		return -1
	}
	return 8*y + x
}

// leaps are the steps of pieces; those of bishops, rooks and queens repeat.
var leaps = map[byte][][2]int{
	'n': {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}},
	'b': {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
	'r': {{1, 0}, {0, 1}, {-1, 0}, {0, -1}},
	'q': {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
	'k': {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
}

// reaches returns the squares that the piece on sq attacks.
func (b *mailbox) reaches(sq int) (list []int) {
	kind := b.cells[sq] | 0x20
	if kind == 'p' {
		dy := 1
		if b.isBlack(sq) {
			dy = -1
		}
		for _, dx := range []int{-1, 1} {
			if to := onto(sq, dx, dy); to >= 0 {
				list = append(list, to)
			}
		}
		return list
	}
	for _, d := range leaps[kind] {
		for to := onto(sq, d[0], d[1]); to >= 0; to = onto(to, d[0], d[1]) {
			list = append(list, to)
			if b.cells[to] != 0 || kind == 'n' || kind == 'k' {
				break
			}
		}
	}
	return list
}

// attacked reports whether a side attacks a square.
func (b *mailbox) attacked(sq int, byBlack bool) bool {
	for at := range b.cells {
		if b.cells[at] != 0 && b.isBlack(at) == byBlack && slices.Contains(b.reaches(at), sq) {
			return true
		}
	}
	return false
}

// king returns the square of a side's king.
func (b *mailbox) king(black bool) int {
	if black {
		return slices.Index(b.cells[:], 'k')
	}
	return slices.Index(b.cells[:], 'K')
}

// moves returns the legal moves in the form of UCI, castling as king takes rook.
func (b *mailbox) moves() (list []string) {
	for from := range b.cells {
		if !b.own(from) {
			continue
		}
		var to []int
		kind := b.cells[from] | 0x20
		for _, sq := range b.reaches(from) {
			takes := b.cells[sq] != 0 || sq == b.ep
			if !b.own(sq) && (kind != 'p' || takes) {
				to = append(to, sq)
			}
		}
		if kind == 'p' {
			dy, home := 1, 1
			if b.black {
				dy, home = -1, 6
			}
			if one := onto(from, 0, dy); b.cells[one] == 0 {
				to = append(to, one)
				if two := onto(one, 0, dy); from/8 == home && b.cells[two] == 0 {
					to = append(to, two)
				}
			}
		}
		for _, sq := range to {
			if b.leavesKingSafe(from, sq) {
				for _, become := range promotions(kind, sq) {
					list = append(list, name(from)+name(sq)+become)
				}
			}
		}
	}
	return append(list, b.castles()...)
}

func name(sq int) string { return string([]byte{'a' + byte(sq%8), '1' + byte(sq/8)}) }

func promotions(kind byte, to int) []string {
	if kind == 'p' && (to/8 == 0 || to/8 == 7) {
		return []string{"q", "r", "b", "n"}
	}
	return []string{""}
}

func (b mailbox) leavesKingSafe(from, to int) bool {
	if b.cells[from]|0x20 == 'p' && to == b.ep {
		b.cells[8*(from/8)+to%8] = 0
	}
	b.cells[to], b.cells[from] = b.cells[from], 0
	return !b.attacked(b.king(b.black), !b.black)
}

func (b mailbox) castles() (list []string) {
	king, row := b.king(b.black), 0
	if b.black {
		row = 56
	}
	for rook := row; rook < row+8; rook++ {
		if !b.castle[rook] {
			continue
		}
		kingTo, rookTo := row+6, row+5
		if rook < king {
			kingTo, rookTo = row+2, row+3
		}
		c, ok := b, true
		k, r := c.cells[king], c.cells[rook]
		c.cells[king], c.cells[rook] = 0, 0
		for _, way := range [][2]int{{king, kingTo}, {rook, rookTo}} {
			for sq := min(way[0], way[1]); sq <= max(way[0], way[1]); sq++ {
				ok = ok && c.cells[sq] == 0
			}
		}
		for sq := min(king, kingTo); sq <= max(king, kingTo); sq++ {
			d := b
			d.cells[king], d.cells[sq] = 0, k
			ok = ok && !d.attacked(sq, !b.black)
		}
		c.cells[kingTo], c.cells[rookTo] = k, r
		if ok && !c.attacked(kingTo, !b.black) {
			list = append(list, name(king)+name(rook))
		}
	}
	return list
}

// TestMailbox compares the moves of random games with those of the mailbox.
func TestMailbox(t *testing.T) {
	games, random := 4*len(tricky), seeded.Rand(t, 1)
	if testing.Short() {
		games = len(tricky)
	}
	starts := positions(t)
	for i := range games {
		s := starts[i%len(starts)]
		if i >= 2*len(starts) {
			s = chess.Array(random.IntN(960))
		}
		skipped := boxOf(&s).ep
		for range 80 {
			moves, status := rules.Moves(&s, nil)
			if s.Dead() {
				break
			}
			var got []string
			for _, m := range moves {
				got = append(got, chess.FormatUCI(&s, m, true))
			}
			b := boxOf(&s)
			b.ep = skipped
			want := b.moves()
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: moves %v, want %v", rules.FormatPosition(&s), got, want)
			}
			if in := b.attacked(b.king(b.black), !b.black); s.Check() != in {
				t.Fatalf("%s: check %t, want %t", rules.FormatPosition(&s), s.Check(), in)
			}
			if status.Over() {
				break
			}
			m := moves[random.IntN(len(moves))]
			from, to := int(m.From()), int(m.To())
			if skipped = -1; b.cells[from]|0x20 == 'p' && (from-to == 16 || to-from == 16) {
				skipped = (from + to) / 2
			}
			rules.Play(&s, &s, m)
		}
	}
}
