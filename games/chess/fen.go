package chess

import (
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// startText is the text of the initial position.
const startText = "startpos"

// pieceLetters are the letters of pieces in FEN, by piece. White's are capitals.
const pieceLetters = " brqpnk"

// letter returns the letter of a piece in FEN.
func letter(side Side, p Piece) byte {
	c := pieceLetters[p&7%7]
	if side == White {
		c -= 'a' - 'A'
	}
	return c
}

// FormatPosition returns s in Forsyth-Edwards Notation, in the form called
// X-FEN where a right to castle is not that of the outermost rook. It states
// an en-passant square only where such a capture is legal.
func (Rules) FormatPosition(s *Position) string { return s.fen(false) }

// FormatShredder returns s in FEN with rights to castle written as the files of
// the rooks, as in HAha.
func FormatShredder(s *Position) string { return s.fen(true) }

func (s *Position) fen(files bool) string {
	out := make([]byte, 0, 96)
	for y := 7; y >= 0; y-- {
		empty := byte(0)
		for x := range 8 {
			sq := Square(8*y + x)
			p := s.At(sq)
			if p == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				out = append(out, '0'+empty)
				empty = 0
			}
			out = append(out, letter(Side(s.sides[1]>>sq&1), p))
		}
		if empty > 0 {
			out = append(out, '0'+empty)
		}
		if y > 0 {
			out = append(out, '/')
		}
	}
	out = append(out, ' ', "wb"[s.turn&1], ' ')
	out = s.appendRights(out, files)
	out = append(out, ' ')
	if s.ep == 0 {
		out = append(out, '-')
	} else {
		out = append(out, s.ep.String()...)
	}
	out = append(out, ' ')
	out = strconv.AppendUint(out, uint64(s.quiet), 10)
	out = append(out, ' ')
	return string(strconv.AppendUint(out, uint64(s.number), 10))
}

// appendRights appends the rights to castle, the king's side first.
func (s *Position) appendRights(out []byte, files bool) []byte {
	before := len(out)
	for side := range Side(2) {
		own := s.castle & s.sides[side]
		for x := 7; x >= 0; x-- {
			sq := Square(56*int(side) + x)
			if own>>sq&1 == 0 {
				continue
			}
			c := 'A' + byte(x)
			if !files && s.outermost(side, sq > s.king(side)) == sq {
				c = 'Q'
				if sq > s.king(side) {
					c = 'K'
				}
			}
			out = append(out, c+byte(side)*('a'-'A'))
		}
	}
	if len(out) == before {
		out = append(out, '-')
	}
	return out
}

// outermost returns the square of the rook farthest from a side's king on its
// first rank, to the right or to the left, or of the king itself.
func (s *Position) outermost(side Side, right bool) Square {
	back := uint64(rank1) << (56 * side)
	king := s.king(side)
	rooks := s.straight &^ (s.diagonal | s.other) & s.sides[side] & back
	if right {
		if rooks &= ^uint64(0) << king; rooks != 0 {
			return Square(63 - bits.LeadingZeros64(rooks))
		}
	} else if rooks &= 1<<king - 1; rooks != 0 {
		return Square(bits.TrailingZeros64(rooks))
	}
	return king
}

// ParsePosition reads FEN, X-FEN or Shredder-FEN, or "startpos". Fields from the rights to castle
// on may be missing, and spaces doubled. It refuses positions that no game can reach because of
// their kings or pawns. It leaves out rights to castle without their king or rook, and an
// en-passant square that no pawn can have passed.
func (r Rules) ParsePosition(text string) (Position, error) {
	s, _, err := r.MendPosition(text)
	return s, err
}

// MendPosition is ParsePosition, and says what it leaves out.
func (r Rules) MendPosition(text string) (s Position, mended []error, err error) {
	if strings.TrimSpace(text) == startText {
		return r.Start(), nil, nil
	}
	p := fenReader{text: strings.TrimRight(text, " \t\r\n")}
	if s, err = p.position(); err != nil {
		return Position{}, nil, reason.Errorf("chess: character %d: %w", 1+len([]rune(p.text[:p.at])), err)
	}
	return s, p.mended, nil
}

// fenReader reads FEN.
type fenReader struct {
	text string
	at   int // the byte that an error is about

	mended []error
}

// field returns the next field and moves to it; "" at the end.
func (p *fenReader) field(after int) string {
	p.at = after
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	rest := p.text[p.at:]
	if end := strings.IndexAny(rest, " \t\r\n"); end >= 0 {
		return rest[:end]
	}
	return rest
}

func (p *fenReader) position() (s Position, err error) {
	board := p.field(0)
	end := p.at + len(board)
	if err := p.board(&s, board); err != nil {
		return s, err
	}
	side := p.field(end)
	end = p.at + len(side)
	switch side {
	case "w", "W":
	case "b", "B":
		s.turn = Black
	case "":
		return s, reason.New("the end, want the side to move, w or b")
	default:
		return s, reason.Errorf("%.8q, want the side to move, w or b", side)
	}
	if err := s.possible(); err != nil {
		p.at = 0
		return s, err
	}
	rights := p.field(end)
	end = p.at + len(rights)
	if err := p.rights(&s, rights); err != nil {
		return s, err
	}
	passing := p.field(end)
	end = p.at + len(passing)
	if err := p.passing(&s, passing); err != nil {
		return s, err
	}
	if s.quiet, end, err = p.count(end, 0); err != nil {
		return s, err
	}
	if s.number, end, err = p.count(end, 1); err != nil {
		return s, err
	}
	s.number = max(1, s.number)
	if rest := p.field(end); rest != "" {
		return s, reason.Errorf("%.8q, want the end", rest)
	}
	s.hash = s.freshHash()
	return s, nil
}

// board reads the pieces.
func (p *fenReader) board(s *Position, text string) error {
	start := p.at
	x, y := 0, 7
	for i, c := range text {
		p.at = start + i
		switch {
		case c == '/':
			if x != 8 {
				return reason.Errorf("rank %d has %d squares, want 8", y+1, x)
			}
			if x, y = 0, y-1; y < 0 {
				return reason.New("more than 8 ranks")
			}
		case c >= '1' && c <= '8':
			if x += int(c - '0'); x > 8 {
				return reason.Errorf("rank %d has more than 8 squares", y+1)
			}
		default:
			piece, side := pieceOf(byte(min(c, utf8.RuneSelf))), White
			if piece == NoPiece {
				return reason.Errorf("%q, want one of K Q R B N P k q r b n p, 1 to 8 or /", c)
			}
			if c >= 'a' {
				side = Black
			}
			if x > 7 {
				return reason.Errorf("rank %d has more than 8 squares", y+1)
			}
			if piece == Pawn && y%7 == 0 {
				return reason.Errorf("a pawn on rank %d", y+1)
			}
			s.put(side, piece, Square(8*y+x))
			x++
		}
	}
	if x != 8 || y != 0 {
		p.at = start + len(text)
		return reason.Errorf("%d ranks and %d squares, want 8 ranks", 7-y, x)
	}
	return nil
}

// possible returns an error for kings that no game can have.
func (s *Position) possible() error {
	for side, name := range sideNames {
		if n := count(s.straight & s.other & s.sides[side]); n != 1 {
			return reason.Errorf("%s has %d kings, want 1", reason.Phrase(name), n)
		}
	}
	them := s.turn ^ 1
	if s.attackers(s.king(them), s.turn, s.Occupied()) != 0 {
		return reason.Errorf("%s is in check, and %s is to move", reason.Phrase(sideNames[them]), reason.Phrase(sideNames[s.turn]))
	}
	return nil
}

// sideNames are the names of the sides.
var sideNames = [2]string{"White", "Black"}

// rights reads the rights to castle.
func (p *fenReader) rights(s *Position, text string) error {
	if text == "-" || text == "" {
		return nil
	}
	start := p.at
	for i, c := range text {
		p.at = start + i
		side := White
		if c >= 'a' {
			side = Black
		}
		king := s.king(side)
		rook := king
		switch letter := c &^ 0x20; {
		case c > 'z' || letter < 'A':
			return reason.Errorf("%q, want rights to castle such as KQkq, HAha or -", c)
		case letter == 'K' || letter == 'Q':
			rook = s.outermost(side, letter == 'K')
		case letter <= 'H':
			rook = Square(56*int(side)) + Square(letter-'A')
		default:
			return reason.Errorf("%q, want rights to castle such as KQkq, HAha or -", c)
		}
		rooks := s.straight &^ (s.diagonal | s.other) & s.sides[side] & (rank1 << (56 * side))
		same := all << king // the king's own wing
		if rook < king {
			same = 1<<king - 1
		}
		switch {
		case king>>3 != Square(7*side) || rooks>>rook&1 == 0:
			p.mend(reason.Errorf("%c without its king and rook on the first rank of %s", c, reason.Phrase(sideNames[side])))
		case s.castle&s.sides[side]&same != 0:
			p.mend(reason.Errorf("%c is a second right to castle on one wing", c))
		default:
			s.castle |= 1 << rook
		}
	}
	return nil
}

// mend records that a right to castle or an en-passant square is left out.
func (p *fenReader) mend(why error) {
	p.mended = append(p.mended, reason.Errorf("chess: left out of the position: %w", why))
}

// passing reads the en-passant square and keeps it if a capture is legal.
func (p *fenReader) passing(s *Position, text string) error {
	if text == "-" || text == "" {
		return nil
	}
	sq, ok := Square(0), false
	if len(text) == 2 {
		sq, ok = square(text[0]|0x20, text[1])
	}
	rank := Square(5)
	if s.turn == Black {
		rank = 2
	}
	if !ok {
		return reason.Errorf("%.8q, want an en-passant square such as e3, or -", text)
	}
	pawns := s.Pieces(Pawn) & s.sides[s.turn^1]
	from := sq + 8 // where the pawn came from
	if s.turn == Black {
		from = sq - 8
	}
	switch {
	case sq>>3 != rank || pawns>>(sq^8)&1 == 0 || s.Occupied()&(1<<sq|1<<from) != 0:
		p.mend(reason.Errorf("no pawn can have passed %s", sq))
	case s.canPass(sq):
		s.ep = sq
	}
	return nil
}

// count reads a number, which may be missing, and returns where it ends.
func (p *fenReader) count(after int, missing uint16) (n uint16, end int, err error) {
	text := p.field(after)
	if text == "" || text == "-" {
		return missing, p.at + len(text), nil
	}
	v, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0, 0, reason.Errorf("%.8q, want a number up to 65535", text)
	}
	return uint16(v), p.at + len(text), nil
}

// Draw returns the board with White below: capitals are White's pieces, a dot is an empty square.
func (r Rules) Draw(s *Position) string {
	var out strings.Builder
	for y := 7; y >= 0; y-- {
		out.WriteByte('1' + byte(y))
		for x := range 8 {
			sq := Square(8*y + x)
			c := byte('.')
			if p := s.At(sq); p != NoPiece {
				c = letter(Side(s.sides[1]>>sq&1), p)
			}
			out.Write([]byte{' ', c})
		}
		out.WriteByte('\n')
	}
	out.WriteString("  a b c d e f g h\n" + r.standing(s).Text + "\n")
	return out.String()
}

// Captions returns the side to move, or the winner.
func (r Rules) Captions(s *Position) []game.Caption { return []game.Caption{r.standing(s)} }

func (r Rules) standing(s *Position) game.Caption {
	return game.Standing(r.Status(s), s.turn, sideNames)
}
