package farming

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/proof"
	"github.com/plywood-go/plywood/farm/prover"
	"github.com/plywood-go/plywood/internal/reason"
)

func verifyCommand(env *cli.Env) *cobra.Command {
	var archived, require string
	var where remote.Flags
	var redo int
	c := &cobra.Command{
		Use:   "verify PROOF|BATCH",
		Short: "Check a proof without a search, or the results of a batch",
		Long: `Check a proof from 'ply farm prove': play every line by the rules, check that every
reply has an answer and that the games end as claimed, and print the kind of the
proof. A full proof rests on the rules alone. An archived proof rests on results of
jobs in --archive. A conditional proof rests on unchecked results; its exit code is
4. The exit code is 5 if the file does not prove its claim or is not of the kind
that --require asks for, and 3 if it is damaged.

For a batch, check every result against its checksum and its position, and repeat
--redo of its jobs in this process. The exit code is 5 if a result is wrong, 4 if
some jobs are not done or not confirmed, and 1 if some failed or there was nothing
to check.`,
		Example: "  ply farm verify 444.proof\n  ply farm verify 6x6.proof --archive 6x6.archive",
		Args:    arg.Want(cobra.ExactArgs(1), reason.New("want the file of a proof, or the name of a batch")),
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("redo") {
				if err := flags.AtLeast("--redo", redo, 1); err != nil {
					return err
				}
			}
			if _, err := os.Lstat(args[0]); err != nil && job.IsBatchName(args[0]) {
				return verifyBatch(c.Context(), env, args[0], redo, &where)
			}
			return verifyProof(c.Context(), env, args[0], archived, require)
		},
	}
	where.Add(c.Flags())
	c.Flags().IntVar(&redo, "redo", 0, "repeat this many `jobs` of a batch")
	c.Flags().StringVar(&archived, "archive", "", "check results of jobs against those in this `file`")
	c.Flags().StringVar(&require, "require", "", "accept only a proof of this `kind`: full, or archived, which includes full")
	return c
}

// verifiedJSON is the document "ply.verified/1".
type verifiedJSON struct {
	Schema   string        `json:"schema"`
	Game     string        `json:"game"`
	Position string        `json:"position"`
	Claims   []proof.Claim `json:"claims"`
	Records  uint64        `json:"records"`
	Choices  uint64        `json:"choices"`
	Replies  uint64        `json:"replies"`
	Ends     uint64        `json:"ends"`
	Known    uint64        `json:"known"`
	Jobs     uint64        `json:"jobs"`
	Kind     string        `json:"kind"` // full, archived or conditional
	Archived bool          `json:"archived"`
	Longest  int           `json:"longest"`
	Bytes    int64         `json:"bytes"`
	TimeMS   float64       `json:"time_ms"`
}

// The kinds of a verified proof, by what its leaves rest on.
const (
	kindFull        = "full"        // the rules of the game alone
	kindArchived    = "archived"    // results in an archive
	kindConditional = "conditional" // unchecked results
)

// verifyProof verifies the proof in a file and prints its kind. It checks the results of
// jobs against an archive, if archived names one. A proof that is not of the required
// kind has code 5, a conditional one code 4.
func verifyProof(ctx context.Context, env *cli.Env, name, archived, require string) error {
	if require != "" && require != kindFull && require != kindArchived {
		return exit.Usage(reason.Errorf("--require: %q, want full or archived", require))
	}
	started := time.Now()
	file, err := env.In.Open(ctx, name)
	if err != nil {
		return exit.Invalid(err)
	}
	defer file.Close()
	r, err := proof.Open(file)
	if err != nil {
		return refusal(ctx, name, err)
	}
	h := r.Header()
	g, err := arg.Game(h.Game)
	if err != nil {
		return err
	}
	pos, err := g.Parse(h.Position)
	if err != nil {
		return exit.Invalid(reason.Errorf("%s: %w", name, err))
	}
	o := proof.Options{}
	if o.Job, err = leafCheck(g, h, archived); err != nil {
		return err
	}
	show, done := env.Status()
	defer done()
	o.Progress = func(records uint64) { show(env.Lang.Text("farm.verifying", "n", records>>20)) }
	root := pos.State()
	report, err := proof.Verify[engine.State, engine.Move](g.Rules(), r, &root, o)
	if err != nil {
		return refusal(ctx, name, err)
	}
	kind := kindOf(&report, archived != "")
	err = showVerified(env, g, verifiedJSON{
		"ply.verified/1", h.Game, pos.String(), h.Claims, report.Records, report.Choices, report.Replies, report.Ends,
		report.Known, report.Rests, kind, archived != "", report.Longest, report.Bytes, engine.Milliseconds(time.Since(started)),
	})
	switch {
	case err != nil:
		return err
	case require == kindFull && kind != kindFull, require == kindArchived && kind == kindConditional:
		return &exit.Error{Code: exit.CodeExpectation, Err: reason.Errorf("%s: the proof is %s, want %s", name, kind, require)}
	case kind == kindConditional:
		return exit.With(exit.CodeLimit)
	}
	return nil
}

// kindOf returns the kind of a verified proof.
func kindOf(r *proof.Report, archived bool) string {
	switch {
	case r.Rests == 0:
		return kindFull
	case archived:
		return kindArchived
	}
	return kindConditional
}

// leafCheck returns a function that checks leaves that rest on jobs.
func leafCheck(g *engine.Game, h proof.Header, archived string) (func(proof.Leaf) error, error) {
	var result func(*job.Job) (*job.Result, error)
	if archived != "" {
		l, err := openRead(archived)
		if err != nil {
			return nil, exit.Invalid(err)
		}
		result = l.Result
	}
	if h.Jobs == nil {
		return func(proof.Leaf) error { return reason.New("the header does not describe the jobs") }, nil
	}
	var spec job.Spec
	if err := json.Unmarshal(h.Jobs, &spec); err != nil {
		return nil, exit.Invalid(reason.Errorf("jobs: %w", err))
	}
	return prover.Named(g, spec, result), nil
}

// refusal returns the error about a rejected proof with its exit code.
func refusal(ctx context.Context, name string, err error) error {
	err = reason.Errorf("%s: %w", name, err)
	switch {
	case ctx.Err() != nil:
		return exit.Interrupted
	case errors.Is(err, proof.ErrWrong):
		return &exit.Error{Code: exit.CodeExpectation, Err: err}
	}
	return exit.Invalid(err)
}

func showVerified(env *cli.Env, g *engine.Game, doc verifiedJSON) error {
	if env.JSON {
		return env.WriteJSON(doc)
	}
	l, n := env.Lang, report.Thousands
	verdict := l.Text("farm.proven", "claims", tellClaims(env, g, doc.Claims))
	if doc.Kind == kindConditional {
		verdict = l.Text("farm.conditional", "jobs", doc.Jobs, "claims", tellClaims(env, g, doc.Claims))
	}
	fmt.Fprintf(env.Out, "%s %s\n%s\n", doc.Game, doc.Position, verdict)
	fmt.Fprintln(env.Out, l.Text("farm.replayed", "choices", n(doc.Choices), "replies", n(doc.Replies), "ends", n(doc.Ends),
		"known", n(doc.Known), "plies", doc.Longest, "bytes", n(uint64(doc.Bytes))))
	switch doc.Kind {
	case kindFull:
		fmt.Fprintln(env.Out, l.Text("farm.rests-rules"))
	case kindArchived:
		fmt.Fprintln(env.Out, l.Text("farm.rests-archive", "jobs", doc.Jobs))
	default:
		fmt.Fprintln(env.Out, l.Text("farm.rests-unchecked"))
	}
	return nil
}
