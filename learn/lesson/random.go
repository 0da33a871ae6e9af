package lesson

import (
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
	Plies int // depth. Zero means 3.
	// Fewest and Most are the numbers of children of a node. Zero means 2 and 3.
	Fewest, Most int
	// Low and High are the least and the greatest leaf, whole numbers. If both are 0 they are −4
	// and 14, or 0 and 1 for an algorithm that lets a tree grow.
	Low, High int
	Nodes     int  // the most nodes. Zero means 26, one for each letter.
	MinCuts   int  // the fewest cutoffs. Zero means any.
	MaxCuts   int  // the most cutoffs. Zero means any.
	Unique    bool // only one move at the root is best. Zero means any.
	Distinct  bool // no two leaves are equal. Zero means any.
	Full      bool // all leaves are at the last ply. Zero means that some are one ply higher.
	MinRoot   bool // MIN moves at the root. Zero means MAX.
	Chance    bool // chance chooses at every other ply, first below the root. Zero means nowhere.
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
	whole := func(p *int, usual int) {
		if *p == 0 {
			*p = usual
		}
	}
	whole(&w.Plies, 3)
	if w.Most == 1 {
		w.Fewest = 1
	}
	whole(&w.Fewest, 2)
	whole(&w.Most, max(3, w.Fewest))
	whole(&w.Nodes, 26)
	whole(&w.MaxCuts, maxQuizNodes)
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

// Draw returns a random tree that fulfils a wish. Its cutoffs are those of a search by s, whose
// algorithm must have a quiz; trees that grow have none, and instead proof-number search expands at
// least five nodes. The trees have what the algorithm needs: estimates, noisy moves, or passes, one of
// which cuts off. Draw tries 20 000 trees. Its error names a wish that none of them
// fulfilled, or the two that none fulfilled together.
func Draw(ctx context.Context, r *rand.Rand, w Wish, s Setup) (*Tree, error) {
	if s.grows() && w.Low == 0 {
		w.High = max(w.High, 1)
	}
	w, err := w.complete()
	if err == nil {
		err = s.checkQuizzed()
	}
	s = s.Suited(w.Chance)
	if err != nil {
		return nil, err
	}
	fulfilled := [4]int{} // how many of the trees fulfil each wish
	var like *tree.Position
	if w.Like != nil {
		root := w.Like.Root()
		like = &root
	}
	for range wishTries {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		g := grower{Rand: r, wish: &w, algorithm: s.algorithm(), depth: s.depth(nil)}
		if w.Distinct {
			g.leaves = r.Perm(min(w.High-w.Low+1, 2*w.Nodes+1))
		}
		g.grow(w.Plies, like)
		if g.names > w.Nodes {
			continue
		}
		fulfilled[0]++
		if g.spent {
			continue
		}
		fulfilled[1]++
		t, err := tree.Parse(g.String())
		if err != nil {
			return nil, err
		}
		cuts, unique := w.cuts(ctx, t, s), !w.Unique || unique(ctx, t)
		if cuts {
			fulfilled[2]++
		}
		if unique {
			fulfilled[3]++
		}
		if cuts && unique {
			return t, nil
		}
	}
	switch slices.Index(fulfilled[:], 0) {
	case 0:
		return nil, reason.Errorf("none of %d random trees has at most %d nodes", wishTries, w.Nodes)
	case 1:
		return nil, reason.Errorf("none of %d random trees has different leaves from %d to %d", wishTries, w.Low, w.High)
	case 2:
		if s.grows() {
			return nil, reason.Errorf("in none of %d random trees pns expands %d nodes", wishTries, fewestExpansions)
		}
		if w.MaxCuts == maxQuizNodes {
			return nil, reason.Errorf("none of %d random trees has at least %d cutoffs", wishTries, w.MinCuts)
		}
		return nil, reason.Errorf("none of %d random trees has %d to %d cutoffs", wishTries, w.MinCuts, w.MaxCuts)
	case 3:
		return nil, reason.Errorf("none of %d random trees has a single best move", wishTries)
	}
	return nil, reason.Errorf("none of %d random trees has a single best move and %d to %d cutoffs", wishTries, w.MinCuts, w.MaxCuts)
}

// cuts reports whether a search of t by s makes as many cutoffs as w wants, or is long enough.
func (w *Wish) cuts(ctx context.Context, t *Tree, s Setup) bool {
	if s.grows() {
		if s.Algorithm == textbook.UCT {
			return true
		}
		goal, _, err := s.goal(t)
		return err == nil && textbook.Prove(ctx, treeGamble{}, t.Root(), textbook.ProofOptions{Goal: goal}).Expansions >= fewestExpansions
	}
	if w.MinCuts == 0 && w.MaxCuts == maxQuizNodes {
		return true
	}
	_, t, err := arranged(t, &s)
	if err != nil {
		return false
	}
	within := func(cutoffs int) bool { return w.MinCuts <= cutoffs && cutoffs <= w.MaxCuts }
	if s.gambled() {
		o, _, err := s.gamble(t)
		return err == nil && within(textbook.Expect(ctx, treeGamble{}, t.Root(), tree.MaxPlies, o).Cutoffs)
	}
	root, count := t.Root(), newTally()
	textbook.Run(ctx, s.algorithm(), paper{}, &root, s.depth(t), s.options(count))
	return within(count.Cutoffs) && (s.Algorithm != textbook.NullMove || count.ByReason[event.SelectiveCut] > 0)
}

// unique reports whether t has a single best move.
func unique(ctx context.Context, t *Tree) bool {
	value := func(p tree.Position) *big.Rat {
		return textbook.Expect(ctx, treeGamble{}, p, tree.MaxPlies, textbook.ChanceOptions{}).Value
	}
	root := t.Root()
	best, count := value(root), 0
	for _, next := range (treeGamble{}).Next(&root, nil) {
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
	_, t, err := arranged(t, &s)
	return t, err
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
func (g *grower) grow(plies int, like *tree.Position) {
	if g.names > maxQuizNodes {
		return // too large already
	}
	name := trace.Letter(g.names)
	g.names++
	if g.algorithm == textbook.Quiescence && g.ply > g.depth && g.IntN(2) == 0 {
		g.WriteByte('!')
	}
	var shape []tree.Position
	if like != nil {
		shape = treeGamble{}.Next(like, nil)
		g.Shuffle(len(shape), func(i, j int) { shape[i], shape[j] = shape[j], shape[i] })
	}
	if like != nil && len(shape) == 0 || like == nil && (plies == 0 || plies == 1 && !g.wish.Full && g.IntN(2) == 0) {
		fmt.Fprintf(g, "%s=%d", name, g.wish.Low+g.leaf())
		return
	}
	children := len(shape)
	if like == nil {
		children = g.wish.Fewest + g.IntN(g.wish.Most-g.wish.Fewest+1)
	}
	shares := make([]string, children)
	if g.wish.MinRoot && plies == g.wish.Plies {
		g.WriteString("min ")
	}
	if g.wish.Chance && (g.wish.Plies-plies)%2 == 1 {
		g.WriteString("chance ")
		if fit := dealt[children]; fit != nil && g.IntN(3) > 0 {
			shares = strings.Fields(fit[g.IntN(len(fit))])
		}
	}
	g.WriteString(name)
	if g.algorithm == textbook.Deepening && g.ply > 0 || g.algorithm == textbook.Quiescence && g.ply >= g.depth {
		fmt.Fprintf(g, "=%d", g.wish.Low+g.leaf())
	}
	g.WriteString("(")
	g.ply++
	for i := range shares {
		if i > 0 {
			g.WriteByte(' ')
		}
		if shares[i] != "" {
			g.WriteString(shares[i] + ":")
		}
		if like != nil {
			like = &shape[i]
		}
		g.grow(plies-1, like)
	}
	if g.ply--; g.algorithm == textbook.NullMove && g.ply > 0 && g.IntN(2) == 0 {
		fmt.Fprintf(g, " ~%s=%d", trace.Letter(g.names), g.wish.Low+g.leaf())
		g.names++
	}
	g.WriteByte(')')
}

// dealt are unequal probabilities for two and three outcomes. We chose numbers that are easy to
// work with on paper.
var dealt = map[int][]string{
	2: {"1/4 3/4", "3/4 1/4", "0.4 0.6", "0.3 0.7", "1/3 2/3"},
	3: {"1/2 1/4 1/4", "1/4 1/4 1/2", "0.5 0.3 0.2", "0.2 0.2 0.6"},
}

// leaf returns the value of the next leaf, above wish.Low.
func (g *grower) leaf() int {
	switch {
	case !g.wish.Distinct:
		return g.IntN(g.wish.High - g.wish.Low + 1)
	case len(g.leaves) == 0:
		g.spent = true
		return 0
	}
	last := len(g.leaves) - 1
	v := g.leaves[last]
	g.leaves = g.leaves[:last]
	return v
}
