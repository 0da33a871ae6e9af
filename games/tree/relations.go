package tree

import "github.com/plywood-go/plywood/internal/reason"

// relations are the lines of a tree such as a -> b, c and h = 1.
type relations struct {
	nodes map[string]*related
	order []*related // in order of appearance
}

// related is a node of the relations.
type related struct {
	name     string
	start    int // offset of its first appearance
	children []*related
	number   string
	follows  *related
}

func (r *relations) node(t token) (*related, error) {
	if t.kind != 'w' {
		return nil, reason.Errorf("%v, want a name", t)
	}
	if err := checkName(t.word); err != nil {
		return nil, err
	}
	n := r.nodes[t.word]
	if n == nil {
		n = &related{name: t.word, start: t.start}
		r.nodes[t.word] = n
		r.order = append(r.order, n)
	}
	return n, nil
}

// parseRelations parses relations up to the end of text. If it fails it returns
// the offset of the error.
func parseRelations(text string, b *builder) (end int, err error) {
	s := &scanner{text: text, newlines: true}
	r := &relations{nodes: map[string]*related{}}
	for {
		t := s.next()
		switch t.kind {
		case 0:
			return r.build(b, len(text))
		case ';', '\n':
			continue
		}
		n, err := r.node(t)
		if err != nil {
			return t.start, err
		}
		if at, err := r.relation(s, n); err != nil {
			return at, err
		}
	}
}

// relation parses the rest of a line about n.
func (r *relations) relation(s *scanner, n *related) (at int, err error) {
	t := s.next()
	if n.number != "" || n.children != nil {
		return t.start, reason.Errorf("%s has a number or children already", n.name)
	}
	switch t.kind {
	case '=':
		t = s.next()
		n.number = t.word
		if _, err := parseDecimal(t.word); err != nil {
			return t.start, reason.Errorf("%v, %w", t, err)
		}
		if t = s.next(); t.kind == 'w' || t.kind == '=' || t.kind == '>' {
			return t.start, reason.Errorf("%v, want the end of the line or ;", t)
		}
		return 0, nil
	case '>':
		return r.followers(s, n)
	}
	return t.start, reason.Errorf("%v after the name %s, want -> or =", t, n.name)
}

// followers parses the children of n.
func (r *relations) followers(s *scanner, n *related) (at int, err error) {
	for {
		t := s.next()
		if len(n.children) > 0 && (t.kind == 0 || t.kind == ';' || t.kind == '\n') {
			return 0, nil
		}
		child, err := r.node(t)
		if err != nil {
			return t.start, err
		}
		if child.follows != nil {
			return t.start, reason.Errorf("%s follows %s already", child.name, child.follows.name)
		}
		child.follows = n
		n.children = append(n.children, child)
	}
}

// build adds the tree of the root.
func (r *relations) build(b *builder, end int) (at int, err error) {
	var root *related
	for _, n := range r.order {
		switch {
		case n.follows != nil:
		case root != nil:
			return n.start, reason.Errorf("%s and %s both follow no node, want one root", root.name, n.name)
		default:
			root = n
		}
	}
	if root == nil {
		return 0, reason.New("every node follows another, want one root")
	}
	if at, err := root.build(b); err != nil {
		return at, err
	}
	if len(b.sprouts) < len(r.order) {
		return 0, reason.Errorf("some nodes form a cycle apart from the root %s", root.name)
	}
	return end, nil
}

// build adds n and its subtree.
func (n *related) build(b *builder) (at int, err error) {
	if n.number != "" {
		return n.start, b.leaf(n.name, n.number)
	}
	if err := b.open(n.name); err != nil {
		return n.start, err
	}
	for _, child := range n.children {
		if at, err := child.build(b); err != nil {
			return at, err
		}
	}
	if err := b.close(); err != nil {
		return n.start, reason.Errorf("%s: %w", n.name, err)
	}
	return n.start, nil
}
