package draughts

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// startText is the text of the initial position.
const startText = "startpos"

// FormatPosition returns s in the notation that PDN 3.0 calls FEN: the side to move and the squares
// of both sides, with K before kings, as in B:W18,24,K10:B12,16,K22.
func (r Rules) FormatPosition(s *Position) string {
	var out strings.Builder
	out.WriteString(r.sideName(s.Turn)[:1])
	for _, side := range []game.Player{r.Black().Other(), r.Black()} {
		out.WriteString(":" + r.sideName(side)[:1])
		for i, sq := range r.squaresOf(s.Of(side)) {
			if i > 0 {
				out.WriteByte(',')
			}
			if s.Kings>>sq&1 != 0 {
				out.WriteByte('K')
			}
			out.WriteString(r.FormatSquare(sq))
		}
	}
	return out.String()
}

// FormatPast returns s with the number of plies since the last capture or man's
// move, if any, as in B:W18,24,K10:B12,16,K22:H12.
func (r Rules) FormatPast(s *Position) string {
	text := r.FormatPosition(s)
	if s.quiet > 0 {
		text += fmt.Sprintf(":H%d", s.quiet)
	}
	return text
}

// squaresOf returns the squares of a set in numerical order.
func (r Rules) squaresOf(set uint64) (list []Square) {
	for set != 0 {
		list = append(list, pop(&set))
	}
	return list
}

// ParsePosition parses the output of FormatPosition, or "startpos". It also accepts the sides in
// any order, more than once or at each piece, ranges of numbers such as W31-50, chess-like names on
// 8×8, spaces between parts and a final full stop. At the end it accepts the plies since the last
// capture or man's move (:H12) and a move number (:F30), which it ignores. The text may be in
// quotes or a tag, [FEN "…"], and moves may follow, which it plays.
func (r Rules) ParsePosition(text string) (Position, error) {
	if strings.TrimSpace(text) == startText {
		return r.Start(), nil
	}
	p := fen{rules: r, text: text}
	closing := p.undress()
	p.dressed = closing != nil
	s, err := p.position()
	if err == nil {
		err = p.closed(closing)
	}
	if err != nil {
		return Position{}, reason.Errorf("draughts: character %d: %w", p.character(), err)
	}
	return r.playAll(s, p.text[p.at:])
}

// undress skips the beginning of a tag and an opening quote. It returns the texts that must
// close them.
func (p *fen) undress() (closing []string) {
	rest := strings.TrimLeft(p.text, " \t\r\n")
	for _, dress := range [...]struct{ open, close string }{{"[FEN ", "]"}, {"[fen ", "]"}, {`"`, `"`}, {"'", "'"}, {"“", "”"}} {
		if inner, ok := strings.CutPrefix(rest, dress.open); ok {
			rest, closing = strings.TrimLeft(inner, " \t"), append([]string{dress.close}, closing...)
		}
	}
	p.at = len(p.text) - len(rest)
	return closing
}

// closed skips the end of a tag or quote around a position.
func (p *fen) closed(closing []string) error {
	for _, end := range closing {
		p.peek()
		if !strings.HasPrefix(p.text[p.at:], end) {
			return reason.Errorf("%s, want %s", p.next(), end)
		}
		p.at += len(end)
	}
	if p.dressed && p.peek() != 0 && !p.moveFollows() {
		return reason.Errorf("%s, want the end", p.next())
	}
	return nil
}

// moveFollows reports whether the text goes on with a space and a number or a square.
func (p *fen) moveFollows() bool {
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	if c := p.text[p.at-1]; strings.IndexByte(" \t\r\n.]\"'", c) < 0 {
		return false
	}
	rest := p.text[p.at:]
	return digit(rest[0]) || len(rest) > 1 && digit(rest[1])
}

// playAll plays the moves of a list with numbers and perhaps a result.
func (r Rules) playAll(s Position, list string) (Position, error) {
	words := strings.Fields(list)
	for i, word := range words {
		if dot := strings.LastIndexByte(word, '.'); dot >= 0 && strings.Trim(word[:dot], "0123456789.") == "" {
			word = word[dot+1:] // the number of the move
		}
		if word == "" || i == len(words)-1 && slices.Contains([]string{"*", "1-0", "0-1", "2-0", "0-2", "1-1", "1/2-1/2", "0-0"}, word) {
			continue
		}
		m, err := r.ParseMove(&s, word)
		if err != nil {
			return Position{}, err
		}
		r.Play(&s, &s, m)
	}
	return s, nil
}

// fen is the state of parsing a position.
type fen struct {
	rules   Rules
	text    string
	at      int  // offset of the next byte
	dressed bool // in quotes or a tag
	pieces  [2]uint64
	named   [2]bool // sides
	kings   uint64
}

// character returns the number of the next character, counting from 1.
func (p *fen) character() int { return 1 + utf8.RuneCountInString(p.text[:p.at]) }

// peek skips spaces and returns the next byte in upper case, or 0 at the end.
func (p *fen) peek() byte {
	for p.at < len(p.text) && (strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0) {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	if c := p.text[p.at]; c < 'a' || c > 'z' {
		return c
	}
	return p.text[p.at] - 'a' + 'A'
}

// accept consumes the next byte if it is c.
func (p *fen) accept(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.at++
	return true
}

// next describes the next character for an error.
func (p *fen) next() reason.Phrase {
	if p.peek() == 0 {
		return "the end"
	}
	return reason.Phrase(fmt.Sprintf("%q", []rune(p.text[p.at:])[0]))
}

func (p *fen) side() (game.Player, error) {
	switch {
	case p.accept('W'):
		return p.rules.Black().Other(), nil
	case p.accept('B'):
		return p.rules.Black(), nil
	}
	return 0, reason.Errorf("%s, want W or B", p.next())
}

func (p *fen) position() (s Position, err error) {
	if s.Turn, err = p.side(); err != nil {
		return s, err
	}
	for lists := 0; lists < 2 || !(p.named[0] && p.named[1]) || p.sideFollows(); lists++ {
		if !p.accept(':') {
			return s, reason.Errorf("%s, want : and the pieces of a side", p.next())
		}
		if err := p.pieceList(); err != nil {
			return s, err
		}
	}
	if s.quiet, err = p.clocks(); err != nil {
		return s, err
	}
	p.accept('.')
	if p.peek() != 0 && !p.dressed && !p.moveFollows() {
		return s, reason.Errorf("%s, want the end", p.next())
	}
	s.Own, s.Opp, s.Kings = p.pieces[s.Turn], p.pieces[s.Turn.Other()], p.kings
	if s.Own|s.Opp == 0 {
		return s, reason.New("no piece on the board")
	}
	return s, nil
}

// sideFollows reports whether another list of pieces follows.
func (p *fen) sideFollows() bool {
	at := *p
	return at.accept(':') && (at.peek() == 'W' || at.peek() == 'B')
}

// pieceList parses the pieces of a side. The letter of the side may precede each piece.
func (p *fen) pieceList() error {
	side, err := p.side()
	if err != nil {
		return err
	}
	p.named[side] = true
	for {
		letter := p.peek() // b is also a column
		if _, size := p.rules.readSquare(p.text[p.at:]); size == 0 && letter == p.rules.sideName(side)[0] {
			p.at++
		}
		switch p.peek() {
		case 0, ':', '.':
			return nil // no piece, or a trailing comma
		}
		if err := p.piece(side); err != nil {
			return err
		}
		if !p.accept(',') {
			return nil
		}
	}
}

// piece parses a square or a range of squares.
func (p *fen) piece(side game.Player) error {
	king := p.accept('K')
	start := p.at
	first, err := p.square()
	if err != nil {
		return err
	}
	last := first
	if p.accept('-') {
		if last, err = p.square(); err != nil {
			return err
		}
	}
	set := uint64(2)<<last - 1<<first
	if last < first {
		set = 0
	}
	set &= p.rules.Squares()
	err = p.put(side, set, king)
	if err != nil {
		p.at = start
	}
	return err
}

func (p *fen) square() (Square, error) {
	p.peek()
	sq, size := p.rules.readSquare(p.text[p.at:])
	if size == 0 {
		return 0, reason.Errorf("%s, want a square, %s", p.next(), p.rules.squareNames())
	}
	p.at += size
	return sq, nil
}

// put places pieces of one kind.
func (p *fen) put(side game.Player, set uint64, king bool) error {
	twice := set & (p.pieces[0] | p.pieces[1])
	stuck := set & p.rules.CrownRow(side)
	switch {
	case set == 0:
		return reason.New("no square in the range")
	case twice != 0:
		return reason.Errorf("two pieces on %s", p.rules.FormatSquare(Square(bits.TrailingZeros64(twice))))
	case stuck != 0 && !king:
		return reason.Errorf("a man of %s on %s, where men become kings", reason.Phrase(p.rules.sideName(side)), p.rules.FormatSquare(Square(bits.TrailingZeros64(stuck))))
	}
	p.pieces[side] |= set
	if king {
		p.kings |= set
	}
	return nil
}

// clocks parses the counters that some programs write after the pieces.
func (p *fen) clocks() (quiet uint16, err error) {
	for p.accept(':') {
		isQuiet := p.accept('H')
		if !isQuiet && !p.accept('F') {
			return 0, reason.Errorf("%s, want H or F and a number", p.next())
		}
		n, digits := 0, 0
		for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
			n = min(10*n+int(c-'0'), math.MaxUint16)
			p.at++
			digits++
		}
		if digits == 0 {
			return 0, reason.Errorf("%s, want a number", p.next())
		}
		if isQuiet {
			quiet = uint16(n)
		}
	}
	return quiet, nil
}
