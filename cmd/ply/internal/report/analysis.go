// Package report writes results as text for people.
package report

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/engine/wording"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
	"github.com/plywood-go/plywood/trace"
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
	if l, text := r.Lines[0], p.Lang.Text; len(r.Lines) == 1 {
		p.facts(fact{text("report.best"), p.Bold(l.Move)}, fact{text("report.value"), wording.Opinion(p.Lang, r, 0)}, fact{text("play.line"), strings.Join(l.PV, " ")})
	} else {
		p.table(r)
	}
	fmt.Fprintf(p.Out, "\n%s\n", p.summary(r))
}

// fact is a text with the label before it.
type fact [2]string

// facts prints facts, without those that have no text.
func (p Printer) facts(all ...fact) {
	width := 0
	for _, f := range all {
		width = max(width, lipgloss.Width(f[0])+2)
	}
	for _, f := range all {
		if f[1] != "" {
			fmt.Fprintln(p.Out, Fill(f[0], width)+p.Wrap(f[1], width))
		}
	}
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
	row := fmt.Sprintf("%-4d %-4s %s %s", index, cmp.Or(l.Move, "-"), Fill(wording.Opinion(p.Lang, r, 0), 32), strings.Join(l.PV, " "))
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

// Path prints the result of a search from a position with a heuristic.
func (p Printer) Path(from *puzzle.Position, heuristic string, r *puzzle.Result) {
	fmt.Fprintf(p.Out, "%s\n", from.Draw())
	p.facts(fact{p.Lang.Text("path.goal"), p.goal(from)}, fact{p.Lang.Text("path.cost"), p.Cost(r)}, fact{p.Lang.Text("path.moves"), strings.Join(r.Moves, " ")})
	why := p.Lang.Text("stop." + puzzle.Stopped(r))
	fmt.Fprintf(p.Out, "\n%s\n", p.Lang.Text("path.summary", "why", why, "algorithm", string(r.Algorithm), "heuristic", heuristic,
		"expanded", Thousands(r.Expanded), "generated", Thousands(r.Generated), "time", Duration(p.Lang, r.Elapsed),
		"speed", Thousands(engine.PerSecond(r.Generated, r.Elapsed)), "kept", Thousands(uint64(r.Open+r.Closed)), "mib", Thousands(uint64(r.Bytes>>20))))
	if r.Stopped == search.MemoryLimit {
		fmt.Fprintln(p.Out, p.Wrap(p.Lang.Text("path.memory"), 0))
	}
}

// goal describes the goal of a position and, if it is not the usual one, the reason.
func (p Printer) goal(from *puzzle.Position) string {
	own := from.Goal()
	if from.Turned() {
		usual := from.Puzzle().About().Goals[0]
		return p.Lang.Text("path.turned", "goal", own.Text, "usual", usual.Text, "name", own.Name)
	}
	return own.Text
}

// PathRow prints a result in one line of a batch, with the name of the goal if it is
// not the usual one.
func (p Printer) PathRow(index int, from *puzzle.Position, r *puzzle.Result) {
	cost := p.Cost(r)
	if goals := from.Puzzle().About().Goals; len(goals) > 0 && from.Goal() != goals[0] {
		cost += ", " + p.Lang.Text("path.goal") + " " + from.Goal().Name
	}
	row := fmt.Sprintf("%-4d %s  %s", index, Fill(cost, 12), strings.Join(r.Moves, " "))
	fmt.Fprintln(p.Out, strings.TrimRight(row, " "))
}

// Cost describes the cost of a solution and whether it is optimal, or the lower bound
// if none was found.
func (p Printer) Cost(r *puzzle.Result) string {
	text := p.Lang.Text
	switch {
	case r.Reason != nil:
		return text("path.impossible", "reason", p.Lang.Error(r.Reason))
	case r.Unsolvable():
		return text("path.none")
	case !r.Found:
		return text("path.at-least", "least", r.Lower)
	case r.Optimality() == path.Optimal:
		return text("path.optimal", "n", r.Cost)
	case r.Optimality() == path.Bounded:
		factor := p.Lang.Number(strconv.FormatFloat(r.Factor(), 'f', 2, 64))
		return text("path.bounded", "n", r.Cost, "factor", factor, "least", r.Lower)
	}
	return text("path.unknown", "n", r.Cost)
}

// PathProgress describes the progress of a search.
func (p Printer) PathProgress(r *puzzle.Result) string {
	return p.Lang.Text("path.progress", "algorithm", string(r.Algorithm), "least", r.Lower, "generated", Thousands(r.Generated),
		"open", Thousands(uint64(r.Open)), "closed", Thousands(uint64(r.Closed)), "mib", Thousands(uint64(r.Bytes>>20)))
}

// Table describes the progress of building a table.
func (p Printer) Table(m puzzle.Making) string {
	return p.Lang.Text("path.table", "name", m.Table, "percent", int(m.Done*100))
}

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
	if errors.Is(err, trace.ErrTooLarge) || err == nil && lipgloss.Width(picture.String()) > cmp.Or(p.Width, 120) {
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

// Columns prints a table. The first left columns are aligned to the left, the others to the
// right. Characters may be two columns wide. The last cell of a row may be wider than its column on
// the left.
func (p Printer) Columns(rows [][]string, left int) {
	for _, line := range Aligned(rows, left) {
		fmt.Fprintln(p.Out, line)
	}
}

// Aligned returns the lines that Columns prints.
func Aligned(rows [][]string, left int) (lines []string) {
	var widths []int
	for _, row := range rows {
		widths = append(widths, make([]int, max(0, len(row)-len(widths)))...)
		for i, cell := range row {
			if i < len(row)-1 || i >= left {
				widths[i] = max(widths[i], lipgloss.Width(cell))
			}
		}
	}
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			if cells[i] = Fill(cell, widths[i]); i >= left {
				cells[i] = Fill(cell, -widths[i])
			}
		}
		lines = append(lines, strings.TrimRight(strings.Join(cells, "  "), " "))
	}
	return lines
}

// Fill pads text with trailing blanks to a width of columns, or with leading blanks
// to -columns if columns is negative.
func Fill(text string, columns int) string {
	if columns < 0 {
		return strings.Repeat(" ", max(0, -columns-lipgloss.Width(text))) + text
	}
	return text + strings.Repeat(" ", max(0, columns-lipgloss.Width(text)))
}
