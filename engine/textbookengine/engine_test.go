package textbookengine_test

import (
	"context"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/textbookengine"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
)

func position(t *testing.T, name, text string) *engine.Position {
	t.Helper()
	g, err := catalog.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSolves checks that all algorithms find the value of a position, and
// report it as proven.
func TestSolves(t *testing.T) {
	for _, tt := range []struct {
		game, position string
		value          float64
	}{
		{"tictactoe", "X-X/O-O/--- X", 1},
		{"tictactoe", "XOX/-O-/--- X", 0},
		{"tree", "((3 12 8) (2 4 6) (14 5 2))", 3},
	} {
		p := position(t, tt.game, tt.position)
		for _, algorithm := range textbook.Algorithms() {
			a := textbookengine.New(algorithm).Analyze(t.Context(), p, search.Query{}, search.Control{}, nil)
			if !a.Exact() || a.Stopped != search.Solved || a.Lines[0].Value.Number != tt.value {
				t.Errorf("%s of %s: %v, exact %v, %v; want %v", algorithm, p, a.Lines[0].Value.Number, a.Exact(), a.Stopped, tt.value)
			}
		}
	}
}

// TestLimits checks that each limit ends a search, which returns its result so
// far.
func TestLimits(t *testing.T) {
	p := position(t, "othello", "startpos")
	e := textbookengine.New(textbook.AlphaBeta)
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for name, tt := range map[string]struct {
		ctx     context.Context
		query   search.Query
		control search.Control
		stopped search.Stop
		depth   int // -1 if unknown
	}{
		"depth":       {t.Context(), search.Query{Depth: 3}, search.Control{}, search.DepthLimit, 3},
		"nodes":       {t.Context(), search.Query{Nodes: 1000}, search.Control{}, search.NodeLimit, -1},
		"few nodes":   {t.Context(), search.Query{Nodes: 1}, search.Control{}, search.NodeLimit, 0},
		"time":        {t.Context(), search.Query{}, search.Control{Time: 20 * time.Millisecond}, search.TimeLimit, -1},
		"interrupted": {done, search.Query{}, search.Control{}, search.Interrupted, 0},
	} {
		reports := 0
		a := e.Analyze(tt.ctx, p, tt.query, tt.control, func(r engine.Analysis) {
			if reports++; tt.query.Depth == 0 && r.Depth != reports {
				t.Errorf("%s: report %d is of depth %d", name, reports, r.Depth)
			}
		})
		if a.Stopped != tt.stopped || tt.depth >= 0 && a.Depth != tt.depth || a.Exact() || a.Lines[0].Move == "" {
			t.Errorf("%s: %v at depth %d with %q, exact %v; want %v", name, a.Stopped, a.Depth, a.Lines[0].Move, a.Exact(), tt.stopped)
		}
		if reports > 0 != (a.Depth > 0) {
			t.Errorf("%s: %d reports of %d plies", name, reports, a.Depth)
		}
		if tt.query.Nodes > 0 && a.Stats.Nodes > tt.query.Nodes+50 { // the last ones are counted with all their children
			t.Errorf("%s: %d nodes", name, a.Stats.Nodes)
		}
	}
}

// TestMemory limits the trees of the algorithms that keep one.
func TestMemory(t *testing.T) {
	p := position(t, "othello", "startpos")
	for _, algorithm := range []textbook.Algorithm{textbook.SSS, textbook.MTDF, textbook.ABSSS} {
		a := textbookengine.Bounded(algorithm, 100_000).Analyze(t.Context(), p, search.Query{Depth: 9, Nodes: 20_000}, search.Control{}, nil)
		if a.Stopped != search.MemoryLimit || a.Exact() || a.Lines[0].Move == "" {
			t.Errorf("%s: %v with %q, exact %v; want memory", algorithm, a.Stopped, a.Lines[0].Move, a.Exact())
		}
	}
}

// TestDeep asks for more plies than fit on the stack.
func TestDeep(t *testing.T) {
	p := engine.Adapt(testgames.Endless{}, engine.Spec[int, int]{}).Start()
	for _, algorithm := range textbook.Algorithms() {
		a := textbookengine.New(algorithm).Analyze(t.Context(), p, search.Query{Depth: search.MaxDepth + 1, Nodes: 1 << 20}, search.Control{}, nil)
		if a.Stopped != search.DepthLimit || a.Depth != search.MaxDepth {
			t.Errorf("%s: %v at depth %d, want depth at %d", algorithm, a.Stopped, a.Depth, search.MaxDepth)
		}
	}
}

func TestGameOver(t *testing.T) {
	p := position(t, "tictactoe", "XXX/OO-/--- O")
	a := textbookengine.New(textbook.Minimax).Analyze(t.Context(), p, search.Query{}, search.Control{}, nil)
	if a.Lines[0].Move != "" || a.Lines[0].Value.Outcome != -1 {
		t.Errorf("%+v, want a lost game", a.Lines[0])
	}
}
