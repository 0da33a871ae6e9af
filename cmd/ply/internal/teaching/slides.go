package teaching

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/words"
)

// deck is a sequence of texts that the user pages through by lines of input: an empty line shows the
// next slide, b the previous one, a number that slide, and q leaves. At the end of the
// input the remaining slides are shown.
type deck struct {
	In   io.Reader  // the user's lines
	Out  io.Writer  // where the slides are shown
	Lang words.Lang // of the prompt
	Last int        // number of the last slide; the first is 0
	// Show writes a slide to Out. An error ends run.
	Show func(i int) error
	// Jump returns the slide that a word leads to from slide i, if any. Nil means that
	// no word does.
	Jump func(i int, word string) (to int, ok bool)
}

// run shows the slides until the user leaves or the input ends. If ctx is done first,
// its error has the exit code of an interruption.
func (s *deck) run(ctx context.Context) error {
	lines := cli.Lines(ctx, s.In)
	prompted := cli.ReadsTerminal(s.In)
	if prompted {
		fmt.Fprintf(s.Out, "%s\n\n", s.Lang.Text("lesson.prompt"))
	}
	for i := 0; ; {
		if err := s.Show(i); err != nil {
			return err
		}
		if prompted {
			fmt.Fprintf(s.Out, "%s> ", s.Lang.Text("lesson.step", "step", i, "steps", s.Last))
		}
		select {
		case <-ctx.Done():
			fmt.Fprintln(s.Out)
			return exit.With(exit.CodeInterrupted)
		case line, open := <-lines:
			if !open && ctx.Err() != nil {
				return exit.With(exit.CodeInterrupted)
			}
			to, leave := s.obey(i, strings.TrimSpace(line))
			if leave || to > s.Last {
				return nil
			}
			i = to
		}
	}
}

// obey returns the slide that a line leads to, and whether it ends the show.
func (s *deck) obey(i int, line string) (to int, leave bool) {
	switch line {
	case "":
		return i + 1, false
	case "b":
		return max(0, i-1), false
	case "q":
		return i, true
	}
	if n, err := strconv.Atoi(line); err == nil && n >= 0 && n <= s.Last {
		return n, false
	}
	if s.Jump != nil {
		if to, ok := s.Jump(i, line); ok {
			return to, false
		}
	}
	fmt.Fprintf(s.Out, "%s\n", s.Lang.Text("lesson.prompt"))
	return i, false
}
