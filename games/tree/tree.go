package tree

import (
	"fmt"
	"math/big"
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

// Turn says who chooses at a node with children.
type Turn uint8

// The turns.
const (
	// Alternate passes the turn: the opponent of the nearest player above moves, or MAX where no
	// player has moved yet.
	Alternate Turn = iota
	Max
	Min
	// Chance chooses among the children by their probabilities.
	Chance
)

// turnWords are the words for Max, Min and Chance in texts.
var turnWords = [...]string{Max: "max", Min: "min", Chance: "chance"}

// other returns the opponent of a player, and Max for Alternate.
func (t Turn) other() Turn {
	if t == Max {
		return Min
	}
	return Max
}

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
// nothing else, except at chance nodes; see [Position.Shares]. A leaf of
// infinity is a win, or a loss, without a margin. [Tree.Text] converts values
// back.
type Tree struct {
	nodes []node
	key   uint64       // identifies the tree in hashes
	sizes []string     // text of the absolute value of each margin; nil if margins are the numbers
	ranks []game.Score // distinct margins of the numbers, sorted; nil if margins are the numbers
	// chancy means that the tree has a chance node.
	chancy bool
}

// node is a node of a tree. Nodes are stored ply by ply from the root, from
// left to right, so that siblings are adjacent.
type node struct {
	name   string
	number string // the number of a leaf or an estimate, as written with the signs of ASCII; "" if none
	share  string // the probability, as written, if the parent is a chance node; "" for equal ones
	parent int32
	first  int32 // the first child
	count  int32 // the number of children, 0 for a leaf; without the pass
	ply    int32
	margin int32 // of number, for MAX
	turn   Turn  // never Alternate
	usual  bool  // turn is what Alternate means here
	noisy  bool  // the move to the node is noisy
	pass   bool  // another node follows the children: the position after a pass
}

// sprout is a node during parsing.
type sprout struct {
	Spec
	value    number
	parent   int32
	ply      int32
	children int32
	player   Turn // the nearest player at or above the node; Alternate if only chance chooses there
	usual    bool
	passes   bool     // the last child is the position after a pass
	shares   *big.Rat // the sum of the children's probabilities, nil if none is given
	shared   int32    // how many children have one
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
	parent := &sprout{} // of the root
	if len(b.path) > 0 {
		s.parent = b.path[len(b.path)-1]
		parent = &b.sprouts[s.parent]
		if parent.children++; parent.children > MaxChildren {
			return reason.Errorf("more than %d children of one node", MaxChildren)
		}
	}
	if err := parent.admit(&s); err != nil {
		return err
	}
	if s.Share != "" {
		if err := parent.give(s.Share); err != nil {
			return err
		}
	}
	usual := parent.player.other()
	if s.Turn == Alternate {
		s.Turn = usual
	}
	s.usual = s.Turn == usual
	if s.player = s.Turn; s.Turn == Chance {
		s.player = parent.player
	}
	b.sprouts = append(b.sprouts, s)
	return nil
}

// admit checks whether the child c of n may be the position after a pass, or may follow it.
func (n *sprout) admit(c *sprout) error {
	switch {
	case n.passes:
		return reason.New("a child after the pass, which must be the last")
	case !c.Pass:
		return nil
	case n.children < 2:
		return reason.New("a pass, but no move before it")
	case n.Turn == Chance || n.Turn == c.Turn:
		return reason.New("a pass must give the turn to the other player")
	case c.Noisy:
		return reason.New("a pass is not noisy")
	}
	n.passes = true
	return nil
}

// give adds the probability of a child of s.
func (s *sprout) give(text string) error {
	share, err := parseShare(text)
	switch {
	case err != nil:
		return err
	case s.Turn != Chance:
		return reason.Errorf("the probability %s, but chance does not choose there", text)
	case s.shares == nil:
		s.shares = new(big.Rat)
	}
	s.shares.Add(s.shares, share)
	s.shared++
	return nil
}

// leaf adds a leaf.
func (b *builder) leaf(s Spec) error {
	value, err := parseNumber(s.Number)
	if err != nil {
		return reason.Errorf("%q, %w", s.Number, err)
	}
	if s.Turn != Alternate {
		return reason.Errorf("%q before the number %s, want it before children", turnWords[s.Turn], s.Number)
	}
	s.Number = value.text
	return b.add(sprout{Spec: s, value: value})
}

// open adds an inner node. The following nodes are its children.
func (b *builder) open(s Spec) error {
	var value number
	if s.Number != "" {
		var err error
		if value, err = parseNumber(s.Number); err != nil {
			return reason.Errorf("%q, %w", s.Number, err)
		}
		s.Number = value.text
	}
	if err := b.add(sprout{Spec: s, value: value}); err != nil {
		return err
	}
	b.path = append(b.path, int32(len(b.sprouts)-1))
	return nil
}

// close completes the open node.
func (b *builder) close() error {
	last := len(b.path) - 1
	n := &b.sprouts[b.path[last]]
	b.path = b.path[:last]
	switch {
	case n.children == 0:
		return reason.New("a node without children needs a number")
	case n.shares == nil:
		return nil
	case n.shared < n.children:
		return reason.Errorf("%d of %d children have a probability, want all or none", n.shared, n.children)
	case n.shares.Cmp(one) != 0:
		return reason.Errorf("the probabilities add up to %s, want 1", n.shares.RatString())
	}
	return nil
}

// tree returns the tree of all added nodes.
func (b *builder) tree() (*Tree, error) {
	t := &Tree{nodes: make([]node, len(b.sprouts))}
	place := b.places()
	numbers := make([]number, len(b.sprouts))
	for i, s := range b.sprouts {
		n := &t.nodes[place[i]]
		*n = node{name: s.Name, number: s.Number, share: s.Share, parent: -1, count: s.children, ply: s.ply, turn: s.Turn, usual: s.usual, noisy: s.Noisy, pass: s.passes}
		if s.passes {
			n.count--
		}
		numbers[place[i]] = s.value
		t.chancy = t.chancy || s.Turn == Chance
		if s.parent >= 0 {
			n.parent = place[s.parent]
		}
	}
	for i := len(t.nodes) - 1; i > 0; i-- {
		t.nodes[t.nodes[i].parent].first = int32(i)
	}
	t.weigh(numbers)
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

// weigh sets the margins of all nodes with a number, given the numbers of all nodes. It returns the margins of
// other numbers beside them.
func (t *Tree) weigh(numbers []number, others ...number) []int32 {
	var ranked []*number
	for i := range t.nodes {
		if t.nodes[i].number != "" {
			ranked = append(ranked, &numbers[i])
		}
	}
	for i := range others {
		ranked = append(ranked, &others[i])
	}
	var margins []int32
	margins, t.sizes = rank(ranked)
	t.ranks = nil
	at := 0
	for i := range t.nodes {
		if n := &t.nodes[i]; n.number != "" {
			n.margin = margins[at]
			at++
		}
	}
	if t.sizes != nil {
		for _, m := range margins {
			if m > -endless && m < endless {
				t.ranks = append(t.ranks, game.Score(m))
			}
		}
		slices.Sort(t.ranks)
		t.ranks = slices.Compact(t.ranks)
	}
	return margins[at:]
}

// rank returns the margin of each number. If margins are ranks, it also returns
// the text of each absolute value.
func rank(numbers []*number) (margins []int32, sizes []string) {
	margins = make([]int32, len(numbers))
	var finite []int
	plain := true
	for i, n := range numbers {
		margin, ok := n.plain()
		margins[i] = margin
		plain = plain && ok && n.infinite == 0
		if n.infinite == 0 {
			finite = append(finite, i)
		}
	}
	if plain {
		return margins, nil
	}
	size := make([]*big.Rat, len(numbers))
	for _, i := range finite {
		size[i] = numbers[i].size()
	}
	slices.SortStableFunc(finite, func(i, j int) int { return size[i].Cmp(size[j]) })
	sizes = []string{"0"}
	previous := new(big.Rat)
	for _, i := range finite {
		if size[i].Cmp(previous) != 0 {
			sizes = append(sizes, strings.TrimLeft(numbers[i].text, "+-"))
			previous = size[i]
		}
		margins[i] = int32(len(sizes) - 1)
		if numbers[i].negative() {
			margins[i] = -margins[i]
		}
	}
	return margins, sizes
}

// Window returns the window of two numbers, seen from MAX, and the tree in whose values it is
// written: t itself, or a copy with other margins. It fails if alpha is not less than beta.
func (t *Tree) Window(alpha, beta string) (*Tree, game.Window, error) {
	var ends [2]number
	for i, text := range []string{alpha, beta} {
		var err error
		if ends[i], err = parseNumber(text); err != nil {
			return nil, game.Window{}, reason.Errorf("%q, %w", text, err)
		}
	}
	changed := *t
	changed.nodes = slices.Clone(t.nodes)
	numbers := make([]number, len(t.nodes))
	for i := range t.nodes {
		if t.nodes[i].number != "" {
			numbers[i], _ = parseNumber(t.nodes[i].number) // it has been read before
		}
	}
	var finite []number
	for _, end := range ends {
		if end.infinite == 0 {
			finite = append(finite, end)
		}
	}
	margins := changed.weigh(numbers, finite...)
	var w [2]game.Score
	for i, end := range ends {
		if w[i] = game.Infinity * game.Score(end.infinite); end.infinite == 0 {
			w[i], margins = game.Score(margins[0]), margins[1:]
		}
	}
	if w[0] >= w[1] {
		return nil, game.Window{}, reason.Errorf("alpha is %s and beta %s, want alpha below beta", ends[0].text, ends[1].text)
	}
	return &changed, game.Window{Alpha: w[0], Beta: w[1]}, nil
}

// hash hashes the shape, names, turns and numbers of all nodes with FNV-1a.
func (t *Tree) hash() uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range t.nodes {
		n := &t.nodes[i]
		for _, text := range []string{n.name, n.number, n.share} {
			for _, c := range []byte(text) {
				h = (h ^ uint64(c)) * 0x100000001b3
			}
			h = (h ^ 0xff) * 0x100000001b3
		}
		h = (h ^ uint64(n.count)) * 0x100000001b3
		if !n.usual {
			h = (h ^ uint64(n.turn)) * 0x100000001b3
		}
		if n.noisy {
			h = (h ^ '!') * 0x100000001b3
		}
		if n.pass {
			h = (h ^ '~') * 0x100000001b3
		}
	}
	return h
}

// checkNames returns an error if two siblings have the same name.
func (t *Tree) checkNames() error {
	parents := map[string]int32{} // parent of the last node with each name
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.name == "" {
			continue
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

// Chancy reports whether the tree has a chance node. Then only the searches for games of chance
// know its value.
func (t *Tree) Chancy() bool { return t.chancy }

// Len returns the number of nodes.
func (t *Tree) Len() int { return len(t.nodes) }

// Text returns the number that v represents, for either side: v is a margin, or
// the same number as plain points; a win is "inf", a loss "-inf". It returns
// the String of other scores.
func (t *Tree) Text(v game.Score) string {
	if _, won, ok := v.Plies(); ok {
		v = -game.Infinity
		if won {
			v = game.Infinity
		}
	}
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
	case t.ranks == nil || found || v >= game.Infinity || v <= -game.Infinity:
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

// At returns the position at the end of a path of child indices from the root;
// the position after a pass has the index after those of the children.
// ok is false if the path is invalid.
func (t *Tree) At(path []int) (p Position, ok bool) {
	at := int32(0)
	for _, c := range path {
		n := &t.nodes[at]
		if c < 0 || c > int(n.count) || c == int(n.count) && !n.pass {
			return Position{}, false
		}
		at = n.first + int32(c)
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
