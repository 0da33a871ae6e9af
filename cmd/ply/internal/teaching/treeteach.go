package teaching

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/learn/lesson"
)

// compare compares the algorithms of --compare, which are among all and more, on one tree.
func (d *drawing) compare(ctx context.Context, all, more []lesson.Algorithm, on func([]lesson.Algorithm) (*lesson.Comparison, error)) error {
	algorithms, err := parseAlgorithms(d.flags.Compare, all, more)
	if err != nil {
		return exit.Usage(reason.Errorf("--compare: %w", err))
	}
	c, err := on(algorithms)
	if ctx.Err() != nil {
		return exit.Interrupted
	}
	if err != nil {
		return err
	}
	if d.JSON {
		return d.WriteJSON(c.Describe(d.Lang, d.setup))
	}
	text := d.Lang.Text
	rows := [][]string{{
		text("setting.algorithm"), text("compare.value"), text("compare.leaves"), text("compare.evaluations"),
		text("compare.nodes"), text("compare.visits"), text("compare.cutoffs"), text("compare.spared"), text("compare.ratio"),
	}}
	for _, r := range c.Rows {
		rows = append(rows, append([]string{text("algorithm." + string(r.Algorithm))}, d.figures(&r)...))
	}
	d.Printer().Columns(rows, 1)
	fmt.Fprintf(d.Out, "\n%s\n%s\n", c.Summary(d.Lang), d.settings())
	return nil
}

// figures returns the cells of a row, with dashes for unknown numbers.
func (d *drawing) figures(r *lesson.Row) []string {
	if r.Stopped {
		return slices.Repeat([]string{"–"}, 8)
	}
	pruned, ratio := "–", "–"
	if r.Pruned >= 0 {
		pruned = fmt.Sprint(r.Pruned)
	}
	if r.Ratio > 0 {
		ratio = d.Lang.Number(fmt.Sprintf("%.2f", r.Ratio))
	}
	return []string{
		r.Value(d.Lang), fmt.Sprint(r.Leaves), fmt.Sprint(r.Evaluations), fmt.Sprint(r.Nodes), fmt.Sprint(r.Visits),
		fmt.Sprint(r.Cutoffs), pruned, ratio,
	}
}

// settings describes the settings of the comparison.
func (d *drawing) settings() string {
	s, text := &d.setup, d.Lang.Text
	order := text("order." + s.Order.String())
	if s.Order == lesson.Shuffle {
		order += fmt.Sprintf(" (%d)", s.Seed)
	}
	return text("setting.order") + ": " + order + " · " + s.Words(d.Lang)
}

// parseAlgorithms parses a list of names among all and more, or "all".
func parseAlgorithms(text string, all, more []lesson.Algorithm) ([]lesson.Algorithm, error) {
	if text == "all" {
		return all, nil
	}
	var some []lesson.Algorithm
	for name := range strings.SplitSeq(text, ",") {
		a, err := lesson.ParseAlgorithm(strings.TrimSpace(name))
		switch {
		case err == nil && a == lesson.Production && !slices.Contains(all, a):
			return nil, needsGame("--compare " + string(a))
		case err == nil && !slices.Contains(all, a) && !slices.Contains(more, a):
			return nil, reason.Errorf("%s does not search all of the tree: want one of those of --compare all", a)
		}
		if err != nil {
			return nil, err
		}
		some = append(some, a)
	}
	return some, nil
}

// explain explains one step, or all steps, in words.
func (d *drawing) explain(run *lesson.Run) error {
	first, last := 1, run.Len()
	if d.flags.Step >= 0 {
		first, last = d.flags.Step, d.flags.Step
	}
	if last > run.Len() {
		return flags.Outside("--step", last, 0, run.Len())
	}
	for step := first; step <= last; step++ {
		doc := run.DescribeStep(d.Lang, step)
		if !d.JSON {
			fmt.Fprintf(d.Out, "%*d  %s\n", len(fmt.Sprint(run.Len())), step, doc.Text)
		} else if err := d.WriteJSON(doc); err != nil {
			return err
		}
	}
	return nil
}
