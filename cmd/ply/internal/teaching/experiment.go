package teaching

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/learn/experiment"
)

// rowJSON is the document "ply.experiment/1".
type rowJSON struct {
	Schema string `json:"schema"`
	experiment.Row
	Seed uint64 `json:"seed"`
}

// experimentFlags are the flags of the experiment command.
type experimentFlags struct {
	Seed uint64 `flag:"seed" help:"seed of random choices, a {number}"`
	List bool   `flag:"list" help:"list the experiments instead of running them"`
}

// Experiment returns the command experiment.
func Experiment(env *cli.Env) *cobra.Command {
	f := experimentFlags{Seed: 1}
	c := &cobra.Command{
		Use:   "experiment [NAME...]",
		Short: "Reproduce published results beside ours",
		Long: `Recompute published results and print them beside ours, row by row, with a
verdict: equal; within, for a vague published number, if ours is inside its limits;
differs; missed, if a search of ours does not find the published move; or measured,
if nothing was published. Random samples have an interval of 95 %. Some sources have
errors: rows known to differ are marked and explained in docs/errata.md. Without a
name all experiments run except the long ones. The exit code is 5 if another row
differs, or if a row known to differ does not.`,
		Example:           "  ply experiment bratko-alphabeta\n  ply experiment --list",
		ValidArgsFunction: cobra.FixedCompletions(experimentNames(), cobra.ShellCompDirectiveNoFileComp),
		RunE:              func(c *cobra.Command, args []string) error { return runExperiment(c.Context(), env, args, f) },
	}
	cli.Bind(c, &f)
	return c
}

func experimentNames() []string {
	var names []string
	for _, e := range experiment.All() {
		names = append(names, e.Name)
	}
	return names
}

func runExperiment(ctx context.Context, env *cli.Env, names []string, f experimentFlags) error {
	chosen, err := findExperiments(names, f.List)
	if err != nil {
		return cli.Usage(err)
	}
	code := cli.CodeOK
	for i, e := range chosen {
		if i > 0 && !env.JSON {
			fmt.Fprintln(env.Out)
		}
		if f.List {
			listExperiment(env, e)
			continue
		}
		rows, err := reproduce(ctx, env, e, f.Seed)
		if err != nil {
			return cli.Interrupted
		}
		if slices.ContainsFunc(rows, func(r experiment.Row) bool { return r.Surprising() }) {
			code = cli.CodeExpectation
		}
	}
	return cli.With(code)
}

// findExperiments returns the named experiments. Without names it returns all experiments,
// long ones only if list is set.
func findExperiments(names []string, list bool) ([]experiment.Experiment, error) {
	if len(names) == 0 {
		long := func(e experiment.Experiment) bool { return e.Long && !list }
		return slices.DeleteFunc(experiment.All(), long), nil
	}
	var found []experiment.Experiment
	for _, name := range names {
		e, err := experiment.Find(name)
		if err != nil {
			return nil, cli.Meant(err, name, experimentNames())
		}
		found = append(found, e)
	}
	return found, nil
}

// experimentJSON is the document "ply.experiments/1", an entry of the list.
type experimentJSON struct {
	Schema string `json:"schema"`
	Name   string `json:"experiment"`
	Title  string `json:"title"`
	Source string `json:"source"`
}

func listExperiment(env *cli.Env, e experiment.Experiment) {
	env.Say(experimentJSON{"ply.experiments/1", e.Name, e.Title, e.Source}, strings.Join([]string{
		env.Bold(e.Name), env.Wrap(experimentText(env, e.Name+".title"), 2), env.Wrap(experimentText(env, e.Name+".source"), 2),
	}, "\n  "))
}

// reproduce runs an experiment, prints its rows and returns them. It fails only if it
// is interrupted.
func reproduce(ctx context.Context, env *cli.Env, e experiment.Experiment, seed uint64) ([]experiment.Row, error) {
	var rows []experiment.Row
	report, done := cli.Making(env)
	tables := experiment.Tables{Folder: cli.Folder(""), Report: report}
	err := e.Run(ctx, experiment.Options{Seed: seed, Tables: tables}, func(r experiment.Row) {
		rows = append(rows, r)
		if env.JSON {
			env.WriteJSON(rowJSON{"ply.experiment/1", r, seed})
		}
	})
	done()
	if !env.JSON {
		writeRows(env, e, rows, seed)
	}
	return rows, err
}

// experimentText returns the text of a key below "experiment.".
func experimentText(env *cli.Env, key string, pairs ...any) string {
	return env.Lang.Text("experiment."+key, pairs...)
}

// writeRows prints an experiment as a table.
func writeRows(env *cli.Env, e experiment.Experiment, rows []experiment.Row, seed uint64) {
	text := func(key string, pairs ...any) string { return experimentText(env, key, pairs...) }
	fmt.Fprintln(env.Out, text("seed", "name", env.Bold(e.Name), "n", strconv.FormatUint(seed, 10)))
	fmt.Fprintf(env.Out, "%s\n%s\n\n", env.Wrap(text(e.Name+".title"), 0), env.Wrap(text("source", "source", text(e.Name+".source")), 0))
	cells := [][]string{{text("quantity"), text("published"), text("limits"), text("ours"), text("verdict")}}
	for _, r := range rows {
		cells = append(cells, describeRow(env, &r))
	}
	const columns = 6
	env.Printer().Columns(cells, columns)
}

// describeRow returns the cells of a row, the last of them its notes, if any.
func describeRow(env *cli.Env, r *experiment.Row) []string {
	said := func(english string) string {
		text, _ := env.Lang.Phrase("row", english)
		return text
	}
	verdict := experimentText(env, string(r.Verdict))
	if r.Known {
		verdict = experimentText(env, "known", "verdict", verdict)
	}
	cells := []string{said(r.Quantity), said(cmp.Or(r.Published, "-")), said(cmp.Or(r.Limits, "-")), said(r.Ours), verdict}
	var notes []string
	if r.Note != "" {
		notes = append(notes, said(r.Note))
	}
	if r.Erratum != "" {
		notes = append(notes, "docs/errata.md: "+r.Erratum)
	}
	if len(notes) > 0 {
		cells = append(cells, strings.Join(notes, "; "))
	}
	return cells
}
