package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/plywood-go/plywood/cmd/ply/internal/slides"
	"github.com/plywood-go/plywood/lesson"
	"github.com/plywood-go/plywood/trace"
	"github.com/plywood-go/plywood/tui"
)

// walk steps through a run on the full screen or, without one, line by line.
func (d *drawing) walk(ctx context.Context, run *lesson.Run) error {
	if !d.fullScreen(d.flags.plain) {
		return d.walkByLine(ctx, run)
	}
	return d.present(ctx, tui.NewWalk(run, d.lang, d.render))
}

// walkByLine steps through a run line by line.
func (d *drawing) walkByLine(ctx context.Context, run *lesson.Run) error {
	s := slides.Deck{
		In: d.in.Reader, Out: d.out, Lang: d.lang, Last: run.Len(),
		Show: func(i int) error {
			fmt.Fprintf(d.out, "%s\n%s\n\n", d.lang.Text("explain.step", "step", i, "steps", run.Len()),
				d.printer().Fold(run.Explain(d.lang, i)))
			return cmp.Or(d.printer().Step(run, i, d.render), d.out.err)
		},
		Jump: func(i int, word string) (int, bool) {
			if word != "c" {
				return 0, false
			}
			return run.Seek(i, false, trace.Cutoff, trace.Drop), true
		},
	}
	return s.Run(ctx)
}
