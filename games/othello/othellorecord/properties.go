package othellorecord

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"regexp"
	"strings"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/reason"
)

// property is a name with values, NAME[value][value], in the notations of game
// trees, SGF and GGF. Lower-case letters in names are ignored.
type property struct {
	name   string
	values []string // at least one
	node   int      // its node's place on the main line
	line   int      // in the file, from 1
}

// first returns the first value without white space around it.
func (p *property) first() string { return strings.TrimSpace(p.values[0]) }

// errorf returns an error that names the place of p.
func (p *property) errorf(format string, args ...any) error {
	return reason.Errorf("othello: line %d: %s: %w", p.line, p.name, reason.Errorf(format, args...))
}

// gameTree is a game of a file or a variation: the properties of its main line, in
// order, and its variations.
type gameTree struct {
	properties []property
	variations []departure
	line       int // where it begins
}

// departure is a variation that begins after a node, or before the first if node is -1.
type departure struct {
	node int
	tree *gameTree
}

// treeReader reads game trees:
//
//	trees = { "(" nodes { trees } ")" }
//	nodes = ";" { NAME "[" value "]" { "[" value "]" } } …
//
// In values a backslash protects the character that follows it. The first tree inside another
// continues its line, and the others are variations. Text between trees is skipped.
type treeReader struct {
	text string
	at   int
	line int
}

// readTrees reads the games of a file of game trees.
func readTrees(in io.Reader, parse func(t *gameTree) (Record, error)) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		c, trees := treeCutter{next: 1}, bufio.NewScanner(in)
		trees.Buffer(nil, maxTree)
		trees.Split(c.split)
		for game := 1; trees.Scan(); game++ {
			t, broken := (&treeReader{text: trees.Text(), line: c.line}).next()
			r, err := parse(t)
			if err == nil && broken != nil {
				r.Remarks = append(r.Remarks, record.Remark{Err: broken, Lost: true})
			}
			if broken != nil && len(r.Moves) == 0 {
				err = broken
			}
			if err != nil {
				r, err = Record{}, &record.Fault{Game: game, Players: playersOf(trees.Text()), Err: err}
			}
			if !yield(r, err) {
				return
			}
		}
		err := trees.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			err = reason.Errorf("more than %d MiB", maxTree>>20)
		}
		if err != nil {
			yield(Record{}, reason.Errorf("othello: line %d: %w", c.next, err))
		}
	}
}

// playersOf returns the players of a game tree that could not be read.
func playersOf(text string) (players [2]string) {
	for i, name := range []string{"PB[", "PW["} {
		if _, after, ok := strings.Cut(text, name); ok {
			players[i], _, _ = strings.Cut(after[:min(len(after), 100)], "]")
		}
	}
	return players
}

// treeCutter cuts a file into game trees, and counts lines from 1.
type treeCutter struct{ line, next int } // where the last tree begins, and what has not been cut

// root matches the beginning of a game after its parenthesis. It cannot occur in a value, where ] is
// escaped. A match costs much more than a look at the first character.
var root = regexp.MustCompile(`^;\s*(GM|FF)\[[^\]\\]*\]`)

const (
	maxTree = 16 << 20 // bytes of a game tree
	maxRoot = 33       // bytes in which root must match inside another tree
)

// split is a bufio.SplitFunc. A tree without an end stops where the next begins. Text between trees
// is skipped.
func (c *treeCutter) split(data []byte, atEOF bool) (advance int, tree []byte, err error) {
	begin := bytes.IndexByte(data, '(')
	if begin < 0 {
		begin = len(data)
	}
	c.next += bytes.Count(data[:begin], []byte("\n"))
	var in nesting
	rest := data[begin:]
	for i, b := range rest {
		if b == '(' && i > 0 { // perhaps the next game
			ahead := rest[i:min(i+maxRoot, len(rest))]
			if node := bytes.TrimLeft(ahead[1:], " \t\n\f\r"); bytes.HasPrefix(node, []byte(";")) && root.Match(node) {
				return begin + i, c.cut(rest[:i]), nil
			}
			if len(ahead) < maxRoot && !atEOF {
				break
			}
		}
		if in.add(b); in.open == 0 {
			return begin + i + 1, c.cut(rest[:i+1]), nil
		}
	}
	if atEOF && len(rest) > 0 {
		return len(data), c.cut(rest), nil
	}
	return begin, nil, nil
}

// cut counts the lines of a tree.
func (c *treeCutter) cut(tree []byte) []byte {
	c.line = c.next
	c.next += bytes.Count(tree, []byte("\n"))
	return tree
}

// nesting tells where in a tree a byte is.
type nesting struct {
	open             int  // brackets that have not been closed
	value, protected bool // in a value, and after a backslash there
}

// add adds a byte of a tree.
func (n *nesting) add(b byte) {
	switch {
	case n.protected:
		n.protected = false
	case n.value && b == '\\':
		n.protected = true
	case n.value:
		n.value = b != ']'
	case b == '[':
		n.value = true
	case b == '(':
		n.open++
	case b == ')':
		n.open--
	}
}

// maxValue bounds a value, in bytes.
const maxValue = 1 << 20

// next returns the tree. With an error it returns the part that could be read.
func (r *treeReader) next() (*gameTree, error) {
	r.advance(strings.IndexByte(r.text[r.at:], '(') + 1)
	t := &gameTree{line: r.line}
	open := []bracket{{line: t, node: -1}}
	for len(open) > 0 {
		last := &open[len(open)-1]
		c, ok := r.peek()
		switch {
		case !ok:
			return t, reason.Errorf("othello: line %d: the game that begins here does not end", t.line)
		case c == '(' && len(open) == maxNesting:
			return t, reason.Errorf("othello: line %d: more than %d brackets in each other", r.line, maxNesting)
		case c == '(':
			open = append(open, last.enter(r.line))
			r.advance(1)
		case c == ')':
			open = open[:len(open)-1]
			r.advance(1)
		case c == ';':
			last.node++
			r.advance(1)
		default:
			p, err := r.property()
			if err != nil {
				return t, err
			}
			if p.node = max(last.node, 0); !last.parted {
				last.line.properties = append(last.line.properties, p)
			}
		}
	}
	return t, nil
}

// maxNesting is the greatest number of open brackets in a game tree.
const maxNesting = 1000

// bracket is a tree that has begun.
type bracket struct {
	line   *gameTree // that it belongs to
	node   int       // the last node, -1 before the first
	parted bool      // trees have begun in it
}

// enter begins a tree in b: the first continues its line, the others depart from it.
func (b *bracket) enter(line int) bracket {
	if !b.parted {
		b.parted = true
		return bracket{line: b.line, node: b.node}
	}
	t := &gameTree{line: line}
	b.line.variations = append(b.line.variations, departure{b.node, t})
	return bracket{line: t, node: -1}
}

// advance moves on by n bytes.
func (r *treeReader) advance(n int) {
	r.line += strings.Count(r.text[r.at:r.at+n], "\n")
	r.at += n
}

// peek skips white space and returns the next character.
func (r *treeReader) peek() (c byte, ok bool) {
	rest := strings.TrimLeft(r.text[r.at:], " \t\r\n\v\f")
	r.advance(len(r.text) - r.at - len(rest))
	if rest == "" {
		return 0, false
	}
	return rest[0], true
}

// property reads a name and its values.
func (r *treeReader) property() (property, error) {
	p := property{line: r.line}
	start := r.at
	for r.at < len(r.text) && isLetter(r.text[r.at]) {
		r.at++
	}
	p.name = strings.Map(capital, r.text[start:r.at])
	for {
		c, ok := r.peek()
		if !ok || c != '[' {
			break
		}
		v, err := r.value()
		if err != nil {
			return p, err
		}
		p.values = append(p.values, v)
	}
	if p.name == "" || p.values == nil {
		return p, reason.Errorf("othello: line %d: %.8q, want a property such as B[f5]", p.line, r.text[start:])
	}
	return p, nil
}

// capital returns c, or -1 for a lower-case letter.
func capital(c rune) rune {
	if c > 'Z' {
		return -1
	}
	return c
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// value reads a value and the brackets around it.
func (r *treeReader) value() (string, error) {
	var b strings.Builder
	line := r.line
	for r.advance(1); r.at < len(r.text) && b.Len() <= maxValue; r.advance(1) {
		switch c := r.text[r.at]; {
		case c == ']':
			r.at++
			return b.String(), nil
		case c == '\\' && r.at+1 < len(r.text):
			r.advance(1)
			if r.text[r.at] != '\n' { // else a line broken softly
				b.WriteByte(r.text[r.at])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", reason.Errorf("othello: line %d: the value that begins here does not end", line)
}

// fieldOf returns the field of a heading that a property of this name states, or nil.
func fieldOf(h *record.Heading, name string) *string {
	return map[string]*string{
		"PB": &h.Players[othello.Black], "PW": &h.Players[othello.White], "EV": &h.Event, "PC": &h.Place, "RO": &h.Round,
		"DT": &h.Date, "GC": &h.Comment,
	}[name]
}

// escape protects the characters that have a meaning in a value.
var escape = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// writeProperty writes a property unless its value is empty.
func writeProperty(b *strings.Builder, name, value string) {
	if value != "" {
		b.WriteString(name + "[" + escape.Replace(value) + "]")
	}
}
