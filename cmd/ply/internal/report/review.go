package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/review"
	"github.com/plywood-go/plywood/internal/wording"
	"github.com/plywood-go/plywood/internal/words"
)

// Review prints a review for people.
func (p Printer) Review(r *review.Review) {
	p.heading(r)
	p.moves(r)
	fmt.Fprintln(p.Out)
	sides := r.Record.Start.Game().About().Sides
	for i := range r.Totals {
		fmt.Fprintf(p.Out, "%s  %s\n", p.Bold(sides[i]), total(&r.Totals[i]))
	}
	for i := range r.Moves {
		if m := &r.Moves[i]; m.Turning {
			fmt.Fprintf(p.Out, "turn   move %d, %s %s: %s\n", i+1, m.Position.Side(), p.Bold(m.Move), swing(m))
		}
	}
	fmt.Fprintf(p.Out, "exact  %s\n", boundary(r))
	fmt.Fprintf(p.Out, "marks  %s\n", marksLegend(r.Record.Start.Game().About()))
	if !r.Complete {
		fmt.Fprintln(p.Out, "interrupted: the moves above without a value were not looked at")
	}
}

// heading prints what the record says of the game, and its opening.
func (p Printer) heading(r *review.Review) {
	h := &r.Record.Heading
	var parts []string
	if h.Players != [2]string{} {
		parts = append(parts, orUnknown(h.Players[0])+" - "+orUnknown(h.Players[1]))
	}
	for _, part := range []string{h.Event, h.Place, h.Round, h.Date, h.Result} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) > 0 {
		fmt.Fprintln(p.Out, p.Wrap(oneSpace(strings.Join(parts, ", ")), 0))
	}
	if r.Opening != "" {
		fmt.Fprintf(p.Out, "%s, %s\n", r.Opening, Count(r.OpeningMoves, "move", "moves"))
	}
	if len(parts) > 0 || r.Opening != "" {
		fmt.Fprintln(p.Out)
	}
}

func orUnknown(name string) string {
	if name == "" {
		return "?"
	}
	return name
}

func oneSpace(text string) string { return strings.Join(strings.Fields(text), " ") }

// moves prints a row for each move, and a line where values begin to be
// proven.
func (p Printer) moves(r *review.Review) {
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "move\tside\tplayed\tvalue\tbest\tvalue\tloss\ttotal\tlooked at")
	for i := range r.Moves {
		fmt.Fprintln(w, strings.Join(row(i+1, &r.Moves[i]), "\t"))
	}
	w.Flush()
	for i, line := range strings.Split(strings.TrimSuffix(table.String(), "\n"), "\n") {
		if i == r.ExactFrom && i > 1 {
			fmt.Fprintln(p.Out, "---- proven from here on ----")
		}
		fmt.Fprintln(p.Out, strings.TrimRight(line, " "))
	}
}

// row returns the cells of a move. Nothing stands for what is not known; the
// best move is left out where it was played.
func row(number int, m *review.Move) []string {
	played := m.Move + m.Mark.String()
	if m.Turning {
		played += " *"
	}
	cells := []string{fmt.Sprint(number), m.Position.Side(), played, "", "", "", "", "", ""}
	if !m.Known {
		return cells
	}
	if m.Compared {
		cells[3] = short(m.Played)
		if m.Unit != "" && m.Loss > 0 {
			cells[6], cells[7] = fmt.Sprintf("%g", m.Loss), fmt.Sprintf("%g", m.Total)
		}
	}
	if m.Best.Move != m.Move {
		cells[4], cells[5] = m.Best.Move, short(m.Best.Value)
	}
	cells[8] = looked(m)
	return cells
}

// looked says how the values of a move were found.
func looked(m *review.Move) string {
	switch {
	case m.Exact:
		return "exact"
	case m.Confidence > 0 && m.Confidence < 100:
		return fmt.Sprintf("depth %d, %d %% sure", m.Depth, m.Confidence)
	case !m.Compared:
		return fmt.Sprintf("depth %d, not compared", m.Depth)
	}
	return fmt.Sprintf("depth %d", m.Depth)
}

// short writes a value in as few characters as will do.
func short(v engine.Value) string {
	switch {
	case v.Unit != "plies" && v.Unit != "outcome":
		return fmt.Sprintf("%+g", v.Number)
	case v.Outcome > 0:
		return fmt.Sprintf("win in %d", v.Plies)
	case v.Outcome < 0:
		return fmt.Sprintf("loss in %d", v.Plies)
	}
	return "draw"
}

// total says what a side has lost.
func total(t *review.Total) string {
	text := Count(t.Moves, "move", "moves") + " judged"
	for _, unit := range slices.Sorted(maps.Keys(t.Loss)) {
		text += fmt.Sprintf(", %g %s lost", t.Loss[unit], unit)
	}
	for _, m := range []review.Mark{review.Dubious, review.Mistake, review.Blunder} {
		if t.Marked[m] > 0 {
			text += fmt.Sprintf(", %d %s", t.Marked[m], m)
		}
	}
	return text
}

// swing says what a turning point changed.
func swing(m *review.Move) string {
	text := standingOf(m.Position, m.Best.Value) + ", then " + standingOf(m.Position, m.Played)
	if !m.Exact {
		text += ", by estimate"
	}
	return text
}

// standingOf says who is ahead by a value of the side to move at p.
func standingOf(p *engine.Position, v engine.Value) string {
	switch {
	case v.Number > 0:
		return p.Side() + " ahead"
	case v.Number < 0:
		return wording.Winner(words.English, p, -1) + " ahead"
	}
	return "level"
}

// boundary says where estimates end and proof begins.
func boundary(r *review.Review) string {
	switch {
	case len(r.Moves) == 0:
		return "no move to look at"
	case r.ExactFrom == 0:
		return "nowhere: the values are estimates"
	case r.ExactFrom == 1:
		return "everywhere: all values are proven"
	}
	return fmt.Sprintf("from move %d on; the values before it are estimates", r.ExactFrom)
}

// marksLegend says what the marks mean in a game.
func marksLegend(about engine.About) string {
	text := "? an outcome given away, ?? a win turned into a loss, * the game turns"
	if about.Grades == (engine.Grades{}) {
		return text
	}
	g := about.Grades
	return fmt.Sprintf("?! from %g, ? from %g, ?? from %g %s lost; %s", g[0], g[1], g[2], about.Unit, text)
}
