package tree

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plywood-go/plywood/internal/reason"
)

// Parse parses a tree in any of the four notations; see the package comment.
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
	end := 0
	parsers := []func(string, *builder) (int, error){parseList}
	switch {
	case isRelations(text):
		parsers[0] = parseRelations
	case rows(text) != nil:
		parsers[0] = parseOutline
	}
	if first := strings.TrimLeft(text, " \t\r\n"); strings.HasPrefix(first, "[") || strings.HasPrefix(first, "{") {
		parsers = append([]func(string, *builder) (int, error){parseJSON}, parsers...)
		if keys.MatchString(text) {
			parsers = parsers[:1]
		}
	}
	for i, p := range parsers {
		*b = builder{}
		at, failed := p(text, b)
		if failed == nil {
			end, err = at, nil
			break
		}
		// Of two errors, report that of the parser that got further.
		if i == 0 || at >= end {
			end, err = at, failed
		}
	}
	if err != nil {
		return nil, "", errorAt(text, end, err)
	}
	t = newTree(b.root)
	return t, text[end:], t.checkNames()
}

// keys matches our JSON objects. Text that contains one is not tried as another notation.
var keys = regexp.MustCompile(`"(name|value|children)"\s*:`)

// errorAt adds the place in text to err.
func errorAt(text string, offset int, err error) error {
	before := text[:offset]
	line := strings.Count(before, "\n")
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	return reason.Errorf("tree: line %d, column %d: %w", line+1, column+1, err)
}

// Kinds of token, besides punctuation marks, which stand for themselves.
const (
	endToken  = 0
	wordToken = 'w'
	nameToken = 'q' // a quoted name
	arrow     = '>' // -> or →
)

// token is a punctuation mark, a word, a quoted name or the end. Newlines are tokens if requested.
type token struct {
	kind  byte
	word  string // without quotes
	start int
	comma bool // a comma precedes it
}

// scanner splits the two plain notations into tokens. Commas and blanks separate tokens.
type scanner struct {
	text     string
	at       int
	newlines bool
}

const marks = "()[]{}=:;\n" + signs

// quotes are the opening and the closing quotation marks.
var quotes = [][2]string{{`"`, `"`}, {"'", "'"}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"‘", "’"}, {"「", "」"}}

func (s *scanner) next() token {
	comma := s.skip()
	start, rest := s.at, s.text[s.at:]
	switch {
	case rest == "":
		return token{endToken, "", start, comma}
	case strings.IndexByte(marks, rest[0]) >= 0:
		s.at++
		return token{rest[0], rest[:1], start, comma}
	}
	for _, sign := range []string{"->", "→"} {
		if strings.HasPrefix(rest, sign) {
			s.at += len(sign)
			return token{arrow, sign, start, comma}
		}
	}
	for _, q := range quotes {
		if inner, ok := strings.CutPrefix(rest, q[0]); ok {
			if name, _, ok := strings.Cut(inner, q[1]); ok {
				s.at += len(q[0]) + len(name) + len(q[1])
				return token{nameToken, name, start, comma}
			}
		}
	}
	length := strings.IndexAny(rest, marks+",# \t\r\u3000，")
	if length < 0 {
		length = len(rest)
	}
	for _, sign := range []string{"->", "→"} {
		if i := strings.Index(rest[:length], sign); i > 0 {
			length = i
		}
	}
	s.at += max(length, 1)
	return token{wordToken, s.text[start:s.at], start, comma}
}

// peek returns the next token without moving on.
func (s *scanner) peek() token {
	ahead := *s
	return ahead.next()
}

// skip advances to the next token and reports whether it passes a comma.
func (s *scanner) skip() (comma bool) {
	for s.at < len(s.text) {
		c, width := utf8.DecodeRuneInString(s.text[s.at:])
		switch {
		case c == '#':
			line := strings.IndexByte(s.text[s.at:], '\n')
			if line < 0 {
				s.at = len(s.text)
				return comma
			}
			s.at += line
			continue
		case c == ',' || c == '，':
			comma = true
		case c == '\n' && s.newlines || !strings.ContainsRune(" \t\r\n\u3000", c):
			return comma
		}
		s.at += width
	}
	return comma
}

// String describes the token for errors.
func (t token) String() string {
	switch t.kind {
	case endToken:
		return "the end"
	case '\n':
		return "the end of the line"
	}
	return fmt.Sprintf("%q", t.word)
}

// closers are the brackets that close others.
var closers = map[byte]byte{'(': ')', '[': ']', '{': '}'}

// turnOf holds the unquoted words for turns, in lower case.
var turnOf = map[string]Turn{
	"max": Max, "min": Min, "chance": Chance, "макс": Max, "мин": Min, "случай": Chance, "随机": Chance, "机会": Chance,
}

// turn returns the turn that the word t stands for, or Alternate if it is another word or the name
// of a leaf.
func (s *scanner) turn(t token) Turn {
	turn := turnOf[strings.ToLower(t.word)]
	if t.kind != wordToken || s.peek().kind == '=' {
		return Alternate
	}
	return turn
}

// named reports whether t is a name.
func (t token) named() bool { return t.kind == nameToken || t.kind == wordToken && !isNumber(t.word) }

// list parses a nested list.
type list struct {
	scanner
	tree *builder
	deep int // open brackets
}

// parseList parses a nested list. It returns the offset after the list, or of the error.
func parseList(text string, b *builder) (end int, err error) {
	l := &list{scanner: scanner{text: text}, tree: b}
	at, err := l.node(l.next())
	if err != nil {
		return at, err
	}
	return l.at, nil
}

// node parses a node that begins with t. at is the place of an error.
func (l *list) node(t token) (at int, err error) {
	n, t := l.marked(t)
	start := t.start
	if n.Turn = l.turn(t); n.Turn != Alternate {
		t = l.next()
	}
	if t.named() && (!infinities.MatchString(t.word) || l.peek().kind == '=' || l.touches('(')) {
		return l.named(n, t)
	}
	switch {
	case closers[t.kind] != 0:
		return l.group(t, n)
	case t.kind == '=' && l.estimates():
		return l.number(n)
	case t.kind == wordToken:
		n.number.text = t.word
		return start, l.tree.leaf(n)
	case t.kind == endToken:
		return t.start, reason.Errorf("the tree is not complete: %d parentheses are open", l.deep)
	case t.kind == ')' || t.kind == ']':
		return t.start, reason.Errorf("%v without its opening parenthesis", t)
	}
	return t.start, reason.Errorf("%v, want a number, a name or a parenthesis", t)
}

// marked returns a node with the probability and the flags that t begins, and the token after them.
func (l *list) marked(t token) (*Node, token) {
	n := &Node{}
	if t.kind == wordToken && l.peek().kind == ':' {
		n.share = t.word
		l.next()
		t = l.next()
	}
	for n.flag(t.kind) {
		t = l.next()
	}
	return n, t
}

// named parses a node from its name t on.
func (l *list) named(n *Node, t token) (at int, err error) {
	if n.Name, err = t.name(); err != nil {
		return t.start, err
	}
	after := l.at
	switch t = l.next(); {
	case t.kind == '=':
		return l.number(n)
	case closers[t.kind] == 0:
		return t.start, reason.Errorf("%v after the name %s, want = or (", t, n.Name)
	case t.start > after && l.deep > 0 && n.Turn == Alternate:
		return t.start, reason.Errorf("a space between the name %s and its bracket, want %s( or, for a leaf, =", n.Name, n.Name)
	}
	return l.group(t, n)
}

// estimates reports whether the next token is a number directly followed by a bracket.
func (l *list) estimates() bool {
	ahead := l.scanner
	return ahead.next().kind == wordToken && (ahead.touches('(') || ahead.touches('['))
}

// number parses the number of a node after its =. If a bracket follows directly, the number is
// an estimate and the bracket begins the children.
func (l *list) number(n *Node) (at int, err error) {
	t := l.next()
	n.number.text = t.word
	if l.touches('(') || l.touches('[') {
		if err := n.number.read(); err != nil {
			return t.start, err
		}
		return l.group(l.next(), n)
	}
	return t.start, l.tree.leaf(n)
}

// group parses the nodes after the bracket t up to the one that closes it. The first may be the
// word for the turn of the node n, or its name: (max (3 5) (6 9)), ['A', ('B', 5), ('C', 10)].
func (l *list) group(open token, n *Node) (at int, err error) {
	closing := closers[open.kind]
	l.deep++
	t := l.next()
	turn := l.turn(t)
	if n.Turn == Alternate && turn != Alternate && !l.child() {
		n.Turn, turn, t = turn, Alternate, l.next()
	}
	if n.Name == "" && turn == Alternate && t.named() && l.heads(t.word) {
		if n.Name, err = t.name(); err != nil {
			return t.start, err
		}
		if t = l.next(); n.Turn == Alternate && l.ends(t, closing) {
			l.next()
			l.deep--
			n.number.text = t.word // ('B', 5)
			return t.start, l.tree.leaf(n)
		}
	}
	if err := l.tree.open(n); err != nil {
		return open.start, err
	}
	for ; t.kind != closing; t = l.next() {
		if at, err := l.node(t); err != nil {
			return at, err
		}
	}
	l.deep--
	return t.start, l.tree.close()
}

// ends reports whether the number t is the last in its brackets.
func (l *list) ends(t token, closing byte) bool {
	return t.kind == wordToken && !t.named() && l.peek().kind == closing
}

// child reports whether the word for a turn just read, the first after a bracket, begins a child: a
// bracket is adjacent to it, or to a name after it.
func (l *list) child() bool {
	ahead := l.scanner
	return l.touches('(') || ahead.next().named() && (ahead.touches('(') || ahead.touches('['))
}

// heads reports whether the word just read, the first after a bracket, is the name of the node
// itself: neither = nor an adjacent bracket follows.
func (l *list) heads(word string) bool {
	return l.peek().kind != '=' && !l.touches('(') && !l.touches('[') && !infinities.MatchString(word)
}

// touches reports whether a mark follows without a space.
func (s *scanner) touches(mark byte) bool { return s.at < len(s.text) && s.text[s.at] == mark }

// name returns t as a name.
func (t token) name() (string, error) {
	if t.kind == wordToken && !bare(t.word) {
		return "", reason.Errorf("%q, want a number or a name of letters, digits and _", t.word)
	}
	return t.word, checkName(t.word)
}

// bare reports whether a name needs no quotation marks.
func bare(name string) bool {
	for i, r := range name {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return name != ""
}

// maxName is the largest length of a node's name.
const maxName = 100

// checkName returns an error if name is not valid between quotation marks.
func checkName(name string) error {
	switch {
	case name == "" || len(name) > maxName || !utf8.ValidString(name) || strings.TrimSpace(name) != name:
		return reason.Errorf("%q, want a name of at most 100 letters, without spaces at its ends", name)
	case strings.Contains(name, `"`) || strings.ContainsFunc(name, unicode.IsControl):
		return reason.Errorf("%q, want a name without control characters and double quotation marks", name)
	}
	return nil
}

// quoted returns a name before a bracket, in quotation marks if the parser needs them.
func quoted(name string) string {
	if bare(name) && turnOf[strings.ToLower(name)] == Alternate {
		return name
	}
	return `"` + name + `"`
}
