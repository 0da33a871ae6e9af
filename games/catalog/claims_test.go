package catalog

import (
	"context"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/textbookengine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/enginetest"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
)

// TestClaimsMeanOneThing analyses positions near the end of random games with
// every engine and option set. It compares the claims of the resulting document
// with the value that generic search without knowledge finds.
func TestClaimsMeanOneThing(t *testing.T) {
	random := seeded.Rand(t, 1)
	names := map[string]int{ // moves before the end
		"tictactoe": 6, "mnk:4,3,3": 7, "mnk:4,4,3,gravity": 7, "connect4:5x4": 10, "connect4": 9, "othello:4": 12, "othello": 7,
		"ultimate": 6, "qubic": 2, "tree:3,4,random,5": 4,
		"checkers": 3, "draughts:russian": 3,
	}
	judged := 0
	for name, near := range names {
		g, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 6 {
			p, ok := nearTheEnd(g, near, random.IntN)
			if !ok {
				continue
			}
			values := map[string]game.Score{}
			known := func(p *engine.Position) (game.Score, bool) {
				v, ok := values[p.String()]
				if !ok {
					if v, ok = trueScore(p); ok {
						values[p.String()] = v
					}
				}
				return v, ok
			}
			truth, ok := known(p)
			if !ok {
				continue
			}
			judged++
			for _, e := range judgedEngines(g) {
				queries := []search.Query{
					{Exhaustive: e.options.Solve, Nodes: 50_000}, {Lines: 3, Nodes: 20_000}, {Lines: 99, Depth: 3, Nodes: 20_000}, {Nodes: 40, Lines: 2},
				}
				if e.algorithm != "" { // one line only, and slow
					queries = []search.Query{{Nodes: 4000}, {Nodes: 40}}
				}
				for _, l := range queries {
					a := e.Analyze(context.Background(), p, l, search.Control{}, nil)
					err := oneMeaning(&a, truth)
					if claim := enginetest.Claims(&a, known); claim != nil {
						err += claim.Error()
					}
					if err != "" {
						t.Errorf("%s %s, %s %+v, limits %+v: %s\n%+v", name, p, e.algorithm, e.options, l, err, a.Describe(""))
					}
				}
			}
		}
	}
	if judged < 4*len(names) {
		t.Errorf("only %d positions judged", judged)
	}
}

// judgedEngine is an engine and how it was created.
type judgedEngine struct {
	engine.Engine
	algorithm textbook.Algorithm
	options   engine.Options
}

// judgedEngines returns the engines of g with all option sets, and the
// textbook's.
func judgedEngines(g *engine.Game) (all []judgedEngine) {
	for _, o := range []engine.Options{
		{},
		{Solve: true},
		{Solve: true, Outcome: true},
		{Prove: true, Outcome: true},
		{Options: search.Options{Threads: 2}},
	} {
		o.TableBytes = 1 << 16
		all = append(all, judgedEngine{g.NewEngine(o), "", o})
	}
	for _, a := range textbook.Algorithms() {
		all = append(all, judgedEngine{textbookengine.New(a), a, engine.Options{}})
	}
	return all
}

// nearTheEnd returns a position about moves moves before the end of a random
// game.
func nearTheEnd(g *engine.Game, moves int, random func(int) int) (*engine.Position, bool) {
	line := []*engine.Position{g.Start()}
	for p := line[0]; !p.Status().Over(); line = append(line, p) {
		legal := p.Moves()
		p, _ = p.Play(legal[random(len(legal))])
	}
	return line[max(0, len(line)-1-moves)], len(line) > 1
}

// plain hides the capabilities of a game: its repetitions and limits too, which decide lines
// of play and not positions.
type plain struct {
	game.Rules[engine.State, engine.Move]
}

// trueScore returns the value of p for its side to move, by the rules alone.
// known is false if it takes too long.
func trueScore(p *engine.Position) (v game.Score, known bool) {
	s := search.New(plain{p.Game().Rules()}, search.Options{TableBytes: 1 << 20, Without: search.Selective | search.Foresight})
	state := p.State()
	r := s.Search(context.Background(), &state, search.Query{Exhaustive: true, Nodes: 50_000}, search.Control{}, nil)
	return r.Score(), r.Exact()
}

// oneMeaning returns what is wrong with an analysis document, or "".
func oneMeaning(a *engine.Analysis, truth game.Score) string {
	d := a.Describe("")
	bound := map[string]game.Bound{"none": 0, "upper": game.Upper, "lower": game.Lower, "exact": game.Exact}[d.Bound]
	tree := a.Lines[0].Value.Outcome == engine.NoOutcome
	want := map[int]string{1: "win", 0: "draw", -1: "loss"}[truth.Outcome()]
	switch {
	case d.Exact && d.Bound != "exact":
		return "exact, but the bound is not"
	case !d.Exact && d.Bound == "exact":
		return "not exact, but the bound is"
	case d.Outcome != "" && !tree && d.Outcome != want:
		return "the outcome is " + want
	case d.Stopped == "solved" && d.Outcome == "" && !tree:
		return "solved, but without an outcome"
	case !tree && (d.WinIn != nil && d.Outcome != "win" || d.LoseIn != nil && d.Outcome != "loss"):
		return "a distance to another outcome"
	case a.Proof&game.Lower != 0 && bound&game.Lower == 0, a.Proof&game.Upper != 0 && bound&game.Upper == 0:
		return "something is proven and not told"
	}
	// Wins of unknown distance are margins of one, which bound the true value
	// but are outside its band.
	sign := a.Lines[0].Score.Outcome()
	if d.Exact && sign != truth.Outcome() && !tree {
		return "exact, but not the value " + truth.String()
	}
	for i, l := range d.MultiPV {
		if l.Exact != (l.Bound == "exact") {
			return "an exact line without an exact bound, or the other way round"
		}
		if i > 0 && a.Lines[i].Score > a.Lines[i-1].Score {
			return "the lines are not in order"
		}
	}
	if len(d.MultiPV) > 0 && d.Exact && !d.MultiPV[0].Exact {
		return "the position is exact, its best move is not"
	}
	return ""
}
