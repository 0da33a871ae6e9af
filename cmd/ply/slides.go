package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/terminal"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/lesson"
	"github.com/plywood-go/plywood/trace"
)

// slides are texts that one leafs through line by line: a line without anything
// leads on, b back, a number to that slide, q out. At the end of the input the
// rest is shown.
type slides struct {
	*app
	lang words.Lang
	last int // the first is 0
	show func(i int) error
	// jump finds the slide that a word leads to from i, if it does. Nil means
	// that none does.
	jump func(i int, word string) (to int, ok bool)
}

func (s *slides) run(ctx context.Context) error {
	lines := readLines(ctx, bufio.NewScanner(s.in.Reader))
	prompted := terminal.IsReader(s.in.Reader)
	if prompted {
		fmt.Fprintf(s.out, "%s\n\n", s.lang.Text("lesson.prompt"))
	}
	for i := 0; ; {
		if err := s.show(i); err != nil || s.out.err != nil {
			return err
		}
		if prompted {
			fmt.Fprintf(s.out, "%s> ", s.lang.Text("lesson.step", "step", i, "steps", s.last))
		}
		select {
		case <-ctx.Done():
			fmt.Fprintln(s.out)
			return exit.With(exit.CodeInterrupted)
		case line, open := <-lines:
			if !open && ctx.Err() != nil {
				return exit.With(exit.CodeInterrupted)
			}
			to, leave := s.obey(i, strings.TrimSpace(line))
			if leave || to > s.last {
				return nil
			}
			i = to
		}
	}
}

// obey returns the slide that a line leads to, and whether it leads out.
func (s *slides) obey(i int, line string) (to int, leave bool) {
	switch line {
	case "":
		return i + 1, false
	case "b":
		return max(0, i-1), false
	case "q":
		return i, true
	}
	if n, err := strconv.Atoi(line); err == nil && n >= 0 && n <= s.last {
		return n, false
	}
	if s.jump != nil {
		if to, ok := s.jump(i, line); ok {
			return to, false
		}
	}
	fmt.Fprintf(s.out, "%s\n", s.lang.Text("lesson.prompt"))
	return i, false
}

// walkByLine goes through a run step by step.
func (d *drawing) walkByLine(ctx context.Context, run *lesson.Run) error {
	s := slides{
		app: d.app, lang: d.lang, last: run.Len(),
		show: func(i int) error {
			fmt.Fprintf(d.out, "%s\n%s\n\n", d.lang.Text("explain.step", "step", i, "steps", run.Len()),
				d.folded(run.Explain(d.lang, i)))
			return d.drawStep(run, i, d.render)
		},
		jump: func(i int, word string) (int, bool) {
			if word != "c" {
				return 0, false
			}
			return run.Seek(i, false, trace.Cutoff), true
		},
	}
	return s.run(ctx)
}

// drawStep draws a run as it stands at a step, as wide as the terminal allows.
func (a *app) drawStep(run *lesson.Run, step int, o trace.RenderOptions) error {
	o.Steady, o.NoLegend, o.Format = true, true, trace.Text
	var picture bytes.Buffer
	err := trace.Render(&picture, run.Replay.At(step), o)
	if errors.Is(err, trace.ErrTooLarge) || err == nil && !a.fits(picture.String()) {
		picture.Reset()
		o.Format = trace.Outline
		err = trace.Render(&picture, run.Replay.At(step), o)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%s\n", picture.String())
	return nil
}

// fits reports whether a picture is no wider than the terminal.
func (a *app) fits(picture string) bool {
	width := terminal.Width(a.out.Writer)
	if width == 0 {
		width = 120
	}
	for line := range strings.Lines(picture) {
		if len([]rune(line)) > width+1 {
			return false
		}
	}
	return true
}
