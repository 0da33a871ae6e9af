package farming

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/arena"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
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
		Args:    cli.Want(cobra.ExactArgs(1), reason.New("want the file of a proof, or the name of a batch")),
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("redo") {
				if err := cli.AtLeast("--redo", redo, 1); err != nil {
					return err
				}
			}
			if _, err := os.Lstat(args[0]); err != nil && job.IsBatchName(args[0]) {
				return verifyBatch(c.Context(), env, args[0], redo, &where)
			}
			return verifyProof(c.Context(), env, args[0], archived, require)
		},
	}
	cli.Bind(c, &where)
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
		return cli.Usage(reason.Errorf("--require: %q, want full or archived", require))
	}
	started := time.Now()
	file, err := env.In.Open(ctx, name)
	if err != nil {
		return cli.Invalid(err)
	}
	defer file.Close()
	r, err := proof.Open(file)
	if err != nil {
		return refusal(name, err)
	}
	h := r.Header()
	g, err := named(h.Game)
	if err != nil {
		return err
	}
	pos, err := g.Parse(h.Position)
	if err != nil {
		return cli.Invalid(reason.Errorf("%s: %w", name, err))
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
	if err = cmp.Or(g.Fault(), err); err != nil {
		return refusal(name, err)
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
		return &cli.Error{Code: cli.CodeExpectation, Err: reason.Errorf("%s: the proof is %s, want %s", name, kind, require)}
	case kind == kindConditional:
		return cli.With(cli.CodeLimit)
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
			return nil, cli.Invalid(err)
		}
		result = l.Result
	}
	if h.Jobs == nil {
		return func(proof.Leaf) error { return reason.New("the header does not describe the jobs") }, nil
	}
	var spec job.Spec
	if err := json.Unmarshal(h.Jobs, &spec); err != nil {
		return nil, cli.Invalid(reason.Errorf("jobs: %w", err))
	}
	return prover.Named(g, spec, result), nil
}

// refusal returns the error about a rejected proof with its exit code.
func refusal(name string, err error) error {
	err = reason.Errorf("%s: %w", name, err)
	if errors.Is(err, proof.ErrWrong) {
		return &cli.Error{Code: cli.CodeExpectation, Err: err}
	}
	return cli.Invalid(err)
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
	fmt.Fprintf(env.Out, "%s %s\n%s\n", shortName(g), doc.Position, verdict)
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

// rowReader calls take with each row of a batch.
type rowReader func(ctx context.Context, batch string, take func(*job.Page, *job.Row) error) error

// rows returns a reader of the rows of batches, from a running farm or, without one, from
// its archive.
func rows(f *remote.Flags) (read rowReader, release func(), err error) {
	q, err := f.Dial()
	if err == nil {
		return (&farm.Client{Queue: q}).Rows, q.Close, nil
	}
	dir, err2 := f.Folder()
	if err2 != nil || f.NATS != "" {
		return nil, nil, err
	}
	path := filepath.Join(dir, remote.ArchiveFile)
	if _, err2 := os.Stat(path); err2 != nil {
		return nil, nil, err
	}
	l, err := openRead(path)
	if err != nil {
		return nil, nil, cli.Failure(err)
	}
	return func(_ context.Context, batch string, take func(*job.Page, *job.Row) error) error {
		return l.EachRow(batch, take)
	}, func() { l.Archive.Close() }, nil
}

// openRead opens the ledger in an archive for reading.
func openRead(path string) (*ledger.Ledger, error) {
	return openLedger(archive.OpenRead, path, ledger.Config{})
}

func resultsCommand(env *cli.Env) *cobra.Command {
	c := asking("results BATCH", "Print the results of a batch, in the order of its positions", oneBatch,
		func(ctx context.Context, f *remote.Flags, args []string) error {
			return runResults(ctx, env, args[0], f)
		})
	c.Long = `Print the results so far of the positions of a batch, in their order. The exit code
is 4 if some are missing or not finished, and 1 if some failed.`
	return c
}

func runResults(ctx context.Context, env *cli.Env, batch string, f *remote.Flags) error {
	read, release, err := rows(f)
	if err != nil {
		return err
	}
	defer release()
	var t job.Tally
	size, find := 0, remembering()
	err = read(ctx, batch, func(p *job.Page, row *job.Row) error {
		size = p.Size
		r, err := row.Read()
		if err != nil {
			cli.Note(env.Err, env.Lang, reason.Errorf("%d: %w", row.Index, err))
			t.Failed++
			return nil
		}
		if r == nil {
			return nil
		}
		if r.Status == job.Failed {
			t.Add(r.Status)
			cli.Note(env.Err, env.Lang, reason.Errorf("%d: %s: %w", row.Index, row.Line, errors.New(r.Error)))
			return nil
		}
		if row.Unconfirmed {
			cli.Note(env.Err, env.Lang, reason.Errorf("%d: %s: not confirmed: it rests on workers in an unsettled dispute", row.Index, row.Line))
		}
		err = writeRow(env, find, &p.Spec, row, r)
		if errors.Is(err, errRow) { // go on with the other rows
			t.Failed++
			cli.Note(env.Err, env.Lang, reason.Errorf("%d: %s: %w", row.Index, row.Line, err))
			return nil
		}
		t.Add(r.Status)
		return err
	})
	if err != nil {
		return coded(err)
	}
	return ended(t, size)
}

// errRow is wrapped by errors about a single result that cannot be printed.
var errRow = reason.New("no result that can be printed")

// writeRow prints a result in the form of analyze or perft.
func writeRow(env *cli.Env, find func(string) (*engine.Game, error), s *job.Spec, row *job.Row, r *job.Result) error {
	g, err := find(s.Game)
	if err != nil {
		return err
	}
	if !s.Kind.Positional() {
		_, err := fmt.Fprintln(env.Out, r.Data)
		return err
	}
	p, err := g.Parse(row.Line)
	if err != nil {
		return err
	}
	if s.Kind == job.Perft {
		return writePerft(env, p, s, row, r)
	}
	found, err := r.Analysis(p, s)
	if err != nil {
		return reason.Errorf("%w: %w", errRow, err)
	}
	if !env.JSON {
		env.Printer().Row(row.Index, &found)
		return env.Out.Err
	}
	doc := found.Describe("search")
	doc.Index = &row.Index
	return env.WriteJSON(doc)
}

func writePerft(env *cli.Env, p *engine.Position, s *job.Spec, row *job.Row, r *job.Result) error {
	if r.Counts == nil {
		fmt.Fprintln(env.Err, "ply:", env.Lang.Text("farm.row-unfinished", "n", row.Index, "line", row.Line))
		return nil
	}
	c := p.Census(s.Request.Depth, *r.Counts, time.Duration(r.Micros)*time.Microsecond)
	if env.JSON {
		c.Index = &row.Index
		return env.WriteJSON(c)
	}
	fmt.Fprintf(env.Out, "%4d  ", row.Index)
	env.Printer().Census(&c)
	return env.Out.Err
}

// checkJSON is the document "ply.farmcheck/1".
type checkJSON struct {
	Schema string `json:"schema"`
	Batch  string `json:"batch"`
	Jobs   int    `json:"jobs"`
	job.Tally
	Missing     int `json:"missing"`     // jobs without a result
	Damaged     int `json:"damaged"`     // results with a wrong checksum, or of another job
	Redone      int `json:"redone"`      // jobs repeated in this process
	Differ      int `json:"differ"`      // repeated jobs with another result
	Unconfirmed int `json:"unconfirmed"` // results that rest on workers in an unsettled dispute alone
}

// batchCheck checks the results of a batch, and repeats some of its jobs.
type batchCheck struct {
	*cli.Env
	doc  checkJSON
	redo int // jobs to repeat
	doer job.Doer
	find func(string) (*engine.Game, error)
}

// verifyBatch checks all results of a batch and repeats some of its jobs.
func verifyBatch(ctx context.Context, env *cli.Env, batch string, redo int, f *remote.Flags) error {
	read, release, err := rows(f)
	if err != nil {
		return err
	}
	defer release()
	b := batchCheck{
		Env: env, doc: checkJSON{Schema: "ply.farmcheck/1", Batch: batch}, redo: redo, find: remembering(),
		doer: job.Doer{Find: find, Engine: remote.Version(), Work: map[job.Kind]job.Work{job.Match: arena.Play(playersWith(nil))}},
	}
	err = read(ctx, batch, func(p *job.Page, row *job.Row) error { return b.row(ctx, p, row) })
	if err != nil {
		return coded(err)
	}
	doc := &b.doc
	err = env.Say(doc, env.Lang.Text("farm.checked", "batch", batch, "jobs", doc.Jobs, "done", doc.Done(), "missing", doc.Missing,
		"damaged", doc.Damaged, "redone", doc.Redone, "differ", doc.Differ))
	switch {
	case err != nil:
		return err
	case doc.Damaged+doc.Differ > 0:
		return cli.With(cli.CodeExpectation)
	case doc.Missing+doc.Unconfirmed > 0:
		return cli.With(cli.CodeLimit)
	case doc.Failed > 0:
		return cli.Failure(reason.New("some jobs failed"))
	case doc.Solved+doc.Unfinished == 0, redo > 0 && doc.Redone == 0:
		return cli.Failure(reason.New("nothing was checked"))
	}
	return nil
}

// row checks a result, and repeats its job if enough others have not been.
func (b *batchCheck) row(ctx context.Context, p *job.Page, row *job.Row) error {
	b.doc.Jobs = p.Size
	j, r, err := p.Read(b.find, row)
	switch {
	case err != nil:
		b.doc.Damaged++
		cli.Note(b.Err, b.Lang, reason.Errorf("%d: %s: %w", row.Index, row.Line, err))
		return nil
	case r == nil:
		b.doc.Missing++
		return nil
	}
	b.doc.Add(r.Status)
	if row.Unconfirmed {
		b.doc.Unconfirmed++
	}
	if b.doc.Redone == b.redo || !repeatable(&j, r) {
		return nil
	}
	b.doc.Redone++
	again, err := b.doer.Do(ctx, j)
	if err != nil {
		return err
	}
	if !again.Agrees(r) {
		b.doc.Differ++
		fmt.Fprintln(b.Err, "ply:", b.Lang.Text("farm.row-differs", "n", row.Index, "line", row.Line))
	}
	return nil
}

// repeatable reports whether this program can do a job again and must find the same result.
func repeatable(j *job.Job, r *job.Result) bool {
	return (j.Kind.Positional() || j.Kind == job.Match) && r.Status == job.Solved && !r.Timed && r.Worker != job.Combiner
}
