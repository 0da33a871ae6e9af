package lesson

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

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
	Algorithm   textbook.Algorithm
	Stopped     bool // by the limit or the context
	Leaves      int  // distinct leaves whose static value was taken
	Evaluations int  // static values taken, repetitions included
	Nodes       int  // distinct nodes visited
	Visits      int  // visits of nodes, repetitions included
	Cutoffs     int  // of all kinds
	// Pruned is the number of leaves of the whole tree whose static value was never taken, for
	// whatever reason. It is -1 if the tree is not known, and for Production.
	Pruned int
	// Ratio is Leaves divided by the minimum. It is 0 if the minimum is not known, and for
	// Production, which does not search to one depth.
	Ratio float64

	root *Run // the events at the root
}

// Value writes the value of the root, "" if the row was stopped.
func (r *Row) Value(l Lang) string {
	if r.Stopped {
		return ""
	}
	return r.root.Value(l)
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
			run, err := searchChance(ctx, root, s)
			if err != nil {
				return nil, err
			}
			seen := run.Replay.Tree().Stats
			c.row(Row{
				Algorithm: s.Algorithm, Leaves: seen.Leaves, Evaluations: seen.Evaluations, Nodes: seen.Nodes, Visits: seen.Visits,
				Cutoffs: seen.Cutoffs, root: run,
			})
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

// ComparePosition is Compare for a position of a game, searched to depth plies. Production may
// be among the algorithms.
//
// Each search, and the count of the minimum, stops after limit positions; 0 means no limit. If
// ctx is cancelled, the error wraps the context's error. A deadline stops the remaining
// searches.
func ComparePosition(ctx context.Context, p *engine.Position, depth int, s Setup, limit int, algorithms ...textbook.Algorithm) (*Comparison, error) {
	if len(algorithms) == 0 {
		return nil, errNothing
	}
	if p.Game().Chance() {
		return nil, engine.ErrChance
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
	c.row(Row{
		Algorithm: s.Algorithm, Leaves: seen.Leaves, Evaluations: seen.Evaluations, Nodes: seen.Nodes, Visits: seen.Visits,
		Cutoffs: seen.Cutoffs, root: root,
	})
	return nil
}

// row appends a row, with what follows from the size of the tree.
func (c *Comparison) row(r Row) {
	r.Pruned = -1
	s := Setup{Algorithm: r.Algorithm}
	other := r.Algorithm == Production || s.practical() // it searches another tree
	if c.Leaves > 0 && !other {
		r.Pruned = c.Leaves - r.Leaves
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
