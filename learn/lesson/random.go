package lesson

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// Wish describes a random tree. All wishes must come true together.
type Wish struct {
	Plies int `flag:"plies" help:"depth of the random trees in {plies}"` // Zero means 3.
	// Fewest and Most are the numbers of children of a node. Zero means 2 and 3.
	Fewest, Most int
	// Low and High are the least and the greatest leaf, whole numbers. If both are 0 they are −4
	// and 14, or 0 and 1 for an algorithm that lets a tree grow.
	Low, High int
	Nodes     int  `flag:"max-nodes" help:"the most {nodes} of a random tree"`                      // Zero means 26, one for each letter.
	MinCuts   int  `flag:"min-cuts" help:"the fewest {cutoffs} in a random tree"`                   // Zero means any.
	MaxCuts   int  `flag:"max-cuts" help:"the most {cutoffs} in a random tree; 0 means any number"` // Zero means any.
	Unique    bool `flag:"unique-best" help:"random trees with only one best move"`                 // Zero means any.
	Distinct  bool `flag:"distinct" help:"random trees whose leaves all differ"`                    // Zero means any.
	Full      bool `flag:"full" help:"random trees with all leaves at the last ply"`                // Zero means that some are one ply higher.
	MinRoot   bool `flag:"min-root" help:"random trees with MIN to move at the root"`               // Zero means MAX.
	Chance    bool `flag:"chance" help:"random trees where chance chooses at every other ply"`      // first below the root. Zero means nowhere.
	// Like is a tree drawn by the same wish. The tree has its shape, with the branches in another
	// order. Zero means any shape.
	Like *Tree
}

// Bounds of a wish. They limit the time that Draw takes.
const (
	maxWishPlies    = 8
	maxWishChildren = 10
	maxWishLeaf     = 1_000_000
	wishTries       = 20_000

	fewestExpansions = 5 // of a proof-number search
)

// complete fills in the values that zero stands for, and checks all.
func (w Wish) complete() (Wish, error) {
	if w.Most == 1 {
		w.Fewest = 1
	}
	w.Plies, w.Fewest, w.Nodes, w.MaxCuts = cmp.Or(w.Plies, 3), cmp.Or(w.Fewest, 2), cmp.Or(w.Nodes, 26), cmp.Or(w.MaxCuts, maxQuizNodes)
	w.Most = cmp.Or(w.Most, max(3, w.Fewest))
	if w.Low == 0 && w.High == 0 {
		w.Low, w.High = -4, 14
	}
	for _, x := range []struct {
		what            reason.Phrase
		value, low, top int
	}{
		{reason.Phrase("plies"), w.Plies, 1, maxWishPlies},
		{reason.Phrase("children"), w.Fewest, 1, w.Most},
		{reason.Phrase("children"), w.Most, w.Fewest, maxWishChildren},
		{reason.Phrase("nodes"), w.Nodes, 2, maxQuizNodes},
		{reason.Phrase("integers"), w.Low, -maxWishLeaf, w.High},
		{reason.Phrase("integers"), w.High, w.Low, maxWishLeaf},
		{reason.Phrase("cutoffs"), w.MinCuts, 0, w.MaxCuts},
		{reason.Phrase("cutoffs"), w.MaxCuts, max(1, w.MinCuts), maxQuizNodes},
	} {
		if x.value < x.low || x.value > x.top {
			return w, reason.Errorf("%s: %d, want %d to %d", x.what, x.value, x.low, x.top)
		}
	}
	return w, nil
}

// Random returns the tree of a seed, for quizzes about the algorithm of s: at most three plies deep,
// at most 26 named nodes, whole numbers at its leaves. Alpha-beta cuts a branch off, and
// proof-number search expands at least five nodes. The same seed always gives the same tree.
func Random(ctx context.Context, seed uint64, s Setup) (*Tree, error) {
	if !s.grows() && !s.practical() {
		s = Setup{}
	}
	return Draw(ctx, rand.New(rand.NewPCG(seed, 0)), Wish{MinCuts: 1}, s)
}

// Draw returns a random tree that fulfils a wish. The cutoffs are those of a search by s, whose
// algorithm must have a quiz. Trees that grow have none; instead proof-number search expands at
// least five nodes. The trees have what the algorithm needs: estimates, noisy moves, or passes,
// one of which cuts off. Draw tries 20 000 trees. Its error names a wish that no tree
// fulfilled, or the two that no tree fulfilled together.
func Draw(ctx context.Context, r *rand.Rand, w Wish, s Setup) (*Tree, error) {
	if s.grows() && w.Low == 0 {
		w.High = max(w.High, 1)
	}
	w, err := w.complete()
	if err == nil {
		err = s.checkQuizzed()
	}
	if err != nil {
		return nil, err
	}
	d := drawing{Wish: w, setup: s.Suited(w.Chance)}
	for range wishTries {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if t, err := d.try(ctx, r); t != nil || err != nil {
			return t, err
		}
	}
	return nil, d.failure()
}

// drawing is a wish, with the number of drawn trees that fulfil each part of it.
type drawing struct {
	Wish
	setup Setup

	small, distinct, cut, unique int
}

// try draws a tree. It returns nil if the tree does not fulfil the wish.
func (d *drawing) try(ctx context.Context, r *rand.Rand) (*Tree, error) {
	g := grower{Rand: r, wish: &d.Wish, algorithm: d.setup.algorithm(), depth: d.setup.depth(nil)}
	if d.Distinct {
		g.leaves = r.Perm(min(d.High-d.Low+1, 2*d.Nodes+1))
	}
	var like *tree.Node
	if d.Like != nil {
		like = d.Like.Nodes()[0]
	}
	g.grow(d.Plies, like)
	if g.names > d.Nodes {
		return nil, nil
	}
	d.small++
	if g.spent {
		return nil, nil
	}
	d.distinct++
	t, err := tree.Parse(g.String())
	if err != nil {
		return nil, err
	}
	cut, unique := d.cuts(ctx, t, d.setup), !d.Unique || unique(ctx, t)
	if cut {
		d.cut++
	}
	if unique {
		d.unique++
	}
	if cut && unique {
		return t, nil
	}
	return nil, nil
}

// failure names the wish that no tree has fulfilled.
func (d *drawing) failure() error {
	switch {
	case d.small == 0:
		return reason.Errorf("none of %d random trees has at most %d nodes", wishTries, d.Nodes)
	case d.distinct == 0:
		return reason.Errorf("none of %d random trees has different leaves from %d to %d", wishTries, d.Low, d.High)
	case d.cut == 0 && d.setup.grows():
		return reason.Errorf("in none of %d random trees pns expands %d nodes", wishTries, fewestExpansions)
	case d.cut == 0 && d.MaxCuts == maxQuizNodes:
		return reason.Errorf("none of %d random trees has at least %d cutoffs", wishTries, d.MinCuts)
	case d.cut == 0:
		return reason.Errorf("none of %d random trees has %d to %d cutoffs", wishTries, d.MinCuts, d.MaxCuts)
	case d.unique == 0:
		return reason.Errorf("none of %d random trees has a single best move", wishTries)
	}
	return reason.Errorf("none of %d random trees has a single best move and %d to %d cutoffs", wishTries, d.MinCuts, d.MaxCuts)
}

// cuts reports whether a search of t by s has the wished number of cutoffs or, in a tree that
// grows, is long enough.
func (w *Wish) cuts(ctx context.Context, t *Tree, s Setup) bool {
	if s.grows() {
		if s.Algorithm == textbook.UCT {
			return true
		}
		goal, _, err := s.goal(t)
		return err == nil && textbook.Prove(ctx, treeGamble{}, t.Nodes()[0], textbook.ProofOptions{Goal: goal}).Expansions >= fewestExpansions
	}
	if w.MinCuts == 0 && w.MaxCuts == maxQuizNodes {
		return true
	}
	ordered, err := arranged(t, &s)
	if err != nil {
		return false
	}
	t = ordered.Tree
	within := func(cutoffs int) bool { return w.MinCuts <= cutoffs && cutoffs <= w.MaxCuts }
	if s.gambled() {
		o, _, err := s.gamble(t)
		return err == nil && within(textbook.Expect(ctx, treeGamble{}, t.Nodes()[0], tree.MaxPlies, o).Cutoffs)
	}
	root, count := t.Root(), newTally()
	textbook.Run(ctx, s.algorithm(), paper{}, &root, s.depth(t), s.options(count))
	return within(count.Cutoffs) && (s.Algorithm != textbook.NullMove || count.ByReason[event.SelectiveCut] > 0)
}

// unique reports whether t has a single best move.
func unique(ctx context.Context, t *Tree) bool {
	value := func(n *tree.Node) *big.Rat {
		return textbook.Expect(ctx, treeGamble{}, n, tree.MaxPlies, textbook.ChanceOptions{}).Value
	}
	root := t.Nodes()[0]
	best, count := value(root), 0
	for _, next := range root.Moves() {
		if value(next).Cmp(best) == 0 {
			count++
		}
	}
	return count == 1
}

// Write writes a tree in the form that ParseTree reads.
func Write(t *Tree) string {
	root := t.Root()
	return tree.Rules{}.FormatPosition(&root)
}

// Arrange returns a tree in the order of a setup.
func Arrange(t *Tree, s Setup) (*Tree, error) {
	root, err := arranged(t, &s)
	if err != nil {
		return nil, err
	}
	return root.Tree, nil
}

// grower writes a random tree.
type grower struct {
	*rand.Rand
	strings.Builder
	wish  *Wish
	names int // nodes named so far

	algorithm Algorithm // it may need estimates, noisy moves or passes
	depth     int       // noisy moves matter beyond it
	ply       int       // of the node to write

	leaves []int // unused values of leaves above wish.Low, if they must differ
	spent  bool  // more leaves were needed
}

// grow writes a node and its descendants, at most plies deep, or in the shape of like.
func (g *grower) grow(plies int, like *tree.Node) {
	if g.names > maxQuizNodes {
		return // too large already
	}
	name := g.name()
	quiet := g.algorithm == textbook.Quiescence
	if quiet && g.ply > g.depth && g.IntN(2) == 0 {
		g.WriteByte('!')
	}
	children := g.branches(plies, like)
	if len(children) == 0 {
		fmt.Fprintf(g, "%s=%d", name, g.leaf())
		return
	}
	shares := g.turn(plies, len(children))
	g.WriteString(name)
	if g.algorithm == textbook.Deepening && g.ply > 0 || quiet && g.ply >= g.depth {
		fmt.Fprintf(g, "=%d", g.leaf())
	}
	g.ply++
	separator := "("
	for i, child := range children {
		g.WriteString(separator)
		if shares != nil {
			g.WriteString(shares[i] + ":")
		}
		g.grow(plies-1, child)
		separator = " "
	}
	if g.ply--; g.algorithm == textbook.NullMove && g.ply > 0 && g.IntN(2) == 0 {
		fmt.Fprintf(g, " ~%s=%d", g.name(), g.leaf())
	}
	g.WriteByte(')')
}

// name returns the name of the next node.
func (g *grower) name() string {
	g.names++
	return trace.Letter(g.names - 1)
}

// branches returns the children of a node with at most plies below it, none for a leaf. A child
// is the node whose shape it copies, or nil.
func (g *grower) branches(plies int, like *tree.Node) []*tree.Node {
	switch {
	case like != nil:
		shape := slices.Clone(like.Moves())
		g.Shuffle(len(shape), func(i, j int) { shape[i], shape[j] = shape[j], shape[i] })
		return shape
	case plies == 0 || plies == 1 && !g.wish.Full && g.IntN(2) == 0:
		return nil
	}
	return make([]*tree.Node, g.wish.Fewest+g.IntN(g.wish.Most-g.wish.Fewest+1))
}

// turn writes the word for the side that chooses among children, if there must be one. It
// returns the probabilities of chance, or nil for equal ones.
func (g *grower) turn(plies, children int) []string {
	if g.wish.MinRoot && plies == g.wish.Plies {
		g.WriteString("min ")
	}
	if !g.wish.Chance || (g.wish.Plies-plies)%2 == 0 {
		return nil
	}
	g.WriteString("chance ")
	if fit := dealt[children]; fit != nil && g.IntN(3) > 0 {
		return strings.Fields(fit[g.IntN(len(fit))])
	}
	return nil
}

// dealt are unequal probabilities for two and three outcomes. We chose numbers that are easy to
// work with on paper.
var dealt = map[int][]string{
	2: {"1/4 3/4", "3/4 1/4", "0.4 0.6", "0.3 0.7", "1/3 2/3"},
	3: {"1/2 1/4 1/4", "1/4 1/4 1/2", "0.5 0.3 0.2", "0.2 0.2 0.6"},
}

// leaf returns the value of the next leaf.
func (g *grower) leaf() int {
	switch {
	case !g.wish.Distinct:
		return g.wish.Low + g.IntN(g.wish.High-g.wish.Low+1)
	case len(g.leaves) == 0:
		g.spent = true
		return g.wish.Low
	}
	last := len(g.leaves) - 1
	v := g.leaves[last]
	g.leaves = g.leaves[:last]
	return g.wish.Low + v
}
