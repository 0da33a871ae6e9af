package lesson

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// Run is a search that can be followed: its trace with what is needed to tell
// about it. Step 0 is before the first event, step Replay.Len() after the last.
type Run struct {
	Setup  Setup
	Replay *trace.Replay
	// Document is the stream of events with where it comes from.
	Document trace.Document
	Counts   textbook.Counts

	root    *plant // nil unless the tree is written down
	moments []moment
	plain   bool // no window says anything
}

// Search searches a tree as the setup says. The error wraps the context's if
// that ended the search.
func Search(ctx context.Context, t *tree.Tree, s Setup) (*Run, error) {
	root := grow(t)
	if s.Order != Given {
		root.arrange(s.Order, rand.New(rand.NewPCG(s.Seed, 0)))
		var text strings.Builder
		root.list(&text)
		var err error
		if t, err = tree.Parse(text.String()); err != nil {
			return nil, err
		}
	}
	start := t.Root()
	s.Scoring = textbook.Points
	run, err := search(ctx, tree.Rules{}, &start, tree.MaxPlies, s, trace.BuildOptions{
		Label:    func(path []int) string { return root.at(path).label },
		Value:    t.Text,
		Shape:    func(path []int) trace.Shape { return root.at(path).shape() },
		MaxNodes: tree.MaxNodes,
	})
	if err != nil {
		return nil, err
	}
	run.root = root
	run.Document.Game, run.Document.Position = "tree", tree.Rules{}.FormatPosition(&start)
	return run, nil
}

// SearchGame searches a position of a game to depth plies as the setup says;
// the order does not apply. The trace holds every visit: about 100 bytes each.
func SearchGame[S any, M comparable, R interface {
	game.Rules[S, M]
	game.MoveFormatter[S, M]
}](ctx context.Context, rules R, p *S, depth int, s Setup) (*Run, error) {
	names := moveNames[S, M, R]{rules: rules, start: *p}
	return search(ctx, rules, p, depth, s, trace.BuildOptions{Move: names.last, Shape: names.shape})
}

// search runs the algorithm and prepares its trace.
func search[S any, M comparable, R game.Rules[S, M]](ctx context.Context, rules R, p *S, depth int, s Setup, known trace.BuildOptions) (*Run, error) {
	s.Algorithm = s.algorithm()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events := recorder{full: cancel}
	found := textbook.Run(ctx, s.Algorithm, rules, p, depth, textbook.Options{
		Observer: &events, Scoring: s.Scoring, Window: s.Window, Cut: s.Cut, Hard: s.Hard,
	})
	if len(events.Events) == trace.MaxEvents {
		return nil, fmt.Errorf("lesson: the search has %d steps or more, too many to follow", trace.MaxEvents)
	}
	if found.Stopped {
		return nil, fmt.Errorf("lesson: the search was stopped: %w", ctx.Err())
	}
	replay, err := trace.NewReplay(events.Events, known)
	if err != nil {
		return nil, err
	}
	r := &Run{
		Setup: s, Replay: replay, Counts: found.Counts,
		Document: trace.Document{Algorithm: string(s.Algorithm), Events: events.Events},
	}
	r.follow()
	return r, nil
}

// recorder keeps as many events as a document holds and then ends the search.
type recorder struct {
	trace.Recorder
	full func()
}

func (r *recorder) Observe(e trace.Event) {
	if len(r.Events) < trace.MaxEvents {
		r.Recorder.Observe(e)
		return
	}
	r.full()
}

// moveNames names the moves of a game for a picture.
type moveNames[S any, M comparable, R interface {
	game.Rules[S, M]
	game.MoveFormatter[S, M]
}] struct {
	rules R
	start S
}

// walk returns the position at the end of a path and the move that led there.
func (m *moveNames[S, M, R]) walk(path []int) (p S, last string) {
	p = m.start
	for _, i := range path {
		moves, _ := m.rules.Moves(&p, nil)
		last = m.rules.FormatMove(&p, moves[i])
		var child S
		m.rules.Play(&child, &p, moves[i])
		p = child
	}
	return p, last
}

func (m *moveNames[S, M, R]) last(path []int) string {
	_, last := m.walk(path)
	return last
}

// shape says who is to move at a node that was not searched.
func (m *moveNames[S, M, R]) shape(path []int) trace.Shape {
	p, _ := m.walk(path)
	return trace.Shape{Max: m.rules.ToMove(&p) == m.rules.ToMove(&m.start)}
}

// Render returns the options by which pictures of the run are drawn in a
// language; the caller adds format, style and shapes.
func (r *Run) Render(l words.Lang) trace.RenderOptions {
	return trace.RenderOptions{Negamax: r.Setup.Negamax(), Words: Words(l)}
}

// Value writes the value of the root.
func (r *Run) Value(l words.Lang) string { return r.Replay.Tree().Scribe(r.Render(l)).Value(0) }

// Words returns the words of pictures in a language.
func Words(l words.Lang) trace.Words {
	return trace.Words{
		Max: l.Text("tree.max"), Min: l.Text("tree.min"), Or: l.Text("tree.or"), And: l.Text("tree.and"),
		Tree: l.Text("tree.title"), Summary: l.Text("tree.summary"), Variation: l.Text("tree.variation"),
		Pruned: l.Text("tree.pruned"), Bound: l.Text("tree.bound"), Unseen: l.Text("tree.unseen"),
		Current: l.Text("tree.current"), Visits: l.Text("tree.visits"), Cutoff: l.Text("tree.cutoff"),
		Table: l.Text("tree.table"), Selective: l.Text("tree.selective"),
	}
}
