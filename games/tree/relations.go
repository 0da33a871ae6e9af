package tree

import (
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// relations are the lines of a tree such as a -> b, c and h = 1.
type relations struct {
	scanner
	nodes map[string]*related
	order []*related // in order of appearance
}

// related is a node of the relations.
type related struct {
	Node
	start    int // offset of its first appearance
	children []branch
	follows  *related
	open     bool // its children are being built
	built    bool
}

// branch leads to a child, which may follow several nodes.
type branch struct {
	to    *related
	share string
}

// isRelations reports whether text consists of relations: it has an arrow, or a colon after a name.
func isRelations(text string) bool {
	s := &scanner{text: text}
	name := false
	for t := s.next(); t.kind != endToken; t = s.next() {
		if t.kind == arrow || t.kind == ':' && name {
			return true
		}
		name = t.named()
	}
	return false
}

func (r *relations) node(t token) (*related, error) {
	if t.kind != wordToken && t.kind != nameToken {
		return nil, reason.Errorf("%v, want a name", t)
	}
	name, err := t.name()
	if err != nil {
		return nil, err
	}
	n := r.nodes[name]
	if n == nil {
		n = &related{Node: Node{Name: name}, start: t.start}
		r.nodes[name] = n
		r.order = append(r.order, n)
	}
	return n, nil
}

// parseRelations parses relations up to the end of text. If it fails it returns
// the offset of the error. Braces around all, as in Python, mean nothing.
func parseRelations(text string, b *builder) (end int, err error) {
	r := &relations{scanner: scanner{text: text, newlines: true}, nodes: map[string]*related{}}
	for {
		t := r.next()
		switch t.kind {
		case endToken:
			return r.build(b, len(text))
		case ';', '\n', '{', '}':
			continue
		}
		if at, err := r.relation(t); err != nil {
			return at, err
		}
	}
}

// relation parses a relation that begins with t.
func (r *relations) relation(t token) (at int, err error) {
	turn := r.turn(t)
	if sign := r.peek().kind; turn != Alternate && sign != arrow && sign != ':' {
		t = r.next()
	} else {
		turn = Alternate
	}
	n, err := r.node(t)
	if err != nil {
		return t.start, err
	}
	sign := r.next()
	if n.number.text != "" || n.children != nil {
		return sign.start, reason.Errorf("%s has a number or children already", n.Name)
	}
	switch n.Turn = turn; sign.kind {
	case '=':
		t = r.next()
		n.number.text = t.word
		if _, err := parseNumber(t.word); err != nil {
			return t.start, reason.Errorf("%v, %w", t, err)
		}
		if t = r.peek(); t.kind == wordToken && !t.comma || t.kind == '=' || t.kind == arrow {
			return t.start, reason.Errorf("%v, want the end of the line or ;", t)
		}
		return 0, nil
	case arrow, ':':
		return r.followers(n, sign.kind == ':')
	}
	return sign.start, reason.Errorf("%v after the name %s, want -> or =", sign, n.Name)
}

// followers parses the children of n: names and numbers, perhaps in brackets and with
// probabilities. After a colon a single number is that of n.
func (r *relations) followers(n *related, colon bool) (at int, err error) {
	closing := closers[r.peek().kind]
	if closing != 0 {
		r.next()
	}
	r.newlines = closing == 0
	defer func() { r.newlines = true }()
	for {
		t := r.peek()
		switch {
		case closing != 0 && t.kind == closing:
			r.next()
			return t.start, n.settle(false)
		case closing == 0 && len(n.children) > 0 && (r.ends(t) || t.kind == '}'):
			return t.start, n.settle(colon)
		}
		if at, err := r.follower(n); err != nil {
			return at, err
		}
	}
}

// settle checks the complete list of n's children. If single is set and they are one number, that
// is the number of n itself.
func (n *related) settle(single bool) error {
	if len(n.children) == 0 {
		return reason.New("a node without children needs a number")
	}
	if c := n.children[0]; single && len(n.children) == 1 && c.to.Name == "" && c.share == "" {
		n.number, n.children = c.to.number, nil
	}
	return nil
}

// ends reports whether t ends a relation: a line ends, or the next relation begins.
func (r *relations) ends(t token) bool {
	if t.kind == endToken || t.kind == ';' || t.kind == '\n' {
		return true
	}
	ahead := r.scanner
	ahead.next()
	sign := ahead.next().kind
	return t.named() && (sign == ':' || sign == arrow || sign == '=')
}

// follower parses a child of n.
func (r *relations) follower(n *related) (at int, err error) {
	t := r.next()
	var to branch
	if t.kind == wordToken && isNumber(t.word) && r.peek().kind == ':' {
		to.share = t.word
		r.next()
		t = r.next()
	}
	if t.kind == wordToken && isNumber(t.word) {
		if _, err := parseNumber(t.word); err != nil {
			return t.start, reason.Errorf("%v, %w", t, err)
		}
		to.to = &related{Node: Node{number: number{text: t.word}}, start: t.start, follows: n}
	} else {
		if to.to, err = r.node(t); err != nil {
			return t.start, err
		}
		to.to.follows = n
	}
	n.children = append(n.children, to)
	return 0, nil
}

// build adds the tree of the root.
func (r *relations) build(b *builder, end int) (at int, err error) {
	var roots []string
	var root *related
	for _, n := range r.order {
		if n.follows == nil {
			if root == nil {
				root = n
			}
			roots = append(roots, n.Name)
		}
	}
	switch {
	case root == nil:
		return 0, reason.New("every node follows another, want one root")
	case len(roots) > 1:
		const shown = 8
		if len(roots) > shown {
			roots = append(roots[:shown], "…")
		}
		return root.start, reason.Errorf("no node precedes %s, want one root: add a line such as root -> %s", strings.Join(roots, ", "), strings.Join(roots, ", "))
	}
	if at, err := root.build(b, ""); err != nil {
		return at, err
	}
	for _, n := range r.order {
		if !n.built {
			return n.start, reason.Errorf("%s follows itself", n.Name)
		}
	}
	return end, nil
}

// build adds n, with its probability, and its subtree.
func (n *related) build(b *builder, share string) (at int, err error) {
	node := n.Node
	node.share = share
	n.built = true
	if n.number.text != "" {
		return n.start, b.leaf(&node)
	}
	if n.open {
		return n.start, reason.Errorf("%s follows itself", n.Name)
	}
	n.open = true
	defer func() { n.open = false }()
	if err := b.open(&node); err != nil {
		return n.start, err
	}
	for _, child := range n.children {
		if at, err := child.to.build(b, child.share); err != nil {
			return at, err
		}
	}
	if err := b.close(); err != nil {
		return n.start, reason.Errorf("%s: %w", n.Name, err)
	}
	return n.start, nil
}
