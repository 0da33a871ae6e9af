package farming

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/internal/reason"
)

// submitFlags are the flags of ply farm submit.
type submitFlags struct {
	remote.Flags
	file       string
	Solve      bool   `flag:"solve" help:"find exact values (the default)"`
	Label      bool   `flag:"label" help:"estimate values, by searches of --depth, --level or --nodes"`
	Perft      int    `flag:"perft" help:"count the paths of this many {plies}"`
	Depth      int    `flag:"depth" help:"label by searches of this many {plies}; by default 8"`
	Level      int    `flag:"level" help:"label by searches at this {level} of strength"`
	Confidence int    `flag:"confidence" help:"how sure selective rules must be, in {percent}"`
	Nodes      uint64 `flag:"nodes" help:"{positions} that a job may visit; by default 100 million, and no limit for solving games with repetitions"`
	Table      string `flag:"tt" help:"{size} of the table of a job; by default 16MiB to solve, 64KiB to label"`
	Without    string `flag:"without" help:"switch off {features} of the search, such as tt,lmr or selective"`
	Outcome    bool   `flag:"outcome" help:"ask for win, draw or loss only"`
	Whole      bool   `flag:"whole" help:"do not split positions that take more than --nodes"`
	Priority   int    `flag:"priority" help:"priority, a {number}; the highest is done first"`
	Wait       bool   `flag:"wait" help:"end when the batch is done"`
}

func submitCommand(env *cli.Env) *cobra.Command {
	f := new(submitFlags)
	c := &cobra.Command{
		Use:   "submit GAME",
		Short: "Solve, label or count many positions on a farm",
		Long: `Submit the positions of a file, one a line, to a farm and print the name of the
batch, for 'ply farm results'. The same batch always has the same name, and its
finished jobs are not repeated.

A position that takes more than --nodes to solve or to count is split into the
positions after its moves.`,
		Example: `  ply farm submit othello -f problems.obf --wait
  ply farm submit othello -f positions.txt --label --depth 12 --priority 1`,
		Args:              cobra.MatchAll(cli.AtLeastGame, cli.Counted(cobra.MaximumNArgs(1))),
		ValidArgsFunction: cli.CompleteGame,
		RunE:              func(c *cobra.Command, args []string) error { return runSubmit(env, c, args[0], f) },
	}
	cli.Bind(c, f)
	c.Flags().StringVarP(&f.file, "file", "f", "", "read one position a line from `FILE`; - is standard input")
	return c
}

// usualBudget is the number of positions that a job visits before it is split: ten
// seconds to a minute of work.
const usualBudget = 100_000_000

// usualLabel is the default depth of labels in plies.
const usualLabel = 8

// labelTable is the size of the table of a label, in bytes: small, so that clearing it is
// fast compared with the short search.
const labelTable = 64 << 10

// spec returns the specification of all jobs that the flags describe.
func (f *submitFlags) spec(c *cobra.Command, g *engine.Game) (job.Spec, error) {
	given := c.Flags().Changed
	table, err := cli.Size("--tt", f.Table)
	if err != nil {
		return job.Spec{}, err
	}
	kind := job.Solve
	switch {
	case f.Label:
		kind = job.Label
	case given("perft"):
		kind = job.Perft
	}
	s := job.For(kind, g, remote.Version())
	s.Options = job.Options{Without: f.Without, Outcome: f.Outcome, TableBytes: table}
	s.Request = engine.Request{Nodes: f.Nodes}
	switch kind {
	case job.Label:
		s.Options.TableBytes = cmp.Or(table, labelTable)
		s.Request.Depth, s.Request.Level, s.Request.Confidence = f.Depth, f.Level, f.Confidence
		if f.Depth == 0 && f.Level == 0 && f.Nodes == 0 {
			s.Request.Depth = usualLabel
		}
	case job.Perft:
		s.Request.Depth = f.Perft
	default:
		s.Options.TableBytes = cmp.Or(table, remote.SolveTable)
	}
	switch {
	case kind == job.Label:
	case slices.ContainsFunc([]string{"depth", "level", "confidence"}, given):
		return s, cli.Usage(reason.New("--depth, --level and --confidence are for --label"))
	case !given("nodes") && (kind == job.Perft || !g.Remembers()):
		s.Request.Nodes = usualBudget
	}
	if err := s.Check(); err != nil {
		return s, cli.Usage(err)
	}
	return s, nil
}

func runSubmit(env *cli.Env, c *cobra.Command, name string, f *submitFlags) error {
	ctx := c.Context()
	g, err := gameOf(name)
	if err != nil {
		return err
	}
	if f.file == "" {
		return cli.Usage(reason.New("want a file of positions: -f FILE"))
	}
	s, err := f.spec(c, g)
	if err != nil {
		return err
	}
	env.Intake.Strict = true // results are matched to lines by index
	b := job.Batch{Spec: s, Priority: f.Priority, Split: !f.Whole && s.Kind != job.Label}
	batch, size, lines, err := f.read(ctx, env, g, &b)
	switch {
	case err != nil:
		return err
	case size == 0:
		return cli.Invalid(reason.Errorf("%s: no position", f.file))
	}
	q, err := f.Await(ctx, env, keys.Operator)
	if err != nil {
		return err
	}
	defer q.Close()
	client := farm.Client{Queue: q}
	away, trouble := client.State(ctx)
	if sayTrouble(env, trouble); away {
		fmt.Fprintln(env.Err, "ply:", env.Lang.Text("farm.nobody"))
	}
	if err := client.SubmitLines(ctx, batch, b, size, lines); err != nil {
		return coded(err)
	}
	if err := env.Say(submitJSON{"ply.farmsubmit/1", batch, size}, batch); err != nil {
		return err
	}
	if !f.Wait {
		return nil
	}
	return wait(ctx, env, client, batch)
}

// read reads the positions of the file. It returns the name of their batch, their number, and the
// positions once more: only those of standard input are kept in memory.
func (f *submitFlags) read(ctx context.Context, env *cli.Env, g *engine.Game, b *job.Batch) (batch string, size int, again iter.Seq[string], err error) {
	each := func(env *cli.Env, yield func(string) bool) error {
		more := true
		return cli.EachProblem(ctx, env, g, f.file, func(p problem.Problem) { more = more && yield(p.Position.String()) })
	}
	var kept []string
	batch = b.NameOf(func(yield func(string) bool) {
		err = each(env, func(line string) bool {
			if size++; f.file == "-" {
				kept = append(kept, line)
			}
			return yield(line)
		})
	})
	if f.file == "-" {
		return batch, size, slices.Values(kept), err
	}
	quiet := *env
	quiet.Err = io.Discard // what was said once
	return batch, size, func(yield func(string) bool) { _ = each(&quiet, yield) }, err
}

// submitJSON is the document "ply.farmsubmit/1".
type submitJSON struct {
	Schema string `json:"schema"`
	Batch  string `json:"batch"`
	Jobs   int    `json:"jobs"`
}

// coded returns an error of the farm with its exit code.
func coded(err error) error {
	if errors.Is(err, job.ErrNoBatch) {
		return cli.Invalid(err)
	}
	return cli.Failure(err)
}

// wait waits for a batch and returns an error with its exit code: 1 if a job failed,
// 4 if one was not finished.
func wait(ctx context.Context, env *cli.Env, client farm.Client, batch string) error {
	show, done := env.Status()
	defer done()
	s, err := client.Wait(ctx, batch, func(s job.BatchStatus) { show(fmt.Sprintf("%s: %d / %d", batch, s.Done(), s.Jobs)) })
	if err != nil {
		return coded(err)
	}
	return ended(s.Tally, s.Jobs)
}

// ended returns an error with the exit code of a batch.
func ended(t job.Tally, jobs int) error {
	switch {
	case t.Failed > 0:
		return cli.Failure(reason.Errorf("%d of %d jobs failed: 'ply farm results' says why", t.Failed, jobs))
	case t.Solved < jobs:
		return cli.With(cli.CodeLimit)
	}
	return nil
}
