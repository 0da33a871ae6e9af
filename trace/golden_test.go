package trace_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/golden"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

var formats = []trace.Format{trace.Text, trace.Outline, trace.SVG, trace.DOT, trace.TikZ, trace.JSON}

func build(t testing.TB, events []event.Event, opt trace.BuildOptions) *trace.Tree {
	t.Helper()
	tree, err := trace.Build(events, opt)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func render(t testing.TB, tree *trace.Tree, opt trace.RenderOptions) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := trace.Render(&out, tree, opt); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestGolden(t *testing.T) {
	figure := parse(bratko)
	full := build(t, minimax(figure), figure.options())
	cut := build(t, alphaBeta(figure), figure.options())
	moves := figure.options()
	moves.Move = func(path []int) string { return string("lr"[path[len(path)-1]]) }
	named := build(t, alphaBeta(figure), moves)
	wide := parse("((3 12 8 -4 7)(2 4 6)(14 5 2 0)(-11 4)(3 3 3)((1 2)))")
	deep := parse("(1 ((2 (3 (4 (5 (6 (7 8)))))) 0))")
	single := parse("(7)").children[0]
	bestFirst, _ := run(t, textbook.SSS, figure)
	replay, err := trace.NewReplay(alphaBeta(figure), figure.options())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		tree *trace.Tree
		opt  trace.RenderOptions
	}{
		{"bratko-15.2", full, trace.RenderOptions{}},
		{"bratko-15.4", cut, trace.RenderOptions{}},
		{"alphabeta", cut, trace.RenderOptions{Style: trace.AlphaBeta, Shapes: trace.Triangles, Title: "Figure 15.4"}},
		{"windows", named, trace.RenderOptions{Style: trace.Windows, OrAnd: true}},
		{"intervals", cut, trace.RenderOptions{Style: trace.Intervals}},
		{"types", cut, trace.RenderOptions{Style: trace.Types}},
		{"negamax", cut, trace.RenderOptions{Style: trace.AlphaBeta, Negamax: true}},
		{"ascii", cut, trace.RenderOptions{Style: trace.AlphaBeta, ASCII: true}},
		{"wide", build(t, alphaBeta(wide), wide.options()), trace.RenderOptions{Style: trace.AlphaBeta}},
		{"deep", build(t, alphaBeta(deep), deep.options()), trace.RenderOptions{}},
		{"single", build(t, alphaBeta(single), single.options()), trace.RenderOptions{}},
		{"mtdf", build(t, mtdf(figure, 0), figure.options()), trace.RenderOptions{Style: trace.Intervals}},
		{"sss", build(t, bestFirst, figure.options()), trace.RenderOptions{Style: trace.Windows}},
		{"step", replay.At(25), trace.RenderOptions{Style: trace.AlphaBeta}},
	} {
		for _, f := range formats {
			if c.opt.ASCII && f != trace.Text && f != trace.Outline {
				continue
			}
			c.opt.Format = f
			golden.Check(t, c.name+"."+strings.Replace(f.String(), "text", "txt", 1), render(t, c.tree, c.opt))
		}
	}
}
