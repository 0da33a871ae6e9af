package lesson

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// gambled reports whether the algorithm is one for games of chance.
func (s *Setup) gambled() bool { return slices.Contains(textbook.ChanceAlgorithms(), s.algorithm()) }

// treeGamble is textbook's view of a written tree. Numbers are from MAX's view.
type treeGamble struct{}

func (treeGamble) MaxToMove(n **tree.Node) bool { return (*n).Turn == tree.Max }

func (treeGamble) Next(n **tree.Node, buf []*tree.Node) []*tree.Node {
	return append(buf, (*n).Moves()...)
}

func (treeGamble) Shares(n **tree.Node) (shares []*big.Rat) {
	if (*n).Turn == tree.Chance {
		for _, c := range (*n).Children {
			shares = append(shares, c.Share())
		}
	}
	return shares
}

func (treeGamble) Leaf(n **tree.Node, _ int) *big.Rat { return valueOf(*n) }

// valueOf returns the value of a leaf, and nil for other nodes.
func valueOf(n *tree.Node) *big.Rat {
	if len(n.Children) > 0 {
		return nil
	}
	v, infinite := n.Exact()
	if infinite != 0 {
		v = new(big.Rat).Mul(textbook.Beyond(), big.NewRat(int64(infinite), 1))
	}
	return v
}

// ranked is shape for a tree whose leaves have their scores from numbers.
func (p *plant) ranked(numbers *ranking) func(path []int) trace.Shape {
	return func(path []int) trace.Shape {
		shape := p.shape(path)
		if shape.Static = shape.Children == 0; shape.Static {
			shape.Value = numbers.score(valueOf(p.At(path)))
		}
		return shape
	}
}

// searchChance searches a tree with an algorithm for games of chance.
func searchChance(ctx context.Context, root *plant, s Setup) (*Run, error) {
	s.Algorithm = s.algorithm()
	o, numbers, err := s.gamble(root.Tree)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var events []textbook.ExactEvent
	o.Observer = keepExact(&events, cancel)
	found := textbook.Expect(ctx, treeGamble{}, root.top(), tree.MaxPlies, o)
	if err := unfinished(ctx, len(events), found.Stopped); err != nil {
		return nil, err
	}
	for i := range events {
		numbers.add(events[i].Number, events[i].Alpha, events[i].Beta)
	}
	ranked := make([]event.Event, len(events))
	for i := range events {
		e := &events[i]
		ranked[i] = e.Event
		ranked[i].Value = numbers.score(e.Number)
		ranked[i].Window = game.Window{Alpha: numbers.score(e.Alpha), Beta: numbers.score(e.Beta)}
	}
	run, err := searchedRun(ranked, trace.BuildOptions{
		Label: root.labelled, Move: root.shared, Value: numbers.text, Shape: root.ranked(numbers), MaxNodes: tree.MaxNodes,
	}, s, found.Counts)
	if err != nil {
		return nil, err
	}
	run.numbers, run.least, run.most = numbers, o.Least, o.Most
	return run, nil
}

// keepExact returns an observer that keeps as many events as a document may hold, and then ends the
// search.
func keepExact(events *[]textbook.ExactEvent, full func()) func(e textbook.ExactEvent) {
	return func(e textbook.ExactEvent) {
		if *events = append(*events, e); len(*events) == trace.MaxEvents {
			full()
		}
	}
}

// gamble returns the options of a search of t, and the numbers of its leaves.
func (s *Setup) gamble(t *tree.Tree) (o textbook.ChanceOptions, numbers *ranking, err error) {
	numbers = newRanking()
	if err := numbers.leaves(t); err != nil {
		return o, nil, err
	}
	least, most := numbers.ends()
	o = textbook.ChanceOptions{Algorithm: s.Algorithm, Least: least, Most: most}
	for _, end := range []struct {
		text string
		to   **big.Rat
	}{{s.Window.Alpha, &o.Alpha}, {s.Window.Beta, &o.Beta}, {s.Bounds.Least, &o.Least}, {s.Bounds.Most, &o.Most}} {
		if end.text == "" {
			continue
		}
		exact, infinite, err := tree.ParseNumber(end.text)
		switch {
		case err != nil:
			return o, nil, reason.Errorf("%q, %w", end.text, err)
		case infinite == 0:
			*end.to = exact
		}
	}
	switch {
	case o.Least.Cmp(least) > 0 || o.Most.Cmp(most) < 0:
		return o, nil, reason.Errorf("the leaves lie from %s to %s, not from %s to %s", textOf(least), textOf(most), textOf(o.Least), textOf(o.Most))
	case o.Alpha != nil && o.Beta != nil && o.Alpha.Cmp(o.Beta) >= 0:
		return o, nil, reason.Errorf("alpha is %s and beta %s, want alpha below beta", s.Window.Alpha, s.Window.Beta)
	}
	numbers.add(o.Least, o.Most)
	return o, numbers, nil
}

// ranking converts the exact numbers of a search with means to scores. The score of a number is its
// rank among the distinct absolute values, with its sign. This keeps the order of the numbers and
// of their negatives.
type ranking struct {
	known map[string]bool
	all   []*big.Rat // values seen; after sort, distinct absolute values
	done  bool
}

func newRanking() *ranking { return &ranking{known: map[string]bool{}} }

// add records numbers; nil ones are ignored.
func (x *ranking) add(all ...*big.Rat) {
	for _, v := range all {
		if v == nil || x.known[v.RatString()] {
			continue
		}
		x.known[v.RatString()] = true
		x.all = append(x.all, v)
	}
}

// leaves records the numbers of the leaves of t.
func (x *ranking) leaves(t *tree.Tree) error {
	for _, n := range leaves(t.Nodes()[0]) {
		v, infinite := n.Exact()
		if infinite != 0 {
			return reason.New("lesson: a leaf is infinite, and a mean needs finite numbers")
		}
		x.add(v)
	}
	return nil
}

// ends returns the least and the greatest of the numbers.
func (x *ranking) ends() (least, most *big.Rat) {
	return slices.MinFunc(x.all, (*big.Rat).Cmp), slices.MaxFunc(x.all, (*big.Rat).Cmp)
}

// sort ranks the numbers. None may be added afterwards.
func (x *ranking) sort() {
	if x.done {
		return
	}
	x.done = true
	sizes := []*big.Rat{new(big.Rat)}
	for _, v := range x.all {
		sizes = append(sizes, new(big.Rat).Abs(v))
	}
	slices.SortFunc(sizes, (*big.Rat).Cmp)
	x.all = slices.CompactFunc(sizes, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
}

// score returns the score of a number, 0 for nil.
func (x *ranking) score(v *big.Rat) game.Score {
	if v == nil {
		return 0
	}
	x.sort()
	size := new(big.Rat).Abs(v)
	if size.Cmp(textbook.Beyond()) >= 0 {
		return game.Infinity * game.Score(v.Sign())
	}
	rank, _ := slices.BinarySearchFunc(x.all, size, (*big.Rat).Cmp)
	return game.Score(rank * v.Sign())
}

// exact returns the number of a finite score.
func (x *ranking) exact(v game.Score) *big.Rat {
	rank := max(v, -v)
	return new(big.Rat).Mul(x.all[rank], big.NewRat(int64(cmp.Compare(v, 0)), 1))
}

// text writes the number of a finite score.
func (x *ranking) text(v game.Score) string { return textOf(x.exact(v)) }

// longest is the most decimal places of a number that is written as a decimal.
const longest = 4

// textOf writes a number as a decimal, or as a fraction if that is shorter.
func textOf(v *big.Rat) string {
	if places, exact := v.FloatPrec(); exact && places <= longest {
		return v.FloatString(places)
	}
	return v.RatString()
}
