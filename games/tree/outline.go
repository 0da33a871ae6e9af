package tree

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/internal/reason"
)

// guide matches what precedes the node in a line of an outline: blanks, the lines of a drawing, a bullet.
var guide = regexp.MustCompile("^[\\s│┃├┣└┗─━╌|]*(?:[`+\\\\]?-+ |[*•] )?\\s*")

// row is a line of an outline with a node.
type row struct {
	indent, at int // of the node, in characters of its line and in bytes of the text
	text       string
}

// rows returns the lines of an outline. It returns nil for other texts: those with brackets, arrows
// or relations, and those in which no line is indented more than the first.
func rows(text string) (all []row) {
	if strings.ContainsAny(text, "([{}])→;") || strings.Contains(text, "->") || isRelations(text) {
		return nil
	}
	at, deeper := 0, false
	for line := range strings.Lines(text) {
		said, _, _ := strings.Cut(line, "#")
		before := guide.FindString(said)
		if node := strings.TrimSpace(said[len(before):]); node != "" {
			all = append(all, row{utf8.RuneCountInString(before), at + len(before), node})
			deeper = deeper || all[len(all)-1].indent > all[0].indent
		}
		at += len(line)
	}
	if !deeper {
		return nil
	}
	return all
}

// leaf returns the text of a leaf as in a list: B=3 for B 3.
func (r *row) leaf() string {
	name, number, two := strings.Cut(r.text, " ")
	if two && bare(strings.TrimLeft(name, signs)) && turnOf[strings.ToLower(name)] == Alternate && isNumber(strings.TrimSpace(number)) {
		return name + "=" + number
	}
	return r.text
}

// parseOutline parses a tree with a line for each node: children stand below their parent, indented more,
// and all alike. The text of a line is that of a nested list; B 3 is short for B=3.
func parseOutline(text string, b *builder) (end int, err error) {
	var out strings.Builder
	var ends []int // in out, of the lines
	var open []int // the indents of the children of open nodes
	all := append(rows(text), row{indent: -1})
	last := len(all) - 1
	for i, r := range all[:last] {
		next := all[i+1].indent
		if next > r.indent {
			open = append(open, next)
			out.WriteString(r.text + "(")
		} else {
			out.WriteString(r.leaf())
		}
		for len(open) > 0 && open[len(open)-1] > next {
			open = open[:len(open)-1]
			out.WriteByte(')')
		}
		if i+1 < last && (len(open) == 0 || open[len(open)-1] != next) {
			return all[i+1].at, reason.New("the line is indented as no line above it, want one root and the children of a node indented alike")
		}
		out.WriteByte('\n')
		ends = append(ends, out.Len())
	}
	at, err := parseList(out.String(), b)
	if err == nil {
		return len(text), nil
	}
	line, _ := slices.BinarySearch(ends, at+1)
	return all[min(line, last-1)].at, err
}
