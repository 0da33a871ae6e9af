// Package othello implements the rules and the notation of Othello (Reversi) on
// boards of 8×8, 6×6 and 4×4 squares.
//
// A position is two sets of squares, the discs of the side to move and of its
// opponent. Square a1 is bit 0, h1 bit 7, h8 bit 63:
//
//	    a  b  c  d  e  f  g  h
//	1   0  1  2  3  4  5  6  7
//	2   8  9 10 11 12 13 14 15
//	…
//	8  56 57 58 59 60 61 62 63
//
// Smaller boards lie in the middle of the large one: a1 of 6×6 is bit 9, a1 of
// 4×4 bit 18. The squares around them stay empty. That suffices as a border,
// because a line of discs that ends at an empty square captures nothing.
//
// A side that cannot move while its opponent can has one legal move, [Pass],
// which is a ply. The game ends when neither side can move. The margin is the
// difference of discs, with the empty squares given to the winner.
package othello

import (
	"math/bits"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Black moves first and is written X; White is written O.
const (
	Black = game.First
	White = game.Second
)

// Position holds the discs of the side to move and of its opponent, and the
// side to move. Positions are comparable. The zero Position is the empty board.
type Position struct {
	Own, Opp uint64      // sets of squares
	Turn     game.Player // the side to move, whose discs are Own
}

// Empties returns the number of squares of r's board that are empty in s.
func (r Rules) Empties(s *Position) int {
	return bits.OnesCount64(r.Board() &^ (s.Own | s.Opp))
}

// Move is the square on which a disc is placed, 0 to 63, or [Pass].
type Move uint8

// Pass is the only move of a side that cannot place a disc.
const Pass Move = 64

// Rules are the rules on one board size. The zero value is for 8×8; see [Sized] for the others.
type Rules struct{ inset uint8 }

// Sized returns the rules for a board of size×size squares. ok is false unless size is 8, 6 or 4.
func Sized(size int) (r Rules, ok bool) {
	switch size {
	case 8, 6, 4:
		return Rules{uint8(8-size) / 2}, true
	}
	return Rules{}, false
}

// boards lists the squares of each board by inset.
var boards = [4]uint64{^uint64(0), 0x007E7E7E7E7E7E00, 0x00003C3C3C3C0000}

// Size returns the number of squares along a side of the board.
func (r Rules) Size() int { return 8 - 2*int(r.inset) }

// Board returns the set of all squares of the board.
func (r Rules) Board() uint64 { return boards[r.inset&3] }

// Start returns the initial position: two discs of each colour in the centre, Black to move.
func (r Rules) Start() Position {
	return Position{Own: 1<<28 | 1<<35, Opp: 1<<27 | 1<<36}
}

// Moves appends the legal moves of s to buf in the order of squares, or Pass.
func (r Rules) Moves(s *Position, buf []Move) ([]Move, game.Status) {
	moves := Mobility(s.Own, s.Opp) & r.Board()
	if moves == 0 {
		if Mobility(s.Opp, s.Own)&r.Board() != 0 {
			return append(buf, Pass), game.Ongoing
		}
		return buf, r.final(s)
	}
	for moves != 0 {
		sq := bits.TrailingZeros64(moves)
		moves &^= 1 << (sq & 63) // not moves &= moves-1: see board.go
		buf = append(buf, Move(sq))
	}
	return buf, game.Ongoing
}

// Status returns the state and the result of the game at s.
func (r Rules) Status(s *Position) game.Status {
	if (Mobility(s.Own, s.Opp)|Mobility(s.Opp, s.Own))&r.Board() != 0 {
		return game.Ongoing
	}
	return r.final(s)
}

func (r Rules) final(s *Position) game.Status {
	return game.Final(FinalMargin(s.Own, s.Opp, r.Size()*r.Size()))
}

// FinalMargin returns the result of a finished game for the side with the discs own: the difference
// of discs. The board has the given number of squares; empty ones count for the winner.
func FinalMargin(own, opp uint64, squares int) int {
	mine, theirs := bits.OnesCount64(own), bits.OnesCount64(opp)
	switch empties := squares - mine - theirs; {
	case mine > theirs:
		return mine - theirs + empties
	case mine < theirs:
		return mine - theirs - empties
	}
	return 0
}

// Play sets *dst to the position after m in *src.
func (r Rules) Play(dst, src *Position, m Move) {
	if m == Pass {
		*dst = Position{src.Opp, src.Own, src.Turn.Other()}
		return
	}
	flips := Flips(int(m), src.Own, src.Opp)
	*dst = Position{src.Opp &^ flips, src.Own | flips | 1<<(m&63), src.Turn.Other()}
}

// ToMove returns the side to move.
func (r Rules) ToMove(s *Position) game.Player { return s.Turn }

// Alternates returns true: a pass is a move.
func (r Rules) Alternates() bool { return true }

// IsPass reports whether m is Pass.
func (r Rules) IsPass(m Move) bool { return m == Pass }

// MoveKey returns the number of m, 0 to 64.
func (r Rules) MoveKey(m Move) int { return int(m) }

// Hash returns a key of the discs and the turn.
func (r Rules) Hash(s *Position) uint64 {
	return Hash(s.Own, s.Opp) ^ uint64(s.Turn)*0x9E3779B97F4A7C15
}

// Hash returns a key of a board with own to move: two rounds of 64×64→128-bit multiplication with
// folded halves. The odd constants are the fractional parts of the golden ratio, √2 and √3.
func Hash(own, opp uint64) uint64 {
	hi, lo := bits.Mul64(own^0x9E3779B97F4A7C15, opp^0x6A09E667F3BCC909)
	hi, lo = bits.Mul64(hi^lo^own, 0xBB67AE8584CAA73B)
	return hi ^ lo
}

// ParseMoves parses moves from s, such as f5d6c3 or "f5 d6 c3". It inserts omitted passes.
func (r Rules) ParseMoves(s *Position, record string) ([]Move, error) {
	at := *s
	var moves []Move
	play := func(m Move) {
		moves = append(moves, m)
		r.Play(&at, &at, m)
	}
	rest := strings.TrimSpace(strings.ToLower(record))
	for n := 1; rest != ""; n++ {
		m, size := r.ReadMove(rest)
		if size == 0 {
			return moves, reason.Errorf("othello: move %d: %q, want %s or pass", n, excerpt(rest), r.span())
		}
		if m != Pass && r.Legal(&at, Pass) {
			play(Pass)
		}
		if !r.Legal(&at, m) {
			return moves, reason.Errorf("othello: move %d: %s: %w", n, rest[:size], game.ErrIllegal)
		}
		play(m)
		rest = strings.TrimSpace(rest[size:])
	}
	return moves, nil
}

// excerpt returns the first characters of text for an error.
func excerpt(text string) string {
	word := []rune(strings.Fields(text)[0])
	return string(word[:min(len(word), 8)])
}

// FormatMoves returns moves without spaces, such as f5d6c3. It omits passes, as
// usual; ParseMoves inserts them again.
func (r Rules) FormatMoves(moves []Move) string {
	var b strings.Builder
	for _, m := range moves {
		if m != Pass {
			b.WriteString(r.name(m))
		}
	}
	return b.String()
}

// lastFlips maps the place of a move on an otherwise full line and the mover's discs on it to
// twice the number of discs turned.
var lastFlips = newLastFlips()

func newLastFlips() (t [8][256]uint8) {
	for at := range 8 {
		for own := range 256 {
			if above := own >> (at + 1); above != 0 {
				t[at][own] += uint8(2 * bits.TrailingZeros(uint(above)))
			}
			if below := own & (1<<at - 1); below != 0 {
				t[at][own] += uint8(2 * (at - bits.Len(uint(below))))
			}
		}
	}
	return t
}

// LastFlips returns twice the number of discs that own turns by a move on sq,
// the only empty square.
func LastFlips(sq uint, own uint64) int {
	file, rank := sq&7, sq&56
	onFile, d := &lastFlips[file], &diagonals[sq&63]
	return int(onFile[uint8(own>>rank)]) +
		int(onFile[(own&d[0])*gather>>56]) +
		int(onFile[(own&d[1])*gather>>56]) +
		int(lastFlips[rank>>3][(own>>file&fileA)*gatherFile>>56])
}

// CountPaths implements engine.PathCounter. A pass is a ply. It counts the last
// two plies by the replies to each move: eleven plies take 0.25 s on a Zen 4
// instead of 0.74 s with single moves (BenchmarkPerft).
func (r Rules) CountPaths(s *Position, depth int, stop func() bool) game.Counts {
	if depth <= 0 {
		return game.Counts{Leaves: 1, Nodes: 1}
	}
	p := perft{board: r.Board(), stop: stop, lists: make([][MaxMoves]Child, depth+1)}
	p.count(s.Own, s.Opp, Mobility(s.Own, s.Opp)&p.board, depth)
	return p.Counts
}

type perft struct {
	game.Counts
	board   uint64
	stop    func() bool
	stopped bool
	lists   [][MaxMoves]Child // by depth
}

// count adds the paths of depth plies, at least 1, from a position with the given legal moves.
func (p *perft) count(own, opp, moves uint64, depth int) {
	p.Nodes++
	switch {
	case moves == 0:
		p.pass(own, opp, depth)
		return
	case depth == 1:
		p.leaves(moves)
		return
	case depth == asksAt && p.stop != nil:
		p.stopped = p.stopped || p.stop()
	}
	list := &p.lists[depth]
	for _, c := range list[:Expand(list, own, opp, moves, p.board)] {
		switch {
		case p.stopped:
			return
		case depth == 2 && c.Replies != 0:
			p.Nodes++
			p.leaves(c.Replies)
		default:
			p.count(c.Own, c.Opp, c.Replies, depth-1)
		}
	}
}

func (p *perft) leaves(moves uint64) {
	n := uint64(bits.OnesCount64(moves))
	p.Leaves += n
	p.Nodes += n
}

// asksAt is the depth, in plies, at which a count checks for a stop, about every thousand paths.
const asksAt = 4

// pass is count for a side that cannot move.
func (p *perft) pass(own, opp uint64, depth int) {
	switch replies := Mobility(opp, own) & p.board; {
	case replies == 0:
		p.Ended++
	case depth == 1:
		p.Leaves++
		p.Nodes++
	default:
		p.count(opp, own, replies, depth-1)
	}
}
