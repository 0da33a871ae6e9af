package farming

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/proof"
	"github.com/plywood-go/plywood/farm/prover"
	"github.com/plywood-go/plywood/internal/reason"
)

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
	file, err := os.Open(name)
	if err != nil {
		return exit.Invalid(err)
	}
	defer file.Close()
	r, err := proof.Open(interruptible{ctx, file})
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
	report, err := proof.Verify[engine.State, engine.Move](g.ProofRules(), r, &root, o)
	if err != nil {
		return refusal(ctx, name, err)
	}
	kind := kindConditional
	switch {
	case report.Rests == 0:
		kind = kindFull
	case archived != "":
		kind = kindArchived
	}
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

// leafCheck returns a function that checks leaves that rest on jobs.
func leafCheck(g *engine.Game, h proof.Header, archived string) (func(proof.Leaf) error, error) {
	var kept *archive.Archive
	if archived != "" {
		var err error
		if kept, err = archive.OpenRead(archived); err != nil {
			return nil, exit.Invalid(err)
		}
	}
	if h.Jobs == nil {
		return func(proof.Leaf) error { return reason.New("the header does not describe the jobs") }, nil
	}
	var spec job.Spec
	if err := json.Unmarshal(h.Jobs, &spec); err != nil {
		return nil, exit.Invalid(reason.Errorf("jobs: %w", err))
	}
	return prover.Named(g, spec, kept), nil
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

// interruptible is a reader that ends when its context is done.
type interruptible struct {
	ctx context.Context
	io.Reader
}

func (r interruptible) Read(p []byte) (int, error) {
	if err := context.Cause(r.ctx); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}
