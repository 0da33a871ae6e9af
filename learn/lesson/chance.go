package lesson

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
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
	return numberOr(n.Exact())
}

// numberOr returns a number or, for infinity with a sign, one beyond all others.
func numberOr(finite *big.Rat, infinite int) *big.Rat {
	if infinite != 0 {
		return new(big.Rat).Mul(textbook.Beyond(), big.NewRat(int64(infinite), 1))
	}
	return finite
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

// gamble is searchPosition for a game with events of chance. It searches the tree of the position, which
// is drawn whole.
func gamble(ctx context.Context, p *engine.Position, depth int, s Setup, limit Limit) (*Run, error) {
	switch {
	case !s.gambled():
		return nil, reason.New("the game has events of chance: only expectiminimax, star1 and star2 draw its tree")
	case limit.Plies > 0:
		return nil, reason.New("lesson: the tree of a game with events of chance is drawn whole; search less deep")
	}
	t, err := unfold(ctx, p, depth, cmp.Or(limit.Nodes, limit.Visits))
	if err != nil {
		return nil, err
	}
	root, err := arranged(t, &s)
	if err != nil {
		return nil, err
	}
	run, err := searchChance(ctx, root, s, trace.BuildOptions{Move: root.last, Odds: root.shared})
	if err == nil {
		run.root = root
	}
	return run, err
}

// last returns the last move to the node at the end of a path in the tree of a game.
func (p *plant) last(path []int) string {
	before := ""
	if len(path) > 1 {
		before = p.At(path[:len(path)-1]).Name + "/"
	}
	return strings.TrimPrefix(p.At(path).Name, before)
}

// searchChance searches a tree with an algorithm for games of chance.
func searchChance(ctx context.Context, root *plant, s Setup, known trace.BuildOptions) (*Run, error) {
	s.Algorithm = s.algorithm()
	o, numbers, err := s.gamble(root.Tree)
	if err != nil {
		return nil, err
	}
	known.Shape, known.MaxNodes = root.ranked(numbers), tree.MaxNodes
	run, err := numbers.observe(ctx, s, known, Limit{}, func(ctx context.Context, keep func(textbook.ExactEvent)) (textbook.Counts, bool) {
		o.Observer = keep
		found := textbook.Expect(ctx, treeGamble{}, root.top(), tree.MaxPlies, o)
		return found.Counts, found.Stopped
	})
	if err != nil {
		return nil, err
	}
	run.numbers, run.least, run.most = numbers, o.Least, o.Most
	return run, nil
}

// observe is the function observe for a search with exact numbers, which it converts to scores.
func (x *ranking) observe(ctx context.Context, s Setup, known trace.BuildOptions, limit Limit, find func(ctx context.Context, keep func(textbook.ExactEvent)) (textbook.Counts, bool)) (*Run, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var exact []textbook.ExactEvent
	counts, stopped := find(ctx, func(e textbook.ExactEvent) {
		x.add(e.Number, e.Alpha, e.Beta)
		if exact = append(exact, e); len(exact) == trace.MaxEvents {
			cancel()
		}
	})
	if err := unfinished(ctx, len(exact), stopped); err != nil {
		return nil, err
	}
	known.Value = x.text
	return observe(ctx, s, known, limit, func(_ context.Context, o event.Observer) (textbook.Counts, bool) {
		for _, e := range exact {
			e.Value, e.Window = x.score(e.Number), game.Window{Alpha: x.score(e.Alpha), Beta: x.score(e.Beta)}
			o.Observe(e.Event)
		}
		return counts, stopped
	})
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

// Comparison compares several algorithms on one tree. It holds counts, not traces.
type Comparison struct {
	Game     string // "tree" for a tree that is written down
	Position string // in search order
	Depth    int    // in plies, for a game
	Rows     []Row  // one for each algorithm
	// Leaves is the number of leaves of the tree. Minimum is the number of leaves that every
	// search must visit to know the value: b^⌈d/2⌉+b^⌊d/2⌋−1 for a uniform b-ary tree (Knuth and
	// Moore 1975). Both are 0 for a game whose tree has more positions than Limit.
	Leaves, Minimum int
	Limit           int // of positions, for each search; 0 means no limit
}

// Row is the result of one algorithm. In a row that was stopped only Algorithm is valid.
type Row struct {
	Algorithm   textbook.Algorithm `json:"algorithm"`
	Stopped     bool               `json:"stopped,omitempty"` // by the limit or the context
	Value       string             `json:"value"`             // of the root, once it is described in a language
	Leaves      int                `json:"leaves"`            // distinct leaves whose static value was taken
	Evaluations int                `json:"evaluations"`       // static values taken, repetitions included
	Nodes       int                `json:"nodes"`             // distinct nodes visited
	Visits      int                `json:"visits"`            // visits of nodes, repetitions included
	Cutoffs     int                `json:"cutoffs"`           // of all kinds
	// Pruned is the number of leaves of the whole tree whose static value was never taken, for
	// whatever reason. It is nil if the tree is not known, and for Production.
	Pruned *int `json:"pruned,omitempty"`
	// Ratio is Leaves divided by the minimum. It is 0 if the minimum is not known, and for
	// Production, which does not search to one depth.
	Ratio float64 `json:"ratio,omitempty"`

	root *Run // the events at the root
}

var errNothing = reason.New("lesson: nothing to compare")

// Compare searches a tree with each of the algorithms, with the same setup otherwise.
func Compare(ctx context.Context, t *tree.Tree, s Setup, algorithms ...textbook.Algorithm) (*Comparison, error) {
	if len(algorithms) == 0 {
		return nil, errNothing
	}
	root, err := arranged(t, &s)
	if err != nil {
		return nil, err
	}
	start := root.Root()
	c := &Comparison{
		Game: written, Position: tree.Rules{}.FormatPosition(&start), Leaves: root.worths[0].leaves,
	}
	if !root.Chancy() {
		c.Minimum = root.minimum()
	}
	for _, s.Algorithm = range algorithms {
		if s.gambled() {
			run, err := searchChance(ctx, root, s, trace.BuildOptions{Label: root.labelled})
			if err != nil {
				return nil, err
			}
			c.row(s.Algorithm, run.Replay.Tree().Stats, run)
			continue
		}
		seen := newTally()
		found := textbook.Run(ctx, s.Algorithm, tree.Rules{}, &start, s.depth(root.Tree), s.options(seen))
		if found.Stopped {
			return nil, reason.Errorf("lesson: the search was stopped: %w", ctx.Err())
		}
		if err := c.add(s, seen, trace.BuildOptions{Value: root.Text}); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// SearchesOf returns the algorithms that search a position, except the refinements of alpha-beta and those
// that let a tree grow.
func SearchesOf(p *engine.Position) []Algorithm {
	if p.Game().Chance() {
		return textbook.ChanceAlgorithms()
	}
	return append(textbook.Algorithms(), Production)
}

// ComparePosition is Compare for a position of a game, searched to depth plies. Production may
// be among the algorithms.
//
// Each search, and the count of the minimum, stops after limit positions; 0 means no limit. If ctx
// is cancelled, the error wraps the context's error. A deadline stops the remaining searches.
func ComparePosition(ctx context.Context, p *engine.Position, depth int, s Setup, limit int, algorithms ...textbook.Algorithm) (*Comparison, error) {
	if len(algorithms) == 0 {
		return nil, errNothing
	}
	if p.Game().Chance() {
		s.Algorithm = algorithms[0] // the setup may have any
		t, err := unfold(ctx, p, depth, cmp.Or(limit, tree.MaxNodes))
		if err != nil {
			return nil, err
		}
		c, err := Compare(ctx, t, s, algorithms...)
		if err == nil {
			c.Game, c.Position, c.Depth = p.Game().About().Name, p.String(), depth
		}
		return c, err
	}
	c := &Comparison{Game: p.Game().About().Name, Position: p.String(), Depth: depth, Limit: limit}
	c.measure(ctx, p, s.scoring)
	for _, s.Algorithm = range algorithms {
		seen := newTally()
		stopped := c.search(ctx, p, s, seen)
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, reason.Errorf("lesson: the search was stopped: %w", ctx.Err())
		}
		if stopped {
			c.Rows = append(c.Rows, Row{Algorithm: s.Algorithm, Stopped: true})
			continue
		}
		if err := c.add(s, seen, trace.BuildOptions{Deepening: s.Algorithm == Production || s.Algorithm == textbook.Deepening}); err != nil {
			return nil, err
		}
	}
	return c, p.Game().Fault()
}

// measure finds the size of the tree below p and its minimum.
func (c *Comparison) measure(ctx context.Context, p *engine.Position, scoring textbook.Scoring) {
	limit := Limit{Positions: c.Limit}
	b, ctx, release := limit.bound(ctx, p.Game().Rules())
	defer release()
	state := p.State()
	leaves, minimum, ok := prove(ctx, b, &state, c.Depth, scoring)
	if ok && !b.full() {
		c.Leaves, c.Minimum = leaves, minimum
	}
}

// search searches p with one algorithm and reports whether it was stopped.
func (c *Comparison) search(ctx context.Context, p *engine.Position, s Setup, seen *tally) (stopped bool) {
	if s.Algorithm == Production && !p.Status().Over() {
		found := produce(ctx, p, search.Query{Depth: c.Depth, Nodes: uint64(c.Limit)}, seen)
		return found.Stopped != search.DepthLimit && found.Stopped != search.Solved
	}
	limit := Limit{Positions: c.Limit}
	b, ctx, release := limit.bound(ctx, p.Game().Rules())
	defer release()
	state := p.State()
	return textbook.Run(ctx, s.algorithm(), b, &state, c.Depth, s.options(seen)).Stopped || b.full()
}

// add appends the row of a search that seen observed.
func (c *Comparison) add(s Setup, seen *tally, known trace.BuildOptions) error {
	root, err := newRun(seen.root.Events, known)
	if err != nil {
		return err
	}
	root.Setup = s
	c.row(s.Algorithm, seen.Stats, root)
	return nil
}

// row appends the row of a search, with what follows from the size of the tree.
func (c *Comparison) row(a textbook.Algorithm, seen trace.Stats, root *Run) {
	r := Row{
		Algorithm: a, Leaves: seen.Leaves, Evaluations: seen.Evaluations, Nodes: seen.Nodes, Visits: seen.Visits,
		Cutoffs: seen.Cutoffs, root: root,
	}
	s := Setup{Algorithm: a}
	other := a == Production || s.practical() // it searches another tree
	if c.Leaves > 0 && !other {
		pruned := c.Leaves - r.Leaves
		r.Pruned = &pruned
	}
	if c.Minimum > 0 && !other {
		r.Ratio = float64(r.Leaves) / float64(c.Minimum)
	}
	c.Rows = append(c.Rows, r)
}

// Summary returns a sentence on the minimum of leaves, if it is known, and on facts that the
// rows do not show.
func (c *Comparison) Summary(l Lang) string {
	key := "compare.minimum"
	switch {
	case c.Minimum == 0 && c.Leaves > 0:
		key = "compare.chance"
	case c.Minimum == 0:
		key = "compare.unknown"
	case !IsWritten(c.Game):
		key = "compare.position"
	}
	told := []string{l.Text(key, "all", c.Leaves, "minimum", c.Minimum, "depth", c.Depth)}
	if slices.ContainsFunc(c.Rows, func(r Row) bool { return r.Stopped }) {
		told = append(told, l.Text("compare.stopped", "limit", c.Limit))
	}
	if slices.ContainsFunc(c.Rows, func(r Row) bool { return r.Algorithm == Production }) {
		told = append(told, l.Text("compare.search"))
	}
	return strings.Join(told, " ")
}
