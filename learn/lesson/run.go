package lesson

import (
	"cmp"
	"context"
	"math/big"
	"math/rand/v2"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/textbook/pathbook"
	"github.com/plywood-go/plywood/trace"
)

// Run is a search to replay: its trace and the context that explanations need. Step 0 is before
// the first event, step Replay.Len() after the last.
type Run struct {
	Setup  Setup         // the setup of the search
	Replay *trace.Replay // the visits kept, to step through
	// Document is the stream of events and its origin.
	Document trace.Document
	Counts   textbook.Counts // of the whole search
	// Seen is the number of visits in the whole search. Replay holds only the first ones that
	// the Limit allows.
	Seen int

	// Path is the algorithm of a search for a path, "" for other searches.
	Path pathbook.Algorithm

	root    *plant   // nil unless the tree is written down
	numbers *ranking // of a search with means, otherwise nil
	least   *big.Rat // the known bounds of its values
	most    *big.Rat
	grown   *growth // of an algorithm that lets a tree grow, otherwise nil
	moments []moment
	plain   bool // the search uses no windows
}

// Search searches a tree. If the context ended the search, the error wraps the context's.
func Search(ctx context.Context, t *tree.Tree, s Setup) (*Run, error) {
	root, err := arranged(t, &s)
	if err != nil {
		return nil, err
	}
	start := root.Root()
	var run *Run
	switch {
	case s.gambled():
		run, err = searchChance(ctx, root, s, trace.BuildOptions{Label: root.labelled, Move: root.shared})
	case s.grows():
		run, err = growTree(ctx, root, s)
	default:
		known := trace.BuildOptions{
			Label: root.labelled, Move: root.sign, Value: root.Text, Near: root.Near, Shape: root.shape,
			MaxNodes: tree.MaxNodes, Deepening: s.algorithm() == textbook.Deepening,
		}
		if s.drawnAsGiven {
			known.Place = func(path []int) int { return root.of(root.At(path)).place }
		}
		run, err = record(ctx, paper{}, &start, s.depth(root.Tree), s, known, Limit{})
	}
	if err != nil {
		return nil, err
	}
	run.root = root
	run.Document.Game, run.Document.Position = written, tree.Rules{}.FormatPosition(&start)
	return run, nil
}

// paper are the rules of a tree with its noisy moves and passes.
type paper struct{ tree.Rules }

func (paper) NoisyMoves(p *tree.Position, buf []tree.Move) []tree.Move {
	for m, child := range p.Node.Moves() {
		if child.Noisy {
			buf = append(buf, tree.Move(m))
		}
	}
	return buf
}

func (paper) Null(dst, src *tree.Position) (ok bool) {
	*dst = tree.Position{Tree: src.Tree, Node: src.Node.After()}
	return dst.Node != nil
}

// sampler returns an observer that passes the events within the limit on to another.
func (l *Limit) sampler(to event.Observer) *trace.Sampler {
	if l.Nodes > 0 {
		to = &thinner{to, l.Nodes - l.Visits}
	}
	return trace.NewSampler(to, l.Visits, l.Plies)
}

// thinner is an observer that passes on all events except pruned branches beyond the size of the
// picture.
type thinner struct {
	to   event.Observer
	room int
}

func (t *thinner) Observe(e event.Event) {
	if e.Kind == event.Pruned {
		if t.room--; t.room < 0 {
			return
		}
	}
	t.to.Observe(e)
}

// arranged returns a tree in the setup's order. It completes the setup by what the tree says.
func arranged(t *tree.Tree, s *Setup) (*plant, error) {
	switch {
	case t.Chancy() && !s.gambled() && s.Algorithm != textbook.UCT:
		return nil, reason.New("lesson: chance chooses at a node of the tree: only expectiminimax, star1, star2 and uct search it")
	case t.Chancy() && (s.Order == Best || s.Order == Worst):
		return nil, reason.New("lesson: chance chooses at a node of the tree: there is no best order")
	}
	if err := s.CheckGrowth(); err != nil {
		return nil, err
	}
	if s.Depth < 0 {
		return nil, reason.Errorf("lesson: depth %d, want 1 or more", s.Depth)
	}
	if s.Depth > 0 && s.algorithm() != textbook.Quiescence {
		t = t.Cut(s.Depth)
	}
	t, err := s.bounded(t)
	if err != nil {
		return nil, err
	}
	root := grow(t)
	s.scoring, s.minRoot = textbook.Written, root.top().Turn != tree.Max
	if s.Order != Given {
		root = root.arranged(s.Order, rand.New(rand.NewPCG(s.Seed, 0)))
	}
	return root, nil
}

// bounded converts the window to scores, and returns the tree with scores that fit them.
func (s *Setup) bounded(t *tree.Tree) (*tree.Tree, error) {
	if s.Window == (Window{}) || s.gambled() {
		return t, nil
	}
	t, w, err := t.Window(cmp.Or(s.Window.Alpha, "-inf"), cmp.Or(s.Window.Beta, "inf"))
	if err != nil {
		return nil, reason.Errorf("lesson: the window: %w", err)
	}
	s.window = w
	return t, nil
}

// Limit bounds how much of a long search a run keeps.
type Limit struct {
	Visits int // the first visits to keep. Zero means all, at about 200 bytes each.
	Plies  int // the depth of nodes to keep. Zero means all.
	// Nodes is the most nodes of a picture, and exceeds Visits. Pruned branches beyond it are
	// left out. Zero means 100 000, with an error beyond.
	Nodes int
	// Positions is the most positions that a textbook algorithm may make in a search of a game,
	// which bounds its memory. Beyond it the search fails. Zero means no limit.
	Positions int
}

// named are rules that name moves.
type named[S any, M comparable] interface {
	game.Rules[S, M]
	FormatMove(s *S, m M) string
}

// passMark is how chess notation writes a null move.
const passMark = "--"

// record runs the algorithm and prepares its trace.
func record[S any, M comparable, R game.Rules[S, M]](ctx context.Context, rules R, p *S, depth int, s Setup, known trace.BuildOptions, limit Limit) (*Run, error) {
	if s.Algorithm = s.algorithm(); s.Algorithm == textbook.Quiescence {
		s.Depth = depth
	}
	return observe(ctx, s, known, limit, func(ctx context.Context, o event.Observer) (textbook.Counts, bool) {
		found := textbook.Run(ctx, s.Algorithm, rules, p, depth, s.options(o))
		return found.Counts, found.Stopped
	})
}

// observe is record for any kind of search: find runs it with an observer, and reports its counts and whether
// it was stopped.
func observe(ctx context.Context, s Setup, known trace.BuildOptions, limit Limit, find func(context.Context, event.Observer) (textbook.Counts, bool)) (*Run, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events := recorder{full: cancel}
	o := event.Observer(&events)
	if limit != (Limit{}) {
		o = limit.sampler(&events)
	}
	counts, stopped := find(ctx, o)
	if err := unfinished(ctx, len(events.Events), stopped); err != nil {
		return nil, err
	}
	return searchedRun(events.Events, known, s, counts)
}

// unfinished returns an error if a search was stopped, by its length or by the context.
func unfinished(ctx context.Context, events int, stopped bool) error {
	switch {
	case events >= trace.MaxEvents:
		return reason.Errorf("lesson: the search has %d steps or more, too many to follow", trace.MaxEvents)
	case stopped:
		return reason.Errorf("lesson: the search was stopped: %w", ctx.Err())
	}
	return nil
}

// searchedRun returns the run of a search by the setup s.
func searchedRun(events []event.Event, known trace.BuildOptions, s Setup, counts textbook.Counts) (*Run, error) {
	r, err := newRun(events, known)
	if err != nil {
		return nil, err
	}
	r.Setup, r.Counts, r.Seen, r.Document.Algorithm = s, counts, counts.Nodes, string(s.Algorithm)
	return r, nil
}

func newRun(events []event.Event, known trace.BuildOptions) (*Run, error) {
	replay, err := trace.NewReplay(events, known)
	if err != nil {
		return nil, err
	}
	r := &Run{Replay: replay, Document: trace.Document{Events: events}}
	r.follow()
	return r, nil
}

// recorder keeps as many events as a document may hold and then ends the search.
type recorder struct {
	event.Recorder
	full func()
}

func (r *recorder) Observe(e event.Event) {
	if len(r.Events) < trace.MaxEvents {
		r.Recorder.Observe(e)
		return
	}
	r.full()
}

// pictureOf returns the facts about the game for the picture of a search of start.
func pictureOf[S any, M comparable, R named[S, M]](rules R, start S) trace.BuildOptions {
	return trace.BuildOptions{
		Move: func(path []int) string {
			_, last := walk[S, M](rules, start, path)
			return last
		},
		Shape: func(path []int) trace.Shape { // of a node that was not searched
			p, _ := walk[S, M](rules, start, path)
			return trace.Shape{Turn: event.Turn{Max: rules.ToMove(&p) == rules.ToMove(&start)}}
		},
	}
}

// walk returns the position at the end of a path from p, and the move that led there.
func walk[S any, M comparable, R named[S, M]](rules R, p S, path []int) (end S, last string) {
	for _, i := range path {
		moves, _ := rules.Moves(&p, nil)
		if len(moves) == 0 { // the rules are a user's program and have failed since the search
			break
		}
		var child S
		if i == len(moves) { // a null move
			last = passMark
			any(rules).(game.Nuller[S]).Null(&child, &p)
		} else {
			last = rules.FormatMove(&p, moves[i])
			rules.Play(&child, &p, moves[i])
		}
		p = child
	}
	return p, last
}

// Render returns the options for drawing the run in a language. The caller sets format, style
// and shapes.
func (r *Run) Render(l Lang) trace.RenderOptions {
	return trace.RenderOptions{
		Negamax: r.Setup.Negamax(), OrAnd: bool(r.Setup.OrAnd), Unlisted: r.Path != "" && !r.Path.Lists(), Lang: l,
	}
}

// Value writes the value of the root.
func (r *Run) Value(l Lang) string { return r.Replay.Tree().Scribe(r.Render(l)).Value(0) }
