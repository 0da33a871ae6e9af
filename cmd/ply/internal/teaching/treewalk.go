package teaching

import (
	"cmp"
	"context"
	"fmt"

	"github.com/plywood-go/plywood/cmd/ply/internal/screen"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/tui"
)

// walk steps through a run on the full screen or, without one, line by line.
func (d *drawing) walk(ctx context.Context, run *lesson.Run) error {
	if !screen.Full(d.Env, d.flags.Plain) {
		return d.walkByLine(ctx, run)
	}
	return screen.Present(ctx, d.Env, tui.NewWalk(run, d.Lang, d.render))
}

// walkByLine steps through a run line by line.
func (d *drawing) walkByLine(ctx context.Context, run *lesson.Run) error {
	s := deck{
		In: d.In.Reader, Out: d.Out, Lang: d.Lang, Last: run.Len(),
		Show: func(i int) error {
			fmt.Fprintf(d.Out, "%s\n%s\n\n", d.Lang.Text("explain.step", "step", i, "steps", run.Len()),
				d.Printer().Fold(run.Explain(d.Lang, i)))
			return cmp.Or(d.Printer().Step(run, i, d.render), d.Out.Err)
		},
		Jump: func(i int, word string) (int, bool) {
			if word != "c" {
				return 0, false
			}
			return run.Seek(i, false), true
		},
	}
	return s.run(ctx)
}
