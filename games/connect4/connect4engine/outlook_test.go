package connect4engine

import (
	"context"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/search"
)

func compared(ctx context.Context, t *testing.T, columns string, o engine.Options, q search.Query, report func(search.Result[connect4.Move])) search.Result[connect4.Move] {
	t.Helper()
	r := connect4.Rules{}
	p := r.Start()
	moves, err := parseMoves(r, &p, columns)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		r.Play(&p, &p, m)
	}
	o.TableBytes = 16 << 20
	return (&searcher{rules: r, options: o}).Search(ctx, &p, q, search.Control{}, report)
}

// TestOutlook checks the reports for a position that takes the solver a third
// of a second: they start with estimates of all moves, never lose information,
// and end with the solver's values.
func TestOutlook(t *testing.T) {
	const columns, lines = "44435255", 7
	exact := map[connect4.Move]game.Score{}
	for _, l := range compared(t.Context(), t, columns, engine.Options{Solve: true}, search.Query{Lines: lines}, nil).Lines {
		exact[l.PV[0]] = l.Score
	}
	reports, solved, depth := 0, 0, 0
	r := compared(t.Context(), t, columns, engine.Options{}, search.Query{Lines: lines}, func(r search.Result[connect4.Move]) {
		known := 0
		for i, l := range r.Lines {
			if l.Proof == game.Exact {
				known++
				if l.Score != exact[l.PV[0]] {
					t.Errorf("report %d: move %d is worth %v, want %v", reports, l.PV[0], l.Score, exact[l.PV[0]])
				}
			}
			if i > 0 && l.Score > r.Lines[i-1].Score {
				t.Errorf("report %d: line %d is better than the one before", reports, i)
			}
		}
		if len(r.Lines) != lines || known < solved || r.Depth < depth || r.Stopped != search.Running {
			t.Errorf("report %d: %d lines, %d exact after %d, depth %d after %d, %v", reports, len(r.Lines), known, solved, r.Depth, depth, r.Stopped)
		}
		if reports == 0 && known == lines {
			t.Error("the first report has nothing but proven values")
		}
		reports, solved, depth = reports+1, known, r.Depth
	})
	if reports < 3 || r.Stopped != search.Solved || len(r.Lines) != lines {
		t.Fatalf("%d reports, %d lines, %v", reports, len(r.Lines), r.Stopped)
	}
	for _, l := range r.Lines {
		if l.Score != exact[l.PV[0]] || l.Proof != game.Exact {
			t.Errorf("move %d: %v, want %v", l.PV[0], l.Score, exact[l.PV[0]])
		}
	}
	if again := compared(t.Context(), t, columns, engine.Options{}, search.Query{Lines: lines}, nil); again.Nodes != r.Nodes {
		t.Errorf("%d nodes with reports, %d without", r.Nodes, again.Nodes)
	}
}

// TestOutlookCutShort stops comparisons early by each kind of limit. It checks
// that every move has a line and that the limit is exceeded by at most the last
// ply's nodes, which are visited together.
func TestOutlookCutShort(t *testing.T) {
	for _, nodes := range []uint64{1, 1000, 45_000, 50_000, 100_000, 300_000} {
		r := compared(t.Context(), t, "123456712", engine.Options{}, search.Query{Lines: 7, Nodes: nodes}, nil)
		if r.Stopped != search.NodeLimit || r.Nodes > nodes+16 || len(r.Lines) != 7 {
			t.Errorf("%d nodes: %d visited, %d lines, %v", nodes, r.Nodes, len(r.Lines), r.Stopped)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last search.Result[connect4.Move]
	r := compared(ctx, t, "123456712", engine.Options{}, search.Query{Lines: 3}, func(r search.Result[connect4.Move]) { last = r; cancel() })
	if r.Stopped != search.Interrupted || len(r.Lines) != 3 || r.Depth != last.Depth || r.Depth < outlookDepth {
		t.Errorf("interrupted at depth %d: %d lines, depth %d, %v", last.Depth, len(r.Lines), r.Depth, r.Stopped)
	}
}
