package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/review"
	"github.com/plywood-go/plywood/engine/wording"
	"github.com/plywood-go/plywood/internal/words"
)

// Review prints a review.
func (p Printer) Review(r *review.Review) {
	p.heading(r)
	p.moves(r)
	fmt.Fprintln(p.Out)
	for i, side := range wording.Sides(p.Lang, r.Record.Start.Game().About()) {
		fmt.Fprintf(p.Out, "%s  %s\n", p.Bold(side), p.total(&r.Totals[i]))
	}
	var turns, reasons []fact
	for i := range r.Moves {
		m := &r.Moves[i]
		said := func(label, what string) fact {
			return fact{p.Lang.Text(label), p.Lang.Text("report.turned", "n", i+1, "side", wording.Side(p.Lang, m.Position), "move", p.Bold(m.Move), "swing", what)}
		}
		if m.Turning {
			turns = append(turns, said("report.turn", p.swing(m)))
		}
		if len(m.Why) > 0 {
			reasons = append(reasons, said("report.why", p.reasons(m)))
		}
	}
	p.facts(append(append(turns, reasons...), fact{p.Lang.Text("report.exact"), p.boundary(r)}, fact{p.Lang.Text("report.marks"), p.Lang.Text("review.legend")})...)
	if line, err := r.Record.Positions(); err == nil && len(line) > 0 && line[len(line)-1].EndedBy() != "" { // by a rule
		fmt.Fprintln(p.Out, p.Lang.Text("play.result", "verdict", wording.Verdict(p.Lang, line[len(line)-1])))
	}
	if !r.Complete {
		fmt.Fprintln(p.Out, p.Lang.Text("report.cut-short"))
	}
}

// heading prints the heading of the record and the name of the opening.
func (p Printer) heading(r *review.Review) {
	h := &r.Record.Heading
	players := ""
	if h.Players != [2]string{} {
		players = cmp.Or(h.Players[0], "?") + " - " + cmp.Or(h.Players[1], "?")
	}
	parts := slices.DeleteFunc([]string{players, h.Event, h.Place, h.Round, h.Date, h.Result}, func(part string) bool { return part == "" })
	if len(parts) > 0 {
		fmt.Fprintln(p.Out, p.Wrap(strings.Join(strings.Fields(strings.Join(parts, ", ")), " "), 0))
	}
	if r.Opening != "" {
		fmt.Fprintln(p.Out, p.Lang.Text("report.opening", "name", wording.Known(p.Lang, "opening", r.Opening), "n", r.OpeningMoves))
	}
	if len(parts) > 0 || r.Opening != "" {
		fmt.Fprintln(p.Out)
	}
}

// moves prints a row for each move, and a line before the first move from which all
// values are proven.
func (p Printer) moves(r *review.Review) {
	const chance = 4 // the column of chances
	text := p.Lang.Text
	rows := [][]string{{
		text("report.move"), text("report.side"), text("report.played"), text("report.value"), text("report.chance"), text("report.best"),
		text("report.value"), text("report.loss"), text("report.total"), text("report.looked"),
	}}
	for i := range r.Moves {
		rows = append(rows, p.row(i+1, &r.Moves[i]))
	}
	if !slices.ContainsFunc(rows[1:], func(row []string) bool { return row[chance] != "" }) {
		for i, row := range rows {
			rows[i] = slices.Delete(row, chance, chance+1)
		}
	}
	for i, line := range Aligned(rows, len(rows[0])) {
		if i == r.ExactFrom && i > 1 {
			fmt.Fprintln(p.Out, p.Lang.Text("report.from-here"))
		}
		fmt.Fprintln(p.Out, line)
	}
}

// row returns the cells of a move. A cell is empty if its value is not known or, for
// the best move, if it was played.
func (p Printer) row(number int, m *review.Move) []string {
	played := m.Move + m.Mark.String()
	if m.Turning {
		played += " *"
	}
	cells := []string{fmt.Sprint(number), wording.Side(p.Lang, m.Position), played, "", "", "", "", "", "", ""}
	if !m.Known {
		return cells
	}
	if m.Compared {
		cells[3] = p.short(m.Played.Describe())
		if o := m.Played.Odds; o.Known() {
			cells[4] = p.Lang.Text("report.percent", "n", o.Percent())
		}
		if m.Unit != "" && m.Loss > 0 {
			cells[7], cells[8] = p.number("%g", m.Loss), p.number("%g", m.Total)
		}
	}
	if m.Best.Move != m.Move {
		cells[5], cells[6] = m.Best.Move, p.short(m.Best.Value.Describe())
	}
	cells[9] = p.looked(m)
	return cells
}

// number formats a number with a format of package fmt.
func (p Printer) number(format string, x float64) string {
	return p.Lang.Number(fmt.Sprintf(format, x))
}

// looked describes how the values of a move were found.
func (p Printer) looked(m *review.Move) string {
	switch {
	case m.Exact:
		return p.Lang.Text("report.exact")
	case m.Confidence > 0 && m.Confidence < 100:
		return p.Lang.Text("report.depth-sure", "depth", m.Depth, "percent", m.Confidence)
	case !m.Compared:
		return p.Lang.Text("report.depth-alone", "depth", m.Depth)
	}
	return p.Lang.Text("report.depth", "depth", m.Depth)
}

// short formats a value briefly.
func (p Printer) short(v engine.ValueDocument) string {
	n, _ := v.Value.Float64()
	switch {
	case v.Unit != "plies" && v.Unit != "outcome":
		return p.number("%+g", n)
	case v.Plies == nil && v.Outcome > 0:
		return p.Lang.Text("report.outcome-win")
	case v.Plies == nil && v.Outcome < 0:
		return p.Lang.Text("report.outcome-loss")
	case v.Outcome > 0:
		return p.Lang.Text("report.win-in", "n", *v.Plies)
	case v.Outcome < 0:
		return p.Lang.Text("report.loss-in", "n", *v.Plies)
	}
	return p.Lang.Text("opinion.draw")
}

// total describes the losses of a side.
func (p Printer) total(t *review.Total) string {
	parts := []string{p.Lang.Text("report.judged", "n", t.Moves)}
	for _, unit := range slices.Sorted(maps.Keys(t.Loss)) {
		loss := p.number("%g", t.Loss[unit])
		parts = append(parts, p.Lang.Text("report.lost", "loss", loss, "unit", wording.Unit(p.Lang, unit, loss)))
	}
	for _, m := range []review.Mark{review.Dubious, review.Mistake, review.Blunder} {
		if t.Marked[m] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", t.Marked[m], m))
		}
	}
	return strings.Join(parts, p.Lang.Text("opinion.and"))
}

// swing describes how a turning point changed the standing.
func (p Printer) swing(m *review.Move) string {
	key := "review.swing"
	if !m.Exact {
		key = "review.swing-estimate"
	}
	return p.Lang.Text(key, "before", p.standing(m.Position, m.Best.Value), "after", p.standing(m.Position, m.Played))
}

// reasons says why a move was bad.
func (p Printer) reasons(m *review.Move) string {
	var all []string
	for _, w := range m.Why {
		key, value := "why."+w.Kind, ""
		switch {
		case w.Kind == "only" && (!w.Exact || w.Next.Outcome >= 0):
			key, value = "why.next", p.short(*w.Next)
		case w.Taken != nil:
			key = "why.loses-for"
		}
		if b := m.Position.Game().Board(); b != nil && words.Has(key+"."+string(b.Pieces[0].Shape)) {
			key += "." + string(b.Pieces[0].Shape)
		}
		all = append(all, p.Lang.Text(key, "n", (w.Plies+1)/2, "cell", w.Cell, "move", m.Best.Move, "value", value,
			"lost", p.pieces(w.Lost), "taken", p.pieces(w.Taken)))
	}
	return strings.Join(all, p.Lang.Text("opinion.and"))
}

// pieces names pieces with their numbers.
func (p Printer) pieces(all []review.Pieces) string {
	var names []string
	for _, of := range all {
		count := strings.TrimPrefix(fmt.Sprint(of.Count, " "), "1 ")
		names = append(names, p.Lang.Text("why."+of.Piece, "n", of.Count, "count", count))
	}
	return strings.Join(names, p.Lang.Text("why.and"))
}

// standing names the side that is ahead, given the value for the side to move.
func (p Printer) standing(at *engine.Position, v engine.Value) string {
	if v.Number == 0 {
		return p.Lang.Text("review.even")
	}
	return p.Lang.Text("review.ahead", "side", wording.Winner(p.Lang, at, cmp.Compare(v.Number, 0)))
}

// boundary describes where estimates end and proven values begin.
func (p Printer) boundary(r *review.Review) string {
	switch {
	case len(r.Moves) == 0:
		return p.Lang.Text("report.no-move")
	case r.ExactFrom == 0:
		return p.Lang.Text("report.exact-none")
	case r.ExactFrom == 1:
		return p.Lang.Text("report.exact-all")
	}
	return p.Lang.Text("report.exact-from", "n", r.ExactFrom)
}
