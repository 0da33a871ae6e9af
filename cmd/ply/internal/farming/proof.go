package farming

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/wording"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/proof"
	"github.com/plywood-go/plywood/farm/prover"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

// The farm proves claims about boxed games.
type (
	boxedProver  = prover.Prover[engine.State, engine.Move, engine.Rules]
	boxedOptions = prover.Options[engine.State, engine.Move]
)

// proveFlags are the flags of ply farm prove.
type proveFlags struct {
	remote.Flags
	Farm    bool   `flag:"farm" help:"do the jobs on the farm of --nats or --dir"`
	Moves   string `flag:"moves" help:"first play these {moves}"`
	Claim   string `flag:"claim" help:"result of the side to move: win, draw, loss, or a {margin} after =, >= or <="`
	Out     string `flag:"out" help:"write the proof to this {file}"`
	Full    bool   `flag:"full" help:"prove down to the ends of all games"`
	Archive string `flag:"archive" help:"keep the results of jobs in this {file}, and use the results already there"`
	Workers int    `flag:"workers" help:"do this many {jobs} at once"`
	Nodes   uint64 `flag:"nodes" help:"split a job that visits this many {positions}"`
	Table   string `flag:"tt" help:"{size} of the transposition table of a job, such as 64MiB"`
	Order   int    `flag:"order" help:"order moves by searches of this many {plies}; 0 for none"`
	Log     bool   `flag:"log" help:"write a structured log, one line for each job, to stderr"`
}

func proveCommand(env *cli.Env) *cobra.Command {
	f := new(proveFlags)
	c := &cobra.Command{
		Use:   "prove GAME [POSITION]",
		Short: "Prove a claim about a position by many jobs, and write the proof",
		Long: `Prove the value of a position by many small searches, and write a proof that
'ply farm verify' checks without a search.

The claim is the result of the side to move: win, draw or loss, or a margin such as
-4, =-4, >=-4 or <=-4. A search that takes more than --nodes is split. With
--archive every result is kept, and an interrupted proof continues from there. GAME
may be a file in Starlark, whose text the proof carries.

By default the leaves of a proof rest on results of searches. With --full they are
the ends of games, so that the proof rests on the rules alone; the file is larger.
The exit code is 5 if the claim is false.`,
		Example: `  ply farm prove mnk:4,4,4 --claim draw --full --out 444.proof
  ply farm prove othello:6 --claim=-4 --nodes 20000000 --archive 6x6.archive --out 6x6.proof`,
		Args:              cli.AtLeastGame,
		ValidArgsFunction: cli.CompleteGame,
		RunE:              func(c *cobra.Command, args []string) error { return runProve(c.Context(), env, args, f) },
	}
	f.Workers, f.Nodes, f.Table, f.Order = 1, 5_000_000, "16MiB", 4
	cli.Bind(c, f)
	return c
}

// provenJSON is the document "ply.proven/1".
type provenJSON struct {
	Schema   string        `json:"schema"`
	Game     string        `json:"game"`
	Position string        `json:"position"`
	Claims   []proof.Claim `json:"claims"`
	Proven   bool          `json:"proven"`
	prover.Progress
	TimeMS float64 `json:"time_ms"`
	File   string  `json:"file,omitempty"`
}

func runProve(ctx context.Context, env *cli.Env, args []string, f *proveFlags) error {
	g, err := gameOf(args[0])
	if err != nil {
		return err
	}
	pos, err := cli.Position(env, g, args[1:], f.Moves)
	if err != nil {
		return err
	}
	claims, err := parseClaims(pos.ToMove(), f.Claim)
	if err != nil {
		return cli.Usage(err)
	}
	spec, err := f.spec(g)
	if err != nil {
		return err
	}
	do, release, err := f.do()
	if err != nil {
		return err
	}
	defer release()
	w := &proofWork{Env: env, flags: f, game: g, pos: pos, spec: spec, do: do, started: time.Now()}
	return w.prove(ctx, claims)
}

// spec returns the specification that all jobs share.
func (f *proveFlags) spec(g *engine.Game) (job.Spec, error) {
	if f.Farm && f.Archive != "" {
		return job.Spec{}, cli.Usage(reason.New("--archive: the farm has one of its own"))
	}
	table, err := cli.Size("--tt", f.Table)
	where := remote.Send{Farm: f.Farm, Where: f.Flags}
	err = cmp.Or(where.Check(), err, cli.Within("--workers", f.Workers, 1, cli.MaxThreads), cli.AtLeast("--nodes", f.Nodes, 1), cli.Within("--order", f.Order, 0, maxOrder))
	if err != nil {
		return job.Spec{}, err
	}
	spec := job.For(job.Solve, g, remote.Version())
	spec.Request.Nodes, spec.Options.TableBytes = f.Nodes, table
	return spec, nil
}

// maxOrder is the largest depth of searches that order moves.
const maxOrder = 20

// do returns the function that does the jobs, in this process or on the farm.
func (f *proveFlags) do() (do prover.Do, release func(), err error) {
	if f.Farm {
		q, err := f.Dial()
		if err != nil {
			return nil, nil, err
		}
		return prover.Remote(&farm.Client{Queue: q}, 0), q.Close, nil
	}
	doers := make([]*job.Doer, f.Workers)
	for i := range doers {
		doers[i] = &job.Doer{Find: find, Worker: fmt.Sprint("local-", i+1), Engine: remote.Version()}
	}
	do = prover.Local(doers...)
	if f.Archive == "" {
		return do, func() {}, nil
	}
	kept, err := archive.Open(f.Archive)
	if err != nil {
		return nil, nil, cli.Invalid(err)
	}
	return prover.Archived(kept, do), func() { _ = kept.Close() }, nil
}

// parseClaims parses a claim about the result of the side to move.
func parseClaims(mover game.Player, text string) ([]proof.Claim, error) {
	value, atLeast := strings.CutPrefix(text, ">=")
	value, atMost := strings.CutPrefix(value, "<=")
	if !atLeast && !atMost {
		value = strings.TrimPrefix(value, "=")
		switch value {
		case "win":
			return []proof.Claim{{Attacker: mover, AtLeast: proof.AWin}}, nil
		case "loss":
			return []proof.Claim{{Attacker: mover.Other(), AtLeast: proof.AWin}}, nil
		}
		atLeast, atMost = true, true
	}
	least, err := proof.ParseLeast(value)
	if err != nil || value == "win" {
		return nil, reason.Errorf("--claim: %q, want win, draw, loss, or a margin after =, >= or <=", text)
	}
	var claims []proof.Claim
	if atLeast {
		claims = append(claims, proof.Claim{Attacker: mover, AtLeast: least})
	}
	if atMost {
		n, _ := least.Points() // 0 for a draw
		if least == proof.AWin {
			n = 1
		}
		theirs, err := proof.ParseLeast(fmt.Sprint(-n))
		if err != nil {
			return nil, err
		}
		claims = append(claims, proof.Claim{Attacker: mover.Other(), AtLeast: theirs})
	}
	return claims, nil
}

// proofWork proves one position.
type proofWork struct {
	*cli.Env
	flags   *proveFlags
	game    *engine.Game
	pos     *engine.Position
	spec    job.Spec
	do      prover.Do
	started time.Time
}

// prove proves the claims until one is false, and prints the result.
func (w *proofWork) prove(ctx context.Context, claims []proof.Claim) error {
	doc := provenJSON{Schema: "ply.proven/1", Game: w.game.About().Name, Position: w.pos.String(), Claims: claims, Proven: true}
	var provers []*boxedProver
	for _, c := range claims {
		p, err := w.one(ctx, c)
		if err != nil {
			return err
		}
		doc.add(p.Progress())
		if p.Disproven() {
			doc.Proven, doc.Claims = false, []proof.Claim{p.Claim()}
			provers = []*boxedProver{p}
			break
		}
		provers = append(provers, p)
	}
	if err := w.game.Fault(); err != nil {
		return cli.Failure(err)
	}
	if w.flags.Out != "" {
		doc.File = w.flags.Out
		if err := w.write(ctx, doc.Claims, provers); err != nil {
			return err
		}
	}
	doc.TimeMS = engine.Milliseconds(time.Since(w.started))
	if err := w.show(&doc); err != nil {
		return err
	}
	if !doc.Proven {
		return cli.With(cli.CodeExpectation)
	}
	return nil
}

func (d *provenJSON) add(p prover.Progress) {
	d.Positions += p.Positions
	d.Asked += p.Asked
	d.Unfinished += p.Unfinished
	d.Cancelled += p.Cancelled
	d.Failed += p.Failed
	d.Nodes += p.Nodes
}

// one proves or disproves a claim.
func (w *proofWork) one(ctx context.Context, c proof.Claim) (*boxedProver, error) {
	o := boxedOptions{Parallel: w.flags.Workers}
	if w.flags.Order > 0 {
		o.Order = prover.Ordered(w.game, w.flags.Order)
	}
	switch {
	case w.flags.Log:
		log := slog.New(slog.NewTextHandler(w.Err, nil)).With("game", shortName(w.game), "claim", c)
		o.Report = func(p prover.Progress) {
			log.Info("job", "asked", p.Asked, "answered", p.Answered, "unfinished", p.Unfinished, "failed", p.Failed, "cancelled", p.Cancelled,
				"positions", p.Positions, "nodes", p.Nodes, "proof", p.Proof, "disproof", p.Disproof)
		}
	case cli.IsTerminal(w.Err):
		show, done := cli.ShowStatus(w.Err)
		defer done()
		o.Report = func(p prover.Progress) {
			show(w.Lang.Text("farm.proving", "claims", tellClaims(w.Env, w.game, []proof.Claim{c}), "jobs", p.Asked, "split", p.Unfinished,
				"positions", p.Positions, "proof", p.Proof, "disproof", p.Disproof))
		}
	}
	root := w.pos.State()
	p, err := prover.New[engine.State, engine.Move](w.game.Rules(), &root, c, prover.Jobs(w.game, w.spec, w.do), o)
	if err != nil {
		return nil, cli.Invalid(reason.Errorf("%s: %w", w.game.About().Name, err))
	}
	if _, err = p.Prove(ctx); err != nil {
		return nil, cli.Failure(err)
	}
	return p, nil
}

// write writes the file of a proof.
func (w *proofWork) write(ctx context.Context, claims []proof.Claim, provers []*boxedProver) error {
	return cli.Failure(memory.WriteFile(w.flags.Out, 0o644, func(to io.Writer) error { return w.tell(ctx, to, claims, provers) }))
}

func (w *proofWork) tell(ctx context.Context, to io.Writer, claims []proof.Claim, provers []*boxedProver) error {
	h := proof.Header{Game: w.game.About().Name, Position: w.pos.String(), Claims: claims}
	var best prover.Best[engine.State, engine.Move]
	if w.flags.Full {
		best = prover.Solver(w.game, w.spec.Options.TableBytes, 0)
	} else {
		var err error
		if h.Jobs, err = json.Marshal(w.spec); err != nil {
			return err
		}
	}
	out, err := proof.NewWriter(to, h)
	if err != nil {
		return err
	}
	for _, p := range provers {
		if err := p.Write(ctx, out, best); err != nil {
			return err
		}
	}
	return errors.Join(out.Close(), w.game.Fault())
}

// show prints the result.
func (w *proofWork) show(doc *provenJSON) error {
	if w.JSON {
		return w.WriteJSON(doc)
	}
	verdict := "farm.proven"
	if !doc.Proven {
		verdict = "farm.disproven"
	}
	l, n := w.Lang, report.Thousands
	fmt.Fprintf(w.Out, "%s %s\n%s\n", shortName(w.game), doc.Position, l.Text(verdict, "claims", tellClaims(w.Env, w.game, doc.Claims)))
	fmt.Fprintln(w.Out, l.Text("farm.spent", "jobs", n(uint64(doc.Asked)), "split", n(uint64(doc.Unfinished)), "cancelled", n(uint64(doc.Cancelled)),
		"nodes", n(doc.Nodes), "seconds", l.Number(fmt.Sprintf("%.1f", doc.TimeMS/1000))))
	if doc.File != "" {
		fmt.Fprintln(w.Out, doc.File)
	}
	return nil
}

// tellClaims describes claims in words, with the names of the sides.
func tellClaims(env *cli.Env, g *engine.Game, claims []proof.Claim) string {
	var all []string
	for _, c := range claims {
		key := "farm.claim-margin"
		switch c.AtLeast {
		case proof.AWin:
			key = "farm.claim-win"
		case proof.ADraw:
			key = "farm.claim-draw"
		}
		all = append(all, env.Lang.Text(key, "side", wording.Sides(env.Lang, g.About())[c.Attacker], "margin", c.Least()))
	}
	return strings.Join(all, ", ")
}
