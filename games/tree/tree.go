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
	// maxChildren is the largest number of children of a node.
	maxChildren = 1 << 15
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
// This keeps the order of numbers and of their negatives. A search needs nothing else, except
// at chance nodes; see [Position.Shares]. A leaf of infinity is a win, or a loss, without a
// margin. [Tree.Text] converts values back.
type Tree struct {
	nodes []*Node      // ply by ply from the root, from left to right, so that siblings are adjacent
	key   uint64       // identifies the tree in hashes
	sizes []string     // text of the absolute value of each margin; nil if margins are the numbers
	ranks []game.Score // distinct margins of the numbers, sorted; nil if margins are the numbers
	// chancy means that the tree has a chance node.
	chancy bool
}

// newTree returns the tree of a checked root, with its numbers ranked among others.
func newTree(root *Node, others ...*number) *Tree {
	t := &Tree{}
	t.plant(root)
	t.weigh(others)
	return t
}

// plant makes t the tree of a root. It returns the former numbers of the nodes.
func (t *Tree) plant(root *Node) (former []int) {
	t.nodes = []*Node{root}
	for i := 0; i < len(t.nodes); i++ {
		n := t.nodes[i]
		former = append(former, n.Index())
		n.index = int32(i)
		t.chancy = t.chancy || n.Turn == Chance
		t.nodes = append(t.nodes, n.Children...)
	}
	t.key = t.hash()
	return former
}

// Arranged returns a copy of t with its moves in another order, and for each of its nodes the number
// that it has in t. order gives the moves of each node of t, first those of the root.
func (t *Tree) Arranged(order func(n *Node) []*Node) (arranged *Tree, from []int) {
	changed := *t
	from = changed.plant(t.nodes[0].copyBelow(nil, order))
	return &changed, from
}

// Cut returns t down to a depth of at least 1, at which nodes are leaves of their estimates, or of
// 0.
func (t *Tree) Cut(depth int) *Tree {
	return newTree(t.nodes[0].copyBelow(nil, func(n *Node) []*Node {
		if int(n.ply) == depth {
			return nil
		}
		return n.Moves()
	}))
}

// weigh sets the margins of all numbers of the tree and of others beside them.
func (t *Tree) weigh(others []*number) {
	var numbers []*number
	for _, n := range t.nodes {
		if n.number.text != "" {
			numbers = append(numbers, &n.number)
		}
	}
	numbers = append(numbers, others...)
	if t.sizes = rank(numbers); t.sizes == nil {
		return
	}
	for _, n := range numbers {
		if n.infinite == 0 {
			t.ranks = append(t.ranks, game.Score(n.margin))
		}
	}
	slices.Sort(t.ranks)
	t.ranks = slices.Compact(t.ranks)
}

// rank sets the margin of each number. If margins are ranks, it returns the text of each absolute
// value.
func rank(numbers []*number) (sizes []string) {
	type sized struct {
		*number
		size *big.Rat
	}
	var finite []sized
	plain := true
	for _, n := range numbers {
		n.margin = n.plain()
		plain = plain && n.exact == nil && n.infinite == 0
		if n.infinite == 0 {
			finite = append(finite, sized{n, n.size()})
		}
	}
	if plain {
		return nil
	}
	slices.SortStableFunc(finite, func(a, b sized) int { return a.size.Cmp(b.size) })
	sizes = []string{"0"}
	previous := new(big.Rat)
	for _, n := range finite {
		if n.size.Cmp(previous) != 0 {
			sizes = append(sizes, strings.TrimLeft(n.text, "+-"))
			previous = n.size
		}
		n.margin = int32(len(sizes) - 1)
		if n.negative() {
			n.margin = -n.margin
		}
	}
	return sizes
}

// Window returns the window of two numbers, seen from MAX, and the tree in whose values it is
// written: a copy of t, perhaps with other margins. It fails if alpha is not less than beta.
func (t *Tree) Window(alpha, beta string) (*Tree, game.Window, error) {
	ends := [2]number{{text: alpha}, {text: beta}}
	var finite []*number
	for i := range ends {
		if err := ends[i].read(); err != nil {
			return nil, game.Window{}, err
		}
		if ends[i].margin = ends[i].plain(); ends[i].infinite == 0 {
			finite = append(finite, &ends[i])
		}
	}
	changed := newTree(t.nodes[0].copyBelow(nil, (*Node).Moves), finite...)
	w := game.Window{Alpha: game.Score(ends[0].margin), Beta: game.Score(ends[1].margin)}
	if w.Alpha >= w.Beta {
		return nil, game.Window{}, reason.Errorf("alpha is %s and beta %s, want alpha below beta", ends[0].text, ends[1].text)
	}
	return changed, w, nil
}

// hash hashes the shape, names, turns and numbers of all nodes with FNV-1a.
func (t *Tree) hash() uint64 {
	const prime = 0x100000001b3
	h := uint64(0xcbf29ce484222325)
	for _, n := range t.nodes {
		for _, text := range []string{n.Name, n.number.text, n.share} {
			for _, c := range []byte(text) {
				h = (h ^ uint64(c)) * prime
			}
			h = (h ^ 0xff) * prime
		}
		h = (h ^ uint64(len(n.Moves()))) * prime
		if n.Turn != n.parent.alternate() {
			h = (h ^ uint64(n.Turn)) * prime
		}
		for _, f := range flags {
			if *f.of(n) {
				h = (h ^ uint64(f.sign)) * prime
			}
		}
	}
	return h
}

// checkNames returns an error if two siblings have the same name.
func (t *Tree) checkNames() error {
	parents := map[string]*Node{} // parent of the last node with each name
	for _, n := range t.nodes {
		if n.Name == "" {
			continue
		}
		if parent, seen := parents[n.Name]; seen && parent == n.parent {
			return reason.Errorf("tree: two children of one node are named %s", n.Name)
		}
		parents[n.Name] = n.parent
	}
	return nil
}

// Root returns the position at the root.
func (t *Tree) Root() Position { return Position{t, t.nodes[0]} }

// Nodes returns all nodes by their numbers; read only.
func (t *Tree) Nodes() []*Node { return t.nodes }

// Height returns the largest number of plies from the root to a leaf.
func (t *Tree) Height() int { return int(t.nodes[len(t.nodes)-1].ply) }

// Chancy reports whether the tree has a chance node. Then only the searches for games of chance
// know its value.
func (t *Tree) Chancy() bool { return t.chancy }

// Len returns the number of nodes.
func (t *Tree) Len() int { return len(t.nodes) }

// Text returns the number that v represents, for either side: v is a margin, or the same number as
// plain points; a win is "inf", a loss "-inf". It returns the String of other scores.
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

// Near returns the margin of a leaf nearest to v, at or above v if up is set and otherwise at or
// below, or infinity if none exists. If margins are the numbers themselves it returns v.
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

// At returns the node at the end of a path of indices of children from the root, or nil.
func (t *Tree) At(path []int) *Node {
	n := t.nodes[0]
	for _, c := range path {
		if c < 0 || c >= len(n.Children) {
			return nil
		}
		n = n.Children[c]
	}
	return n
}

// Label returns the name of the node at the end of a path of indices of children from the root. If
// the node has no name, it returns the path with numbers from 1, as in "1.2". It returns "" for an
// invalid path.
func (t *Tree) Label(path []int) string {
	n := t.At(path)
	switch {
	case n == nil:
		return ""
	case n.Name != "":
		return n.Name
	}
	numbers := make([]string, len(path))
	for i, c := range path {
		numbers[i] = fmt.Sprint(c + 1)
	}
	return strings.Join(numbers, ".")
}
