package othellorecord

import (
	"fmt"
	"strings"
)

// property is a name with values, NAME[value][value], in the notations of game
// trees, SGF and GGF. Lower-case letters of a name do not count.
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
	return fmt.Errorf("othello: line %d: %s: %w", p.line, p.name, fmt.Errorf(format, args...))
}

// gameTree is a game of a file: the properties of its main line, in their
// order.
type gameTree struct {
	properties []property
	skipped    int // variations beside the main line
	line       int // where it begins
}

// treeReader reads game trees:
//
//	trees = { "(" nodes { trees } ")" }
//	nodes = ";" { NAME "[" value "]" { "[" value "]" } } …
//
// In values a backslash protects the character that follows it. The main line
// is what comes before the first ")". Text between trees is skipped.
type treeReader struct {
	text string
	at   int
	line int
}

// maxValue bounds a value, in bytes.
const maxValue = 1 << 20

// next returns the next tree, nil after the last.
func (r *treeReader) next() (*gameTree, error) {
	start := strings.IndexByte(r.text[r.at:], '(')
	if start < 0 {
		return nil, nil
	}
	r.advance(start + 1)
	t := &gameTree{line: r.line}
	node, open, main := -1, 1, true
	for open > 0 {
		c, ok := r.peek()
		switch {
		case !ok:
			return nil, fmt.Errorf("othello: line %d: the game that begins here does not end", t.line)
		case c == '(':
			open++
			if !main {
				t.skipped++
			}
			r.advance(1)
		case c == ')':
			open--
			main = false
			r.advance(1)
		case c == ';':
			node++
			r.advance(1)
		default:
			p, err := r.property()
			if err != nil {
				return nil, err
			}
			if p.node = max(node, 0); main {
				t.properties = append(t.properties, p)
			}
		}
	}
	return t, nil
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
		return p, fmt.Errorf("othello: line %d: %.8q, want a property such as B[f5]", p.line, r.text[start:])
	}
	return p, nil
}

// capital returns c, -1 for a lower-case letter.
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
	return "", fmt.Errorf("othello: line %d: the value that begins here does not end", line)
}

// escape protects what would end a value.
var escape = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// writeProperty writes a property unless its value is empty.
func writeProperty(b *strings.Builder, name, value string) {
	if value != "" {
		b.WriteString(name + "[" + escape.Replace(value) + "]")
	}
}
