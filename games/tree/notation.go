package tree

import (
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// FormatMove returns the name of the child or, if it has none that is a single
// word, its number from 1.
func (Rules) FormatMove(p *Position, m Move) string {
	t := p.tree
	if name := t.nodes[t.nodes[p.at].first+int32(m)].name; bare(name) {
		return name
	}
	return strconv.Itoa(int(m) + 1)
}

// ParseMove parses the name of a child or its number from 1.
func (r Rules) ParseMove(p *Position, text string) (Move, error) {
	m, err := r.parseMove(p, text)
	if err != nil {
		return 0, reason.Errorf("tree: move %q: %w", text, err)
	}
	return m, nil
}

func (r Rules) parseMove(p *Position, text string) (Move, error) {
	n := &p.tree.nodes[p.at]
	if number, err := strconv.Atoi(text); err == nil && number >= 1 && number <= int(n.count) {
		return Move(number - 1), nil
	}
	for m := range Move(n.count) {
		if text != "" && p.tree.nodes[n.first+int32(m)].name == text {
			return m, nil
		}
	}
	if n.count == 0 {
		return 0, reason.Errorf("%w: a leaf has no children", game.ErrIllegal)
	}
	return 0, reason.Errorf("%w: want the name of a child or a number from 1 to %d", game.ErrIllegal, n.count)
}

// FormatPosition returns the tree as a nested list, followed by the moves from
// the root.
func (r Rules) FormatPosition(p *Position) string {
	var out strings.Builder
	p.tree.list(&out, 0)
	at := p.tree.Root()
	for _, m := range p.path() {
		out.WriteString(" " + r.FormatMove(&at, m))
		r.Play(&at, &at, m)
	}
	return out.String()
}

// list writes the subtree at a node as a nested list.
func (t *Tree) list(out *strings.Builder, at int32) {
	n := &t.nodes[at]
	if n.share != "" {
		out.WriteString(n.share + ":")
	}
	if n.noisy {
		out.WriteByte('!')
	}
	if parent := n.parent; parent >= 0 && t.nodes[parent].pass && at == t.nodes[parent].first+t.nodes[parent].count {
		out.WriteByte('~')
	}
	if !n.usual && n.count > 0 {
		out.WriteString(turnWords[n.turn])
		if n.name != "" {
			out.WriteByte(' ')
		}
	}
	switch {
	case n.name == "":
	case n.count == 0 && bare(n.name):
		out.WriteString(n.name)
	default:
		out.WriteString(quoted(n.name))
	}
	if n.number != "" && (n.name != "" || n.count > 0) {
		out.WriteByte('=')
	}
	out.WriteString(n.number)
	if n.count == 0 {
		return
	}
	separator := "("
	for c := range t.below(at) {
		out.WriteString(separator)
		t.list(out, n.first+c)
		separator = " "
	}
	out.WriteString(")")
}

// below returns the number of a node's children and of its pass.
func (t *Tree) below(at int32) int32 {
	if n := &t.nodes[at]; n.pass {
		return n.count + 1
	}
	return t.nodes[at].count
}

// ParsePosition parses a tree and the moves from its root. The word startpos
// stands for the tree of [Rules.Start].
func (r Rules) ParsePosition(text string) (Position, error) {
	p := r.Start()
	words := strings.Fields(text)
	if len(words) == 0 {
		return p, reason.New("tree: empty text, want a tree, for example ((1 4)(5 6))")
	}
	if words[0] == "startpos" {
		words = words[1:]
	} else {
		t, rest, err := parse(text)
		if err != nil {
			return p, err
		}
		if t.chancy {
			return p, reason.New("tree: chance chooses at a node: only expectiminimax, star1 and star2 search such a tree")
		}
		p = t.Root()
		words = strings.Fields(rest)
	}
	for _, word := range words {
		m, err := r.ParseMove(&p, word)
		if err != nil {
			return r.Start(), err
		}
		r.Play(&p, &p, m)
	}
	return p, nil
}

var turnNames = [...]string{Max: "MAX", Min: "MIN", Chance: "chance"}

// drawnLines is the largest number of lines that Draw writes.
const drawnLines = 200

// Draw returns an outline of the subtree at p.
func (r Rules) Draw(p *Position) string {
	var out strings.Builder
	lines := 0
	p.tree.draw(&out, p.at, p.tree.nodes[p.at].ply, &lines)
	return out.String()
}

// Captions returns the players of the nodes in an outline.
func (r Rules) Captions(p *Position) (all []game.Caption) {
	says := [...]game.Caption{Max: {Says: game.Moves}, Min: {Says: game.Moves, Side: game.Second}, Chance: {Says: game.ByChance}}
	for line := range strings.Lines(r.Draw(p)) {
		for turn, name := range turnNames {
			if text := "(" + name + ")"; name != "" && strings.HasSuffix(line, " "+text+"\n") {
				says[turn].Text = text
				all = append(all, says[turn])
			}
		}
	}
	return all
}

func (t *Tree) draw(out *strings.Builder, at, top int32, lines *int) {
	if *lines++; *lines > drawnLines {
		if *lines == drawnLines+1 {
			out.WriteString("…\n")
		}
		return
	}
	n := &t.nodes[at]
	out.WriteString(strings.Repeat("  ", int(n.ply-top)))
	out.WriteString(t.heading(at))
	if n.count == 0 {
		out.WriteString(" = " + n.number + "\n")
		return
	}
	if n.number != "" {
		out.WriteString(" = " + n.number)
	}
	out.WriteString(" (" + turnNames[n.turn] + ")\n")
	for c := range n.count {
		t.draw(out, n.first+c, top, lines)
	}
}

// heading returns the name of a node, or a substitute for an outline.
func (t *Tree) heading(at int32) string {
	n := &t.nodes[at]
	switch {
	case n.name != "":
		return n.name
	case n.parent < 0:
		return "root"
	}
	return strconv.Itoa(int(at-t.nodes[n.parent].first) + 1)
}
