package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
)

// Path prints the result of a search from a position with a heuristic.
func (p Printer) Path(from *puzzle.Position, heuristic string, r *puzzle.Result) {
	fmt.Fprintf(p.Out, "%s\n", from.Draw())
	cost, moves, goal := p.Lang.Text("path.cost"), p.Lang.Text("path.moves"), ""
	if from.Goal().Name != "" {
		goal = p.Lang.Text("path.goal")
	}
	width := max(widest(cost, moves), widest(cost, goal)) + 2
	if goal != "" {
		fmt.Fprintln(p.Out, pad(goal, width)+p.Wrap(p.goal(from), width))
	}
	fmt.Fprintln(p.Out, pad(cost, width)+p.Wrap(p.Cost(r), width))
	if r.Found {
		fmt.Fprintln(p.Out, pad(moves, width)+p.Wrap(strings.Join(r.Moves, " "), width))
	}
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
	own, usual := from.Goal(), from.Puzzle().About().Goals[0]
	if from.Turned() {
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
	row := fmt.Sprintf("%-4d %s  %s", index, pad(cost, 12), strings.Join(r.Moves, " "))
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
