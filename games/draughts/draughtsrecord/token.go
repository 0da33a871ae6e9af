package draughtsrecord

import (
	"bufio"
	"errors"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plywood-go/plywood/internal/reason"
)

// kind is what a token is.
type kind uint8

const (
	end     kind = iota
	tag          // [Name "value"]
	comment      // {…}
	open         // (
	closed       // )
	sign         // !, ?!, $7
	word         // a move, a number, a result
	setup        // /…/
)

// token is a part of a file.
type token struct {
	kind kind
	text string // the name of a tag
	// value is the value of a tag.
	value string
	line  int // where it begins, from 1
	// apart means that a blank line precedes that line.
	apart bool
}

// maxToken bounds the size of a token in bytes: a comment without an end must not take the
// whole file.
const maxToken = 1 << 20

// scanner finds the tokens of a file.
type scanner struct {
	in *bufio.Reader
	place
	before place // of the last character
	failed error // the file cannot be read further
}

// place is where a scanner is.
type place struct {
	line  int
	fresh bool // at the beginning of a line
	blank bool // the line before has only spaces
	used  bool // something stands before on the line
}

func newScanner(in io.Reader) *scanner {
	return &scanner{in: bufio.NewReader(in), place: place{line: 1, fresh: true, blank: true}}
}

// errorf returns an error that names a line.
func errorf(line int, format string, args ...any) error {
	return reason.Errorf("draughts: line %d: %w", line, reason.Errorf(format, args...))
}

// read returns the next character, 0 at the end.
func (s *scanner) read() (rune, error) {
	c, _, err := s.in.ReadRune()
	if err != nil {
		if errors.Is(err, io.EOF) {
			return 0, nil
		}
		s.failed = err
		return 0, err
	}
	s.before = s.place
	if s.fresh = c == '\n'; s.fresh {
		s.line++
		s.blank, s.used = !s.used, false
	} else if !unicode.IsSpace(c) {
		s.used = true
	}
	if c == 0 {
		return unicode.ReplacementChar, nil
	}
	return c, nil
}

// run returns the bytes that come next and belong to a set of printable characters, as
// far as they are in the buffer.
func (s *scanner) run(set *[utf8.RuneSelf]bool) string {
	ahead, _ := s.in.Peek(s.in.Buffered())
	n, used := 0, s.used
	for n < len(ahead) && ahead[n] < utf8.RuneSelf && set[ahead[n]] {
		used = used || ahead[n] != ' '
		n++
	}
	if n == 0 {
		return ""
	}
	text := string(ahead[:n])
	_, _ = s.in.Discard(n)
	s.fresh, s.used = false, used
	return text
}

// wordBytes are characters of words that never end one; textBytes those of comments
// and values.
var wordBytes, textBytes = func() (word, text [utf8.RuneSelf]bool) {
	for c := byte(' '); c < 0x7f; c++ {
		text[c] = strings.IndexByte(`"]}\/`, c) < 0
		word[c] = text[c] && strings.IndexByte(" !?$(){[;", c) < 0 || c == '/'
	}
	return word, text
}()

// unread gives the last character back.
func (s *scanner) unread(c rune) {
	if c == 0 {
		return
	}
	_ = s.in.UnreadRune()
	s.place = s.before
}

// headingText is how a heading begins.
var headingText = regexp.MustCompile(`^\[[A-Za-z]\w*\s*"`)

// heading reports whether a heading begins here, at the beginning of a line.
func (s *scanner) heading() bool {
	if !s.fresh {
		return false
	}
	ahead, _ := s.in.Peek(64)
	return headingText.Match(ahead)
}

// skip moves to the next heading or, in a file without headings, past the next result. moves
// means that the heading of the abandoned game is over. Otherwise the next heading follows
// moves or a blank line.
func (s *scanner) skip(headed, moves bool) {
	var text strings.Builder
	for {
		if (moves || s.blank) && s.heading() {
			return
		}
		first := !s.used
		c, err := s.read()
		switch {
		case err != nil || c == 0:
			return
		case unicode.IsSpace(c):
			if !headed && result(clean(text.String())) != "" {
				return
			}
			text.Reset()
			continue
		case first && c != '[':
			moves = true
		}
		if text.Len() < longestMove {
			text.WriteRune(c)
		}
	}
}

// next returns the next token.
func (s *scanner) next() (token, error) {
	for {
		fresh, apart := s.fresh, s.blank
		t := token{line: s.line, apart: apart}
		if ahead, _ := s.in.Peek(1); len(ahead) > 0 && isPlain(ahead[0]) {
			return s.word(t)
		}
		c, err := s.read()
		t.line = s.line
		switch {
		case err != nil:
			return t, err
		case c == 0:
			return t, nil
		case unicode.IsSpace(c) || c == '\ufeff':
		case c == ';':
			t.kind = comment
			t.text, _, err = s.until(t.line, "\n", "line")
			t.text = strings.Join(strings.Fields(t.text), " ")
			return t, err
		case c == '%' && fresh:
			_, _, err = s.until(t.line, "\n", "line")
		case c == '{':
			t.kind = comment
			t.text, _, err = s.until(t.line, "}", "comment")
			t.text = strings.Join(strings.Fields(t.text), " ")
			return t, err
		case c == '[':
			return s.tag(t)
		case c == ')':
			t.kind = closed
			return t, nil
		case c == '(':
			return s.parenthesis(t)
		case c == ']' || c == '}':
			return t, errorf(t.line, "%q, which nothing has begun", c)
		case c == '/':
			t.kind = setup
			t.text, _, err = s.until(t.line, "/", "position")
			return t, err
		default:
			s.unread(c)
			return s.word(t)
		}
		if err != nil {
			return t, err
		}
	}
}

// isPlain reports whether c can only begin a word.
func isPlain(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// until reads as far as one of some characters, which it skips and returns.
func (s *scanner) until(line int, stops, what string) (text string, stop rune, err error) {
	var out strings.Builder
	for {
		if s.blank && s.heading() && stops != "\n" {
			return "", 0, errorf(line, "the %s that begins here does not end", reason.Phrase(what))
		}
		out.WriteString(s.run(&textBytes))
		c, err := s.read()
		switch {
		case err != nil:
			return "", 0, err
		case c == 0 && stops == "\n":
			return out.String(), 0, nil
		case c == 0:
			return "", 0, errorf(line, "the %s that begins here does not end", reason.Phrase(what))
		case out.Len() > maxToken:
			return "", 0, errorf(line, "the %s that begins here is longer than %d MiB", reason.Phrase(what), maxToken>>20)
		case strings.ContainsRune(stops, c):
			return out.String(), c, nil
		}
		out.WriteRune(c)
	}
}

// tag reads the rest of [Name "value"]. In a value a backslash protects the
// character that follows it.
func (s *scanner) tag(t token) (token, error) {
	t.kind = tag
	name, stop, err := s.until(t.line, "\"]", "tag")
	if err != nil {
		return t, err
	}
	t.text = strings.TrimSpace(name)
	if stop == ']' || t.text == "" || strings.ContainsFunc(t.text, notOfName) {
		return t, errorf(t.line, "%.20q, want the name of a tag and its value", t.text)
	}
	var value strings.Builder
	for {
		part, stop, err := s.until(t.line, `"\`, "tag")
		if err != nil {
			return t, err
		}
		value.WriteString(part)
		if stop == '"' {
			break
		}
		c, err := s.read()
		if err != nil || c == 0 || value.Len() > maxToken {
			return t, errors.Join(err, errorf(t.line, "the tag that begins here does not end"))
		}
		value.WriteRune(c)
	}
	t.value = strings.Join(strings.Fields(value.String()), " ")
	rest, _, err := s.until(t.line, "]", "tag")
	if err == nil && strings.TrimSpace(rest) != "" {
		err = errorf(t.line, "%.20q behind the value of the tag %s", rest, t.text)
	}
	return t, err
}

func notOfName(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' }

// parenthesis reads what ( begins: a variation, or a sign such as (?).
func (s *scanner) parenthesis(t token) (token, error) {
	t.kind = open
	ahead, _ := s.in.Peek(8)
	n := 0
	for n < len(ahead) && (ahead[n] == '!' || ahead[n] == '?') {
		n++
	}
	if n == 0 || n == len(ahead) || ahead[n] != ')' {
		return t, nil
	}
	t.kind, t.text = sign, string(ahead[:n])
	_, err := s.in.Discard(n + 1)
	return t, err
}

// signs are the characters of signs that are no numbers.
const signs = "!?"

// word reads a word, or a sign if it begins with one.
func (s *scanner) word(t token) (token, error) {
	t.kind = word
	var out strings.Builder
	if text := s.run(&wordBytes); text != "" {
		if c, err := s.in.Peek(1); err == nil && strings.IndexByte(" \r\n", c[0]) >= 0 { // the usual end of a word
			if c[0] == ' ' {
				_, _ = s.in.Discard(1)
			}
			t.text = text
			return t, nil
		}
		out.WriteString(text)
	}
	for {
		c, err := s.read()
		if err != nil {
			return t, err
		}
		isSign := strings.ContainsRune(signs, c) || c == '$'
		if out.Len() == 0 && isSign {
			t.kind = sign
		}
		ends := c == 0 || unicode.IsSpace(c) || strings.ContainsRune("(){}[];", c)
		switch {
		case out.Len() == 0:
		case t.kind == word:
			ends = ends || isSign
		case t.text == "$":
			ends = ends || c < '0' || c > '9'
		default:
			ends = ends || !strings.ContainsRune(signs, c)
		}
		if ends || out.Len() > maxToken {
			s.unread(c)
			t.text = out.String()
			return t, nil
		}
		if out.Len() == 0 && c == '$' {
			t.text = "$"
		}
		out.WriteRune(c)
	}
}
