package tree

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plywood-go/plywood/internal/reason"
)

// Parse parses a tree in any of the three notations; see the package comment.
func Parse(text string) (*Tree, error) {
	t, rest, err := parse(text)
	if err != nil {
		return nil, err
	}
	if extra := strings.Fields(rest); len(extra) > 0 {
		return nil, errorAt(text, len(text)-len(strings.TrimLeft(rest, " \t\r\n")), reason.Errorf("%q after the tree", extra[0]))
	}
	return t, nil
}

// parse parses a tree and returns the rest of text.
func parse(text string) (t *Tree, rest string, err error) {
	b := &builder{}
	var end int
	switch first := strings.TrimLeft(text, " \t\r\n"); {
	case strings.HasPrefix(first, "[") || strings.HasPrefix(first, "{"):
		end, err = parseJSON(text, b)
	case strings.Contains(text, "->"):
		end, err = parseRelations(text, b)
	default:
		end, err = parseList(text, b)
	}
	if err != nil {
		return nil, "", errorAt(text, end, err)
	}
	t, err = b.tree()
	return t, text[end:], err
}

// errorAt adds the place in text to err.
func errorAt(text string, offset int, err error) error {
	before := text[:offset]
	line := strings.Count(before, "\n")
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	return reason.Errorf("tree: line %d, column %d: %w", line+1, column+1, err)
}

// token is a punctuation mark, one of ( ) = ; > (for ->) and newline, or a
// word. Its kind is the mark, 'w' for a word, or 0 at the end.
type token struct {
	kind  byte
	word  string
	start int
}

// scanner splits the two plain notations into tokens. Commas and blanks
// separate tokens; newlines are tokens if requested.
type scanner struct {
	text     string
	at       int
	newlines bool
}

func (s *scanner) next() token {
	s.skip()
	start := s.at
	if start == len(s.text) {
		return token{start: start}
	}
	if strings.HasPrefix(s.text[start:], "->") {
		s.at += 2
		return token{'>', "->", start}
	}
	if strings.IndexByte("()=;\n", s.text[start]) >= 0 {
		s.at++
		return token{s.text[start], s.text[start:s.at], start}
	}
	length := strings.IndexAny(s.text[start:], "()=;,# \t\r\n")
	if length < 0 {
		length = len(s.text) - start
	}
	if arrow := strings.Index(s.text[start:start+length], "->"); arrow > 0 {
		length = arrow
	}
	s.at += length
	return token{'w', s.text[start:s.at], start}
}

// skip advances to the next token.
func (s *scanner) skip() {
	for ; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '#':
			line := strings.IndexByte(s.text[s.at:], '\n')
			if line < 0 {
				s.at = len(s.text)
				return
			}
			s.at += line - 1
		case c == '\n' && s.newlines || strings.IndexByte(" \t\r\n,", c) < 0:
			return
		}
	}
}

// String describes the token for errors.
func (t token) String() string {
	switch t.kind {
	case 0:
		return "the end"
	case '\n':
		return "the end of the line"
	}
	return fmt.Sprintf("%q", t.word)
}

// parseList parses a nested list. It returns the offset after the list, or of
// the error.
func parseList(text string, b *builder) (end int, err error) {
	s := &scanner{text: text}
	for !b.done() {
		t := s.next()
		switch t.kind {
		case '(':
			err = b.open("")
		case ')':
			if len(b.path) == 0 {
				return t.start, reason.Errorf("%v without its opening parenthesis", t)
			}
			err = b.close()
		case 'w':
			err = s.listed(t.word, b)
		case 0:
			return t.start, reason.Errorf("the tree is not complete: %d parentheses are open", len(b.path))
		default:
			err = reason.Errorf("%v, want a number, a name or a parenthesis", t)
		}
		if err != nil {
			return t.start, err
		}
	}
	return s.at, nil
}

// listed adds the leaf word, or the node named word, which (…) or =number
// follows.
func (s *scanner) listed(word string, b *builder) error {
	if strings.IndexByte("+-.0123456789", word[0]) >= 0 {
		return b.leaf("", word)
	}
	if err := checkName(word); err != nil {
		return err
	}
	after := s.at
	t := s.next()
	if _, says := mover(word); says && t.kind != '=' && t.start > after {
		return noChoice(word)
	}
	switch t.kind {
	case '(':
		return b.open(word)
	case '=':
		return b.leaf(word, s.next().word)
	default:
		return reason.Errorf("%v after the name %s, want = or (", t, word)
	}
}

// mover reports whether word is "max" or "min", and whether it is "max".
func mover(word string) (max, says bool) {
	max = strings.EqualFold(word, "max")
	return max, max || strings.EqualFold(word, "min")
}

// noChoice returns the error for a tree that tries to set the side to move at a
// node, by a word before its children as in (min (3 5) (6 9)) or by a name.
func noChoice(word string) error {
	return reason.Errorf("%q does not choose who moves: MAX moves at the root, and turns alternate", word)
}

// checkName returns an error if word is not a valid name.
func checkName(word string) error {
	for i, r := range word {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return reason.Errorf("%q, want a number or a name of letters, digits and _", word)
		}
	}
	return nil
}
