// Package report writes results as text for people.
package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/wording"
	"github.com/plywood-go/plywood/internal/words"
)

// Printer writes text with a line width, with or without bold type.
type Printer struct {
	Out io.Writer // where the text goes
	// Width is where long lines are wrapped, in columns. Zero means never.
	Width int
	Color bool
	// Lang is the language of the text.
	Lang words.Lang
}

// Bold returns text in bold type.
func (p Printer) Bold(text string) string {
	if !p.Color {
		return text
	}
	return "\x1b[1m" + text + "\x1b[0m"
}

// Analysis prints an analysis.
func (p Printer) Analysis(r *engine.Analysis) {
	fmt.Fprint(p.Out, wording.Board(p.Lang, r.Position))
	if r.Lines[0].Move == "" {
		fmt.Fprintln(p.Out, p.Lang.Text("play.result", "verdict", wording.Verdict(p.Lang, r.Position)))
		return
	}
	fmt.Fprintln(p.Out)
	if len(r.Lines) == 1 {
		p.best(r)
	} else {
		p.table(r)
	}
	fmt.Fprintf(p.Out, "\n%s\n", p.summary(r))
}

func (p Printer) best(r *engine.Analysis) {
	l := r.Lines[0]
	best, value, line := p.Lang.Text("report.best"), p.Lang.Text("report.value"), p.Lang.Text("play.line")
	width := widest(best, value, line) + 2
	fmt.Fprintln(p.Out, pad(best, width)+p.Bold(l.Move))
	fmt.Fprintln(p.Out, pad(value, width)+wording.Opinion(p.Lang, r, 0))
	fmt.Fprintln(p.Out, pad(line, width)+p.Wrap(strings.Join(l.PV, " "), width))
}

// table prints one row for each of several moves, best first.
func (p Printer) table(r *engine.Analysis) {
	var rows [][]string
	for i, l := range r.Lines {
		rows = append(rows, []string{strconv.Itoa(i + 1), l.Move, wording.Opinion(p.Lang, r, i), strings.Join(l.PV, " ")})
	}
	p.Columns(rows, len(rows[0]))
}

// Row prints an analysis in one line of a batch.
func (p Printer) Row(index int, r *engine.Analysis) {
	l := r.Lines[0]
	move := l.Move
	if move == "" {
		move = "-"
	}
	row := fmt.Sprintf("%-4d %-4s %s %s", index, move, pad(wording.Opinion(p.Lang, r, 0), 32), strings.Join(l.PV, " "))
	fmt.Fprintln(p.Out, strings.TrimRight(row, " "))
}

// Searched returns the text of key, about a book position searched to depth plies with
// a confidence in percent, or the text of plain if the confidence is unknown (0).
func (p Printer) Searched(key, plain string, depth, confidence int, more ...any) string {
	if confidence == 0 {
		key = plain
	}
	return p.Lang.Text(key, append(more, "depth", depth, "percent", confidence)...)
}

// summary returns the cost of an analysis and why it ended.
func (p Printer) summary(r *engine.Analysis) string {
	if r.Book {
		return p.Searched("report.book", "report.book-plain", r.Depth, r.Confidence)
	}
	return p.Lang.Text("report.summary", "why", p.Lang.Text("stop."+r.Stopped.String()), "depth", r.Depth,
		"nodes", Thousands(r.Stats.Nodes), "time", Duration(p.Lang, r.Elapsed),
		"speed", Thousands(engine.PerSecond(r.Stats.Nodes, r.Elapsed)))
}

// Duration formats a time to about three digits.
func Duration(l words.Lang, d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return l.Text("time.us", "n", d.Microseconds())
	case d < time.Second:
		return l.Text("time.ms", "n", d.Milliseconds())
	case d < time.Minute:
		return l.Text("time.s", "n", l.Number(fmt.Sprintf("%.2f", d.Seconds())))
	}
	s := int(d.Round(time.Second).Seconds())
	if s < 3600 {
		return l.Text("time.minutes", "m", s/60, "s", s%60)
	}
	return l.Text("time.hours", "h", s/3600, "m", s/60%60, "s", s%60)
}

// Thousands formats a number with spaces between groups of three digits.
func Thousands(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// Wrap wraps text that starts at column indent between words, so that it fits the width of p.
func (p Printer) Wrap(text string, indent int) string {
	if p.Width == 0 {
		return text
	}
	var b strings.Builder
	column := indent
	for i, word := range strings.Fields(text) {
		size := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+size > p.Width:
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

// Census prints the counts of a perft, a table of the moves first if it has their shares.
func (p Printer) Census(c *engine.Census) {
	text := p.Lang.Text
	if len(c.Divide) > 0 {
		rows := [][]string{{text("report.move"), text("perft.leaves"), text("perft.ended"), text("perft.nodes")}}
		for _, s := range c.Divide {
			rows = append(rows, []string{s.Move, Thousands(s.Leaves), Thousands(s.Ended), Thousands(s.Nodes)})
		}
		p.Columns(rows, 0)
		fmt.Fprintln(p.Out)
	}
	total := text("perft.total", "leaves", Thousands(c.Leaves), "ended", Thousands(c.Ended),
		"nodes", Thousands(c.Nodes), "time", Duration(p.Lang, time.Duration(c.TimeMS*float64(time.Millisecond))))
	if c.Stopped != "" {
		total = text("perft.so-far", "total", total)
	}
	fmt.Fprintln(p.Out, total)
}
