package report

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/trace"
)

// Prose formats the paragraphs of a lesson for a terminal.
func (p Printer) Prose(text string) string {
	var out []string
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if strings.HasPrefix(paragraph, "    ") {
			out = append(out, paragraph)
			continue
		}
		var lines []string
		for line := range strings.SplitSeq(paragraph, "\n") {
			lines = append(lines, p.Fold(p.marked(line)))
		}
		out = append(out, strings.Join(lines, "\n"))
	}
	return strings.Join(out, "\n\n")
}

// Fold wraps a line to the width of p, between words or, in Chinese, between characters.
func (p Printer) Fold(line string) string {
	if p.Width == 0 {
		return line
	}
	return ansi.Wrap(line, p.Width, "")
}

// marked writes **strong** words bold and removes the marks of code and emphasis.
func (p Printer) marked(line string) string {
	parts := strings.Split(line, "**")
	for i := 1; i < len(parts); i += 2 {
		parts[i] = p.Bold(parts[i])
	}
	return strings.NewReplacer("`", "", "*", "").Replace(strings.Join(parts, ""))
}

// Step draws the tree of a run at a step: as a picture, or as an outline if that is too wide.
func (p Printer) Step(run *lesson.Run, step int, o trace.RenderOptions) error {
	o.Steady, o.NoLegend, o.Format = true, true, trace.Text
	var picture bytes.Buffer
	err := trace.Render(&picture, run.Replay.At(step), o)
	if errors.Is(err, trace.ErrTooLarge) || err == nil && !p.fits(picture.String()) {
		picture.Reset()
		o.Format = trace.Outline
		err = trace.Render(&picture, run.Replay.At(step), o)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "%s\n", picture.String())
	return nil
}

// fits reports whether a picture fits the width of p.
func (p Printer) fits(picture string) bool {
	width := cmp.Or(p.Width, 120)
	for line := range strings.Lines(picture) {
		if len([]rune(line)) > width+1 {
			return false
		}
	}
	return true
}
