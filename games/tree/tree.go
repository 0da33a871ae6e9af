package tree

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Limits of a tree.
const (
	// MaxPlies is the largest number of plies from the root to a leaf.
	MaxPlies = 10_000
	// MaxNodes is the largest number of nodes.
	MaxNodes = 1_000_000
	// MaxChildren is the largest number of children of a node.
	MaxChildren = 1 << 15
)

// Tree is an immutable explicit tree.
//
// The numbers of leaves become margins. If all are integers of up to 9 999 999,
// they are the margins. Otherwise the margin of a number is its rank among the
// distinct absolute values in the tree, with the number's sign:
//
//	leaves   -3.5   0   2.25   3.5    10^20
//	margins    -2   0      1     2        3
//
// This keeps the order of numbers and of their negatives, and a search needs
// nothing else. [Tree.Text] converts margins back.
type Tree struct {
	nodes []node
	key   uint64       // identifies the tree in hashes
	sizes []string     // text of the absolute value of each margin; nil if margins are the numbers
	ranks []game.Score // distinct margins of the leaves, sorted; nil if margins are the numbers
}

// node is a node of a tree. Nodes are stored ply by ply from the root, from
// left to right, so that siblings are adjacent.
type node struct {
	name   string
	number string // leaf: the number as written
	parent int32
	first  int32 // the first child
	count  int32 // the number of children, 0 for a leaf
	ply    int32
	margin int32 // leaf: margin for MAX
}

// sprout is a node during parsing.
type sprout struct {
	name     string
	number   string
	value    decimal
	parent   int32
	ply      int32
	children int32
}

// builder collects the nodes of a tree in preorder.
type builder struct {
	sprouts []sprout
	path    []int32 // from the root to the open node
}

// add appends a node as the last child of the open node.
func (b *builder) add(s sprout) error {
	s.parent, s.ply = -1, int32(len(b.path))
	switch {
	case len(b.sprouts) == MaxNodes:
		return reason.Errorf("more than %d nodes", MaxNodes)
	case len(b.path) > MaxPlies:
		return reason.Errorf("deeper than %d plies", MaxPlies)
	}
	if len(b.path) > 0 {
		s.parent = b.path[len(b.path)-1]
		parent := &b.sprouts[s.parent]
		if parent.children++; parent.children > MaxChildren {
			return reason.Errorf("more than %d children of one node", MaxChildren)
		}
	}
	b.sprouts = append(b.sprouts, s)
	return nil
}

// leaf adds a leaf.
func (b *builder) leaf(name, number string) error {
	value, err := parseDecimal(number)
	if err != nil {
		return reason.Errorf("%q, %w", number, err)
	}
	return b.add(sprout{name: name, number: number, value: value})
}

// open adds an inner node. The following nodes are its children.
func (b *builder) open(name string) error {
	if err := b.add(sprout{name: name}); err != nil {
		return err
	}
	b.path = append(b.path, int32(len(b.sprouts)-1))
	return nil
}

// close completes the open node.
func (b *builder) close() error {
	last := len(b.path) - 1
	if b.sprouts[b.path[last]].children == 0 {
		return reason.New("a node without children needs a number")
	}
	b.path = b.path[:last]
	return nil
}

// done reports whether the root is complete.
func (b *builder) done() bool { return len(b.sprouts) > 0 && len(b.path) == 0 }

// tree returns the tree of all added nodes.
func (b *builder) tree() (*Tree, error) {
	t := &Tree{nodes: make([]node, len(b.sprouts))}
	margins, sizes := rank(b.sprouts)
	t.sizes = sizes
	place := b.places()
	for i, s := range b.sprouts {
		n := &t.nodes[place[i]]
		*n = node{name: s.name, number: s.number, parent: -1, count: s.children, ply: s.ply, margin: margins[i]}
		if s.parent >= 0 {
			n.parent = place[s.parent]
		}
	}
	for i := len(t.nodes) - 1; i > 0; i-- {
		t.nodes[t.nodes[i].parent].first = int32(i)
	}
	if sizes != nil {
		t.ranks = t.distinct()
	}
	t.key = t.hash()
	return t, t.checkNames()
}

// places returns the index of each node in ply order.
func (b *builder) places() []int32 {
	var next []int32 // by ply: first the number of nodes, then the next index
	for _, s := range b.sprouts {
		if int(s.ply) == len(next) {
			next = append(next, 0)
		}
		next[s.ply]++
	}
	before := int32(0)
	for ply, count := range next {
		next[ply] = before
		before += count
	}
	place := make([]int32, len(b.sprouts))
	for i, s := range b.sprouts {
		place[i] = next[s.ply]
		next[s.ply]++
	}
	return place
}

// rank returns the margin of each node. If margins are ranks, it also returns
// the text of each absolute value.
func rank(sprouts []sprout) (margins []int32, sizes []string) {
	margins = make([]int32, len(sprouts))
	leaves := make([]int, 0, len(sprouts))
	plain := true
	for i, s := range sprouts {
		if s.children == 0 {
			n, ok := s.value.integer()
			margins[i] = int32(n)
			plain = plain && ok
			leaves = append(leaves, i)
		}
	}
	if plain {
		return margins, nil
	}
	slices.SortStableFunc(leaves, func(i, j int) int { return sprouts[i].value.compareSize(sprouts[j].value) })
	sizes = []string{"0"}
	previous := decimal{}
	for _, i := range leaves {
		s := &sprouts[i]
		if s.value.compareSize(previous) != 0 {
			sizes = append(sizes, strings.TrimLeft(s.number, "+-"))
			previous = s.value
		}
		margins[i] = int32(len(sizes) - 1)
		if s.value.negative {
			margins[i] = -margins[i]
		}
	}
	return margins, sizes
}

// distinct returns the distinct margins of the leaves, sorted.
func (t *Tree) distinct() []game.Score {
	var all []game.Score
	for i := range t.nodes {
		if n := &t.nodes[i]; n.count == 0 {
			all = append(all, game.Score(n.margin))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// hash hashes the shape, names and numbers of all nodes with FNV-1a.
func (t *Tree) hash() uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range t.nodes {
		n := &t.nodes[i]
		for _, text := range []string{n.name, n.number} {
			for _, c := range []byte(text) {
				h = (h ^ uint64(c)) * 0x100000001b3
			}
			h = (h ^ 0xff) * 0x100000001b3
		}
		h = (h ^ uint64(n.count)) * 0x100000001b3
	}
	return h
}

// checkNames returns an error if two siblings have the same name, or if an
// inner node has the name of the side that does not move there.
func (t *Tree) checkNames() error {
	parents := map[string]int32{} // parent of the last node with each name
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.name == "" {
			continue
		}
		if max, says := mover(n.name); says && n.count > 0 && max != (n.ply&1 == 0) {
			return reason.Errorf("tree: %w", noChoice(n.name))
		}
		if parent, seen := parents[n.name]; seen && parent == n.parent {
			return reason.Errorf("tree: two children of one node are named %s", n.name)
		}
		parents[n.name] = n.parent
	}
	return nil
}

// Root returns the position at the root.
func (t *Tree) Root() Position { return Position{t, 0} }

// Height returns the largest number of plies from the root to a leaf.
func (t *Tree) Height() int { return int(t.nodes[len(t.nodes)-1].ply) }

// Len returns the number of nodes.
func (t *Tree) Len() int { return len(t.nodes) }

// Text returns the number that v represents, for either side: v is a margin, or
// the same number as plain points. It returns the String of other scores, such
// as infinity.
func (t *Tree) Text(v game.Score) string {
	n, ok := v.Points()
	if !ok {
		n = int(v)
	}
	switch {
	case n > game.MaxMargin || n < -game.MaxMargin || t.sizes != nil && max(n, -n) >= len(t.sizes):
		return v.String()
	case t.sizes == nil:
		return fmt.Sprint(n)
	case n < 0:
		return "-" + t.sizes[-n]
	}
	return t.sizes[n]
}

// Near returns the margin of a leaf nearest to v, at or above v if up is set
// and otherwise at or below, or infinity if none exists. If margins are the
// numbers themselves it returns v.
func (t *Tree) Near(v game.Score, up bool) game.Score {
	i, found := slices.BinarySearch(t.ranks, v)
	switch {
	case t.ranks == nil || found:
		return v
	case up && i == len(t.ranks):
		return game.Infinity
	case up:
		return t.ranks[i]
	case i == 0:
		return -game.Infinity
	}
	return t.ranks[i-1]
}

// At returns the position at the end of a path of child indices from the root.
// ok is false if the path is invalid.
func (t *Tree) At(path []int) (p Position, ok bool) {
	at := int32(0)
	for _, c := range path {
		if c < 0 || c >= int(t.nodes[at].count) {
			return Position{}, false
		}
		at = t.nodes[at].first + int32(c)
	}
	return Position{t, at}, true
}

// Label returns the name of the node at the end of a path of child indices from
// the root. If the node has no name, it returns the path with numbers from 1,
// as in "1.2". It returns "" for an invalid path.
func (t *Tree) Label(path []int) string {
	p, ok := t.At(path)
	if !ok {
		return ""
	}
	if name := p.Name(); name != "" || len(path) == 0 {
		return name
	}
	numbers := make([]string, len(path))
	for i, c := range path {
		numbers[i] = fmt.Sprint(c + 1)
	}
	return strings.Join(numbers, ".")
}
