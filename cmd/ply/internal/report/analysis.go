// Package report writes for people what the program has found.
package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/wording"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/search"
)

// Printer writes on paper of some width, with or without bold type.
type Printer struct {
	Out io.Writer
	// Width in columns, at which long lines are broken. Zero means nowhere.
	Width int
	Color bool
}

// Bold returns text in bold type.
func (p Printer) Bold(text string) string {
	if !p.Color {
		return text
	}
	return "\x1b[1m" + text + "\x1b[0m"
}

// Analysis prints an analysis for people.
func (p Printer) Analysis(r *engine.Analysis) {
	fmt.Fprint(p.Out, r.Position.Board())
	if r.Lines[0].Move == "" {
		fmt.Fprintf(p.Out, "game over: %s\n", wording.Verdict(words.English, r.Position))
		return
	}
	fmt.Fprintln(p.Out)
	if len(r.Lines) == 1 {
		p.best(r)
	} else {
		p.table(r)
	}
	fmt.Fprintf(p.Out, "\n%s\n", summary(r))
}

func (p Printer) best(r *engine.Analysis) {
	l := r.Lines[0]
	fmt.Fprintf(p.Out, "best   %s\n", p.Bold(l.Move))
	fmt.Fprintf(p.Out, "value  %s\n", wording.Opinion(words.English, r, 0))
	fmt.Fprintf(p.Out, "line   %s\n", p.Wrap(strings.Join(l.PV, " "), 7))
}

// table prints several moves, best first, a row each.
func (p Printer) table(r *engine.Analysis) {
	w := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
	for i, l := range r.Lines {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\n", i+1, l.Move, wording.Opinion(words.English, r, i), strings.Join(l.PV, " "))
	}
	w.Flush()
}

// Row prints an analysis of a batch in one line.
func (p Printer) Row(index int, r *engine.Analysis) {
	l := r.Lines[0]
	move := l.Move
	if move == "" {
		move = "-"
	}
	row := fmt.Sprintf("%-4d %-4s %-32s %s", index, move, wording.Opinion(words.English, r, 0), strings.Join(l.PV, " "))
	fmt.Fprintln(p.Out, strings.TrimRight(row, " "))
}

// Count writes a number of things.
func Count(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// summary says what an analysis took and why it ended.
func summary(r *engine.Analysis) string {
	if r.Book {
		return fmt.Sprintf("from the book: depth %d at %d %%", r.Depth, r.Confidence)
	}
	why := map[search.Stop]string{
		search.Solved: "solved", search.DepthLimit: "depth reached", search.NodeLimit: "node limit reached",
		search.TimeLimit: "time is up", search.Interrupted: "interrupted",
	}[r.Stopped]
	return fmt.Sprintf("%s: depth %d, %s nodes in %s, %s nodes/s", why, r.Depth,
		Thousands(r.Stats.Nodes), Duration(r.Elapsed), Thousands(engine.PerSecond(r.Stats.Nodes, r.Elapsed)))
}

// Duration writes a time to three digits or so.
func Duration(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return fmt.Sprintf("%d µs", d.Microseconds())
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

func Thousands(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// Wrap breaks text that follows indent columns between words, so that it fits
// the terminal. Nothing is broken where stdout is none.
func (p Printer) Wrap(text string, indent int) string {
	return wrapAt(text, indent, p.Width)
}

func wrapAt(text string, indent, width int) string {
	if width == 0 {
		return text
	}
	var b strings.Builder
	column := indent
	for i, word := range strings.Fields(text) {
		size := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+size > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += size
	}
	return b.String()
}
