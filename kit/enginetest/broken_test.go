package enginetest_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/kit/enginetest"
	"github.com/plywood-go/plywood/search"
)

// reports is a testing.TB that records failures.
type reports struct {
	testing.TB
	lines []string
}

func (r *reports) Helper()      {}
func (r *reports) Failed() bool { return false }
func (r *reports) Errorf(format string, a ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, a...))
}

func (r *reports) Fatalf(format string, a ...any) {
	r.Errorf(format, a...)
	runtime.Goexit()
}

// exchange is a question to an engine and, after ask, its answer.
type exchange struct {
	ctx      context.Context
	position *engine.Position
	query    search.Query
	control  search.Control
	report   func(engine.Analysis)
	calls    int
	engine   engine.Engine
}

func (x *exchange) ask() engine.Analysis {
	return x.engine.Analyze(x.ctx, x.position, x.query, x.control, x.report)
}

type alteredEngine struct {
	engine.Engine
	wrong func(x *exchange) engine.Analysis
	calls int
}

func (e *alteredEngine) Analyze(ctx context.Context, p *engine.Position, q search.Query, c search.Control, report func(engine.Analysis)) engine.Analysis {
	e.calls++
	return e.wrong(&exchange{ctx, p, q, c, report, e.calls, e.Engine})
}

// altered returns a constructor of faulty engines for g.
func altered(g *engine.Game, wrong func(x *exchange) engine.Analysis) func(engine.Options) engine.Engine {
	return func(o engine.Options) engine.Engine { return &alteredEngine{Engine: g.NewEngine(o), wrong: wrong} }
}

// run checks laws on the engines for g made by newEngine and returns the
// reports.
func run(t *testing.T, g *engine.Game, newEngine func(engine.Options) engine.Engine, patience time.Duration, laws ...string) []string {
	r := &reports{TB: t}
	hard, err := g.Start().PlayAll("d4")
	if err != nil {
		t.Fatal(err)
	}
	var done sync.WaitGroup
	done.Go(func() {
		enginetest.Run(r, g, enginetest.Options{NewEngine: newEngine, Hard: hard, Lines: 2, Nodes: 2000, Patience: patience, Laws: laws})
	})
	done.Wait()
	return r.lines
}

// TestBroken checks that the kit finds the fault of each broken engine.
func TestBroken(t *testing.T) {
	g, err := catalog.Find("mnk:7,7,5")
	if err != nil {
		t.Fatal(err)
	}
	if found := run(t, g, nil, time.Minute); len(found) > 0 {
		t.Errorf("an engine with nothing wrong: %q", found)
	}
	for _, tt := range []struct {
		law, fault string
		wrong      func(x *exchange) engine.Analysis
	}{
		{"same", "knows the number of its calls", func(x *exchange) engine.Analysis {
			a := x.ask()
			a.Stats.Nodes += uint64(x.calls)
			return a
		}},
		{"nodes", "takes ten times the nodes", func(x *exchange) engine.Analysis {
			x.query.Nodes *= 10
			return x.ask()
		}},
		{"depth", "goes two plies too deep", func(x *exchange) engine.Analysis {
			if x.query.Depth > 0 {
				x.query.Depth += 2
			}
			return x.ask()
		}},
		{"time", "does not know a soft limit", func(x *exchange) engine.Analysis {
			x.control.SoftTime = 0
			return x.ask()
		}},
		{"stop", "goes on without a context", func(x *exchange) engine.Analysis {
			x.ctx = context.WithoutCancel(x.ctx)
			if x.query.Nodes == 0 && x.query.Depth == 0 && x.control.Time == 0 {
				x.control.Time = 2 * time.Second
			}
			return x.ask()
		}},
		{"ponder", "does not ponder", func(x *exchange) engine.Analysis {
			x.control.Ponder = nil
			return x.ask()
		}},
		{"pulse", "has no pulse", func(x *exchange) engine.Analysis {
			x.control.Pulse = nil
			return x.ask()
		}},
		{"held up", "does not wait for its pulse", func(x *exchange) engine.Analysis {
			if pulse := x.control.Pulse; pulse != nil {
				x.control.Pulse = func(n uint64) { go pulse(n) }
			}
			return x.ask()
		}},
		{"window", "proves windows from below alone", func(x *exchange) engine.Analysis {
			a := x.ask()
			if x.query.Window != (game.Window{}) {
				a.Proof &= game.Lower
			}
			return a
		}},
		{"lines", "has its lines the wrong way round", func(x *exchange) engine.Analysis {
			a := x.ask()
			slices.Reverse(a.Lines[1:])
			return a
		}},
		{"lines", "proves all lines by the first", func(x *exchange) engine.Analysis {
			a := x.ask()
			for i := range a.Lines {
				a.Lines[i].Score = a.Lines[0].Score
			}
			return a
		}},
		{"stopped proofs", "proves what it has seen", func(x *exchange) engine.Analysis {
			a := x.ask()
			if a.Stopped == search.NodeLimit {
				a.Proof = game.Exact
			}
			return a
		}},
		{"game over", "has a move when there is none", func(x *exchange) engine.Analysis {
			a := x.ask()
			if a.Lines[0].Move == "" {
				a.Lines[0].Move = "a1"
			}
			return a
		}},
	} {
		t.Run(tt.fault, func(t *testing.T) {
			t.Parallel()
			found := run(t, g, altered(g, tt.wrong), 700*time.Millisecond, tt.law)
			if !slices.ContainsFunc(found, func(line string) bool { return strings.HasPrefix(line, tt.law+": ") }) {
				t.Errorf("an engine that %s keeps the law %q: %q", tt.fault, tt.law, found)
			}
		})
	}
}
