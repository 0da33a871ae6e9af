package lesson

import (
	"context"

	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/textbook/pathbook"
	"github.com/plywood-go/plywood/trace"
)

// PathSetup configures a search for a path.
type PathSetup struct {
	// Algorithm is the search algorithm. Zero means pathbook.AStar.
	Algorithm pathbook.Algorithm
	// Heuristic names the lower bound. Zero means the puzzle's first.
	Heuristic string
	// Depth limits the moves of a path in pathbook.DepthFirst. Zero means no limit.
	Depth int
}

// SearchPuzzle searches for a path from a position of a puzzle to its goal. If the context ended
// the search, the error wraps the context's.
func SearchPuzzle(ctx context.Context, p *puzzle.Position, s PathSetup, limit Limit) (*Run, error) {
	if s.Algorithm == "" {
		s.Algorithm = pathbook.AStar
	}
	if err := p.Unsolvable(); err != nil {
		return nil, err
	}
	book, heuristic, err := p.Puzzle().Book(ctx, s.Heuristic, puzzle.Resources{})
	if err != nil {
		return nil, err
	}
	s.Heuristic = heuristic
	within, stop := context.WithCancel(ctx)
	defer stop()
	events := recorder{full: stop}
	sampler := limit.sampler(&events)
	counter := &counter{to: sampler, left: limit.positions(), full: stop}
	pathbook.Run[puzzle.State, puzzle.Move](within, s.Algorithm, book, p.State(), pathbook.Options{Depth: s.Depth, Observer: counter})
	switch {
	case p.Puzzle().Fault() != nil:
		return nil, p.Puzzle().Fault()
	case ctx.Err() != nil:
		return nil, reason.Errorf("lesson: the search was stopped: %w", ctx.Err())
	case counter.left < 0:
		return nil, reason.Errorf("lesson: the search goes through more than %d positions; take one nearer to the goal", limit.Positions)
	case len(events.Events) == trace.MaxEvents:
		return nil, reason.Errorf("lesson: the search has %d steps or more, too many to follow", trace.MaxEvents)
	}
	known := view{book, p.State(), s}
	r, err := newRun(events.Events, trace.BuildOptions{Letters: true, Move: known.move, Shape: known.shape, MaxNodes: limit.Nodes})
	if err != nil {
		return nil, err
	}
	r.Path, r.Seen = &s, sampler.Seen
	r.Setup.Algorithm = textbook.Algorithm(s.Algorithm)
	r.Document.Game, r.Document.Position, r.Document.Algorithm = p.Puzzle().About().Name, p.String(), string(s.Algorithm)
	return r, nil
}

// counter is an observer that ends a search after a number of generated nodes.
type counter struct {
	to   event.Observer
	left int
	full func()
}

func (c *counter) Observe(e event.Event) {
	if e.Kind.Begins() {
		if c.left--; c.left < 0 {
			c.full()
			return
		}
	}
	c.to.Observe(e)
}

// view gives the picture of a path search its facts about the puzzle.
type view struct {
	book  puzzle.Book
	start puzzle.State
	setup PathSetup
}

// walk returns the position at the end of a path and the move that leads there.
func (v *view) walk(path []int) (s puzzle.State, last string) {
	s = v.start
	for _, i := range path {
		moves, _ := v.book.Moves(&s, nil)
		if len(moves) == 0 { // the rules are a user's program and have failed since the search
			break
		}
		last = v.book.FormatMove(&s, moves[i])
		var next puzzle.State
		v.book.Play(&next, &s, moves[i])
		s = next
	}
	return s, last
}

func (v *view) move(path []int) string {
	_, last := v.walk(path)
	return last
}

// shape reports goals. It also reports goals just beyond the horizon of a depth-limited search,
// which the search cannot see.
func (v *view) shape(path []int) trace.Shape {
	s, _ := v.walk(path)
	shape := trace.Shape{Turn: event.Turn{Max: true}, Goal: v.book.Goal(&s)}
	if v.setup.Algorithm == pathbook.DepthFirst && len(path) == v.setup.Depth && !shape.Goal {
		moves, _ := v.book.Moves(&s, nil)
		for _, m := range moves {
			var next puzzle.State
			if v.book.Play(&next, &s, m); v.book.Goal(&next) {
				shape.Children = len(moves)
			}
		}
	}
	return shape
}
