package chessrecord

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/plywood-go/plywood/internal/reason"
)

// maxGame bounds the text of a game, in bytes.
const maxGame = 16 << 20

// splitter divides a file into the texts of its games. A game ends with its
// result, before the heading of the next one, or with the file. It looks at
// every byte once and keeps one game.
type splitter struct {
	in     *bufio.Reader
	text   []byte
	line   int // of the next byte, from 1
	begins int // the line where text begins
	tooBig bool
	err    error // the file cannot be read further

	held  byte // the byte that begins the next game, 0 if it has not been read
	fresh bool // the next byte is the first of a line
	blank bool // the line before it is blank
}

func newSplitter(in io.Reader) *splitter {
	s := &splitter{in: bufio.NewReaderSize(in, 64<<10), line: 1, fresh: true, blank: true}
	if bom, _ := s.in.Peek(3); string(bom) == "\ufeff" {
		_, _ = s.in.Discard(3)
	}
	return s
}

// state is the part of a game that a splitter is in.
type state uint8

const (
	between  state = iota // before a tag or a move
	tag                   // [Name "value"]
	quoted                // "value"
	moves                 // between words of moves
	word                  // a move, a number or a result
	comment               // {…}
	lineNote              // ;…
	ended                 // behind the result, where only comments belong to the game
)

// next returns the text of the next game, which is valid until the next call. It
// returns io.EOF after the last, and an error that is no fault if the file
// cannot be read.
func (s *splitter) next() (text []byte, err error) {
	s.text, s.begins, s.tooBig = s.text[:0], s.line, false
	now, back, depth := between, between, 0 // back is the state behind a comment
	tags, wordAt := false, 0
	escaped := false
	for {
		c, err := s.held, error(nil)
		if s.held = 0; c == 0 {
			c, err = s.in.ReadByte()
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				s.err = err
				return nil, err
			}
			if len(bytes.TrimSpace(s.text)) == 0 {
				return nil, io.EOF
			}
			return s.text, s.check()
		}
		if s.fresh && (c == '[' && s.divides(now, tags) || c == '%') || now == ended && s.isNext(c) {
			if c != '%' {
				s.held = c
				return s.text, s.check()
			}
			if now != comment {
				back, now = now, lineNote
			}
		}
		switch now {
		case between, moves, ended:
			switch {
			case c == '{':
				back, now = now, comment
			case c == ';':
				back, now = now, lineNote
			case c <= ' ':
			case c == '[' && now == between:
				now, tags = tag, true
			case c == '(':
				now, depth = moves, depth+1
			case c == ')':
				now, depth = moves, max(0, depth-1)
			default:
				now, wordAt = word, len(s.text)
			}
		case tag:
			switch c {
			case '"':
				now = quoted
			case ']', '\n':
				now = between
			}
		case quoted:
			switch {
			case escaped:
				escaped = false
			case c == '\\':
				escaped = true
			case c == '"':
				now = tag
			case c == '\n': // the tag does not end
				now = between
			}
		case word:
			if c > ' ' && c != '{' && c != '(' && c != ')' && c != ';' {
				break
			}
			now = moves
			if depth == 0 && result(s.text[min(wordAt, len(s.text)):]) != "" {
				now = ended
			}
			switch c {
			case '{':
				back, now = now, comment
			case ';':
				back, now = now, lineNote
			case '(':
				depth++
			case ')':
				depth = max(0, depth-1)
			}
		case comment:
			if c == '}' {
				now = back
			}
		case lineNote:
			if c == '\n' {
				now = back
			}
		}
		s.keep(c)
	}
}

// keep adds a byte to the text.
func (s *splitter) keep(c byte) {
	if len(s.text) < maxGame {
		s.text = append(s.text, c)
	} else {
		s.tooBig = true
	}
	switch c {
	case '\n':
		s.blank, s.fresh = s.fresh, true
		s.line++
	case ' ', '\t', '\r':
	default:
		s.fresh = false
	}
}

// divides reports whether [ at the beginning of a line begins the next game:
// behind moves, or with the first tag of the roster behind a blank line.
func (s *splitter) divides(now state, tags bool) bool {
	switch now {
	case moves, word, ended:
		return true
	case between, tag, quoted:
		return tags && s.blank && s.first()
	}
	return s.blank && s.first() // a comment that does not end
}

// first reports whether the tag that begins here is the first of the roster.
func (s *splitter) first() bool {
	ahead, _ := s.in.Peek(7)
	return bytes.EqualFold(ahead, []byte(`Event "`))
}

// isNext reports whether c cannot belong to a game whose result was read.
func (s *splitter) isNext(c byte) bool { return c > ' ' && c != '{' && c != ';' && c != ')' }

// check returns a fault of the text as a whole.
func (s *splitter) check() error {
	if s.tooBig {
		return errorf(s.begins, "a game longer than %d MiB", maxGame>>20)
	}
	return nil
}

// errorf returns an error that names a line.
func errorf(line int, format string, args ...any) error {
	return reason.Errorf("chess: line %d: %w", line, reason.Errorf(format, args...))
}

// result returns the result that a word states, in standard form; "" if it states none.
func result(text []byte) string {
	if len(text) == 0 || len(text) > 9 || text[0] != '1' && text[0] != '0' && text[0] != '*' && text[0] != 0xc2 {
		return ""
	}
	switch string(text) {
	case "1-0", "1:0", "1–0":
		return "1-0"
	case "0-1", "0:1", "0–1":
		return "0-1"
	case "1/2-1/2", "1/2", "½-½", "½", "½–½", "1/2:1/2", "½:½":
		return "1/2-1/2"
	case "*":
		return "*"
	}
	return ""
}
