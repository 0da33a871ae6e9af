package movetext

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode"
	"unicode/utf8"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
)

// kind is what a token is.
type kind uint8

const (
	end     kind = iota
	tag          // [Name "value"]
	comment      // {…} or ;…
	open         // (
	closed       // )
	sign         // !, ?!, $7
	word         // a move, a number or a result
	setup        // /…/, a position amid the moves
	mark         // [b], </pre> or ```, of the page around a game
	stray        // a character that begins nothing, or a tag without its form
)

// token is a part of a file.
type token struct {
	kind  kind
	text  []byte // valid until the next token; the name of a tag
	value string // of a tag
	line  int    // where it begins, from 1
	first bool   // on its line
	apart bool   // a blank line precedes that line
	fault error  // the reason why the token is not as it should be
	isTag bool   // a stray that was meant as a tag
}

// scanner divides a file into tokens. It holds one line, or one comment.
type scanner struct {
	in      *bufio.Reader
	setups  bool // /…/ is a position
	line    []byte
	at      int // the next byte of line
	number  int // of the line
	blank   bool
	clipped bool   // the line is longer than record.MaxLine
	size    int    // bytes of the lines since a reader set it to 0
	scratch []byte // a comment, or a line longer than the buffer
	failing error  // the file cannot be read after the line
	failed  error  // the file cannot be read further
}

func newScanner(in io.Reader, setups bool) *scanner {
	return &scanner{in: bufio.NewReaderSize(in, 64<<10), setups: setups}
}

// fill moves to the next line. It returns false at the end.
func (s *scanner) fill() bool {
	s.blank = len(bytes.TrimSpace(s.line)) == 0
	s.line, s.at, s.clipped = s.line[:0], 0, false
	if s.failing != nil {
		s.failed = s.failing
		return false
	}
	line, err := s.in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		line, err = s.long(line)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		s.failing = err // after this line
	}
	if err != nil && len(line) == 0 {
		s.failed = s.failing
		return false
	}
	if s.number++; s.number == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	if !utf8.Valid(line) {
		line = fromWindows(line)
	}
	s.line = line
	s.size += len(line)
	return true
}

// long reads the rest of a line that begins with start.
func (s *scanner) long(start []byte) (line []byte, err error) {
	line = bytes.Clone(start)
	for {
		more, err := s.in.ReadSlice('\n')
		if room := record.MaxLine - len(line); len(more) > room {
			more, s.clipped = more[:room], true
		}
		line = append(line, more...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// next returns the next token.
func (s *scanner) next() token {
	for {
		s.skipSpace()
		if s.at < len(s.line) {
			break
		}
		if s.clipped {
			s.clipped = false
			return token{kind: stray, line: s.number, fault: reason.Errorf("more than %d MiB", record.MaxLine>>20)}
		}
		if !s.fill() {
			return token{kind: end, line: s.number}
		}
		if len(s.line) > 0 && s.line[0] == '%' { // an escape, for other programs
			s.at = len(s.line)
		}
	}
	t := token{line: s.number, first: len(bytes.TrimSpace(s.line[:s.at])) == 0, apart: s.blank}
	rest := s.line[s.at:]
	switch c := rest[0]; c {
	case '{':
		return s.braces(t)
	case ';':
		t.kind, t.text = comment, unbraced(s.joined(rest[1:]))
		s.at = len(s.line)
		return t
	case '(':
		if n := signLength(rest[1:]); n > 0 && n+1 < len(rest) && rest[n+1] == ')' && rest[1] != '$' {
			return s.take(t, sign, rest[1:n+1], n+2) // (?!)
		}
		return s.take(t, open, rest[:1], 1)
	case ')':
		return s.take(t, closed, rest[:1], 1)
	case '$', '!', '?':
		n := signLength(rest)
		return s.take(t, sign, rest[:n], n)
	case '[':
		return s.bracket(t)
	case '<', '>', '`':
		return s.take(t, mark, rest[:1], markLength(rest))
	case '}', ']', '"':
		t.fault = reason.Errorf("%q, which nothing has begun", c)
		return s.take(t, stray, rest[:1], 1)
	case '/':
		if n := bytes.IndexByte(rest[1:], '/'); s.setups && n >= 0 {
			return s.take(t, setup, rest[1:n+1], n+2)
		}
	}
	n := wordLength(rest)
	return s.take(t, word, rest[:n], n)
}

// take returns t as a token of a kind that takes n bytes of the line.
func (s *scanner) take(t token, k kind, text []byte, n int) token {
	t.kind, t.text = k, text
	s.at += n
	return t
}

func (s *scanner) skipSpace() {
	for s.at < len(s.line) {
		n := spaceLength(s.line[s.at:])
		if n == 0 {
			return
		}
		s.at += n
	}
}

// spaceLength returns the length of the white space with which text begins.
func spaceLength(text []byte) int {
	if text[0] <= ' ' {
		return 1
	}
	if text[0] < utf8.RuneSelf {
		return 0
	}
	if c, n := utf8.DecodeRune(text); unicode.IsSpace(c) || c == '\u200b' || c == '\ufeff' {
		return n
	}
	return 0
}

// endsWord are the bytes that end a word.
var endsWord = func() (set [256]bool) {
	for c := range ' ' + 1 {
		set[c] = true
	}
	for _, c := range "{}();$!?[]<>\"`" {
		set[c] = true
	}
	return set
}()

// wordLength returns the length of the word with which text begins, at least 1. A piece in
// parentheses, e8(Q), belongs to the word.
func wordLength(text []byte) int {
	n := 0
	for n < len(text) && !endsWord[text[n]] && spaceLength(text[n:]) == 0 {
		n++
	}
	if n > 0 && n+2 < len(text) && text[n] == '(' && text[n+2] == ')' && text[n+1] >= 'A' && text[n+1] <= 'Z' {
		n += 3
	}
	return max(n, 1)
}

// signLength returns the length of the sign with which text begins: of !, ? or both, or of a
// number after $.
func signLength(text []byte) int {
	if len(text) > 0 && text[0] == '$' {
		return len(text) - len(bytes.TrimLeft(text[1:], digits))
	}
	return len(text) - len(bytes.TrimLeft(text, "!?"))
}

// markLength returns the length of a mark that begins with <, > or `: a tag such as <br> up to
// its end, otherwise a run of equal characters.
func markLength(text []byte) int {
	if n := bytes.IndexByte(text, '>'); text[0] == '<' && n > 0 {
		return n + 1
	}
	return len(text) - len(bytes.TrimLeft(text, string(text[:1])))
}

// braces reads the comment that begins here. An unclosed comment ends before a heading that
// follows a blank line.
func (s *scanner) braces(t token) token {
	t.kind = comment
	s.at++
	s.scratch = s.scratch[:0]
	for {
		rest := s.line[s.at:]
		if n := bytes.IndexByte(rest, '}'); n >= 0 {
			s.scratch = append(s.scratch, rest[:n]...)
			s.at += n + 1
			break
		}
		if len(s.scratch) < maxGame {
			s.scratch = append(append(s.scratch, rest...), ' ')
		}
		s.at = len(s.line)
		if !s.fill() || s.blank && tagName(s.line) != nil {
			t.fault = reason.Errorf("the %s that begins here does not end", reason.Phrase("comment"))
			break
		}
	}
	t.text = s.joined(s.scratch)
	return t
}

// unbraced writes a brace, which would end a comment in braces, as a parenthesis.
func unbraced(text []byte) []byte {
	if bytes.IndexByte(text, '}') < 0 {
		return text
	}
	return bytes.ReplaceAll(text, []byte("}"), []byte(")"))
}

// joined returns text with single spaces between its words.
func (s *scanner) joined(text []byte) []byte {
	text = bytes.TrimSpace(text)
	for i, c := range text {
		if c < ' ' || c == ' ' && text[i-1] == ' ' || c >= utf8.RuneSelf {
			return bytes.Join(bytes.Fields(text), []byte(" "))
		}
	}
	return text
}

// tagName returns the name of the tag with which text begins, nil if it begins with no tag.
func tagName(text []byte) []byte {
	text = bytes.TrimLeft(text, " \t")
	if len(text) == 0 || text[0] != '[' {
		return nil
	}
	n := bytes.IndexByte(text, '"')
	if n < 0 {
		return nil
	}
	name := bytes.TrimSpace(text[1:n])
	if len(name) == 0 || bytes.ContainsAny(name, " \t[]{}()") {
		return nil
	}
	return name
}

// bracket reads a tag, or a mark such as [b] or [/pgn].
func (s *scanner) bracket(t token) token {
	rest := s.line[s.at:]
	if name := tagName(rest); name != nil {
		return s.tag(t, bytes.Clone(name))
	}
	n := bytes.IndexByte(rest, ']') + 1
	if n > 0 && bytes.IndexByte(rest[:n], ' ') < 0 && bytes.IndexByte(rest[:n], '"') < 0 && isMark(rest[1:n-1]) {
		return s.take(t, mark, bytes.ToLower(rest[1:n-1]), n)
	}
	t.fault = reason.Errorf("%.20q, want the name of a tag and its value", bytes.Trim(rest, "[] \r\n"))
	switch t.isTag = t.first && bytes.IndexByte(rest, '"') > 0; {
	case t.isTag:
		n = len(rest)
	case n == 0 || !t.first:
		n = 1
	}
	return s.take(t, stray, rest[:n], n)
}

// isMark reports whether text, which stands in brackets, is a mark of a forum.
func isMark(text []byte) bool {
	text, _, _ = bytes.Cut(bytes.TrimPrefix(text, []byte("/")), []byte("="))
	return len(text) > 0 && !bytes.ContainsFunc(text, func(c rune) bool { return (c|0x20 < 'a' || c|0x20 > 'z') && c != '*' })
}

// tag reads [Name "value"], whose value may go on in the next lines. It ends at the first
// quotation mark before a bracket. A backslash protects the next character.
func (s *scanner) tag(t token, name []byte) token {
	t.kind, t.text = tag, name
	s.at += bytes.IndexByte(s.line[s.at:], '"') + 1
	value := s.scratch[:0]
	for {
		rest := bytes.TrimRight(s.line[s.at:], " \t\r\n")
		for i := 0; i < len(rest); i++ {
			if c := rest[i]; c == '\\' && i+1 < len(rest) {
				i++
			} else if after := bytes.TrimLeft(rest[i+1:], " \t"); c == '"' && len(after) > 0 && after[0] == ']' {
				s.at += len(rest) - len(after) + 1
				return s.tagged(t, value)
			} else if c == '"' && len(after) == 0 { // the bracket is missing
				t.fault = reason.Errorf("the %s that begins here does not end", reason.Phrase("tag"))
				s.at = len(s.line)
				return s.tagged(t, value)
			}
			value = append(value, rest[i])
		}
		value = append(value, ' ')
		s.at = len(s.line)
		if len(value) > record.MaxLine || !s.fill() || s.blank || len(bytes.TrimSpace(s.line)) == 0 || tagName(s.line) != nil {
			t.kind, t.isTag = stray, true
			t.fault = reason.Errorf("the %s that begins here does not end", reason.Phrase("tag"))
			return t
		}
	}
}

func (s *scanner) tagged(t token, value []byte) token {
	t.value = string(s.joined(value))
	s.scratch = value
	return t
}

// high are the characters of the bytes 0x80 to 0x9f in Windows-1252; the other bytes are those of
// ISO 8859-1, and so of Unicode. Source: the table of the Unicode consortium, whose five unused
// bytes are the control characters of ISO 8859-1.
var high = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// fromWindows returns text in Windows-1252 or ISO 8859-1 as UTF-8.
func fromWindows(text []byte) []byte {
	out := make([]rune, len(text))
	for i, c := range text {
		out[i] = rune(c)
		if c >= 0x80 && c < 0xa0 {
			out[i] = high[c-0x80]
		}
	}
	return []byte(string(out))
}
