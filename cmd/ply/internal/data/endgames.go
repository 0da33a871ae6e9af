package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/internal/reason"
)

// endgamesFlags are the flags of ply endgames.
type endgamesFlags struct {
	Dir     string `flag:"endgames" help:"{folder} of the databases instead of the usual one"`
	Pieces  int    `flag:"pieces" help:"build databases of up to this {number} of pieces"`
	Threads int    `flag:"threads" help:"build on this many {cores}"`
	Check   bool   `flag:"check" help:"check every entry against the entries of the positions after its moves; exit code 5 if one differs"`
	away    remote.Send
}

// Endgames returns the command endgames.
func Endgames(env *cli.Env) *cobra.Command {
	f := new(endgamesFlags)
	c := &cobra.Command{
		Use:   "endgames GAME",
		Short: "Build or check endgame databases",
		Long: `Build endgame databases of a game. They hold the proven value of every position
with few pieces: win, draw or loss, and in how many plies. Engines look them up.
The commands analyze and solve build the small databases, which take seconds, when
they first need them. This command builds larger ones; if it is stopped, the next
run continues.

For chess the program reads Syzygy tables (.rtbw and .rtbz). Put them into the folder,
or into its folder chess; this command says what it finds there.`,
		Example: `  ply endgames checkers
  ply endgames checkers --pieces 5 --threads 2
  ply endgames draughts:russian --check
  ply endgames chess --endgames ~/syzygy`,
		Args: cli.AtLeastGame,
		RunE: func(c *cobra.Command, args []string) error { return runEndgames(c.Context(), env, args, f) },
	}
	f.Threads = min(2, runtime.NumCPU())
	cli.Bind(c, f)
	f.away.Add(c, "solve the endings on a farm")
	c.ValidArgsFunction = cli.CompleteGame
	return c
}

// endgamesJSON is the document "ply.endgames/1".
type endgamesJSON struct {
	Schema    string `json:"schema"`
	Game      string `json:"game"`
	Folder    string `json:"folder"`
	Pieces    int    `json:"pieces"`
	Positions int    `json:"positions"`
	Outcomes  int64  `json:"outcome_bytes"`
	Distances int64  `json:"distance_bytes"`
	Checked   bool   `json:"checked"`
}

func runEndgames(ctx context.Context, env *cli.Env, args []string, f *endgamesFlags) error {
	g, err := cli.Game(args[0])
	if err != nil {
		return err
	}
	reader, maker, err := f.databases(g, args)
	if err != nil {
		return err
	}
	name, dir := g.About().Name, f.Dir
	what := "endgames.held"
	switch {
	case f.Check && maker != nil:
		what = "endgames.checked"
	case f.Check:
		what = "endgames.sampled"
	}
	switch {
	case f.Check:
		if err = checkEndgames(ctx, env, reader, dir); err != nil && ctx.Err() == nil {
			return &cli.Error{Code: cli.CodeExpectation, Err: err}
		}
	case maker != nil:
		err = makeEndgames(ctx, env, g, maker, workshop.EndgameBuilding{Dir: dir, Pieces: f.Pieces, Threads: f.Threads}, &f.away)
	}
	if err != nil {
		return err
	}
	held, err := reader.Held(dir)
	if err != nil {
		return cli.Invalid(err)
	}
	if f.Check && held.Positions == 0 {
		return cli.Invalid(reason.Errorf("%s: no databases of %s to check", dir, name))
	}
	return env.Say(
		endgamesJSON{"ply.endgames/1", name, dir, held.Pieces, held.Positions, held.Outcomes, held.Distances, f.Check},
		env.Lang.Text(what, "game", name, "pieces", held.Pieces, "positions", report.Thousands(uint64(held.Positions)),
			"outcomes", report.Thousands(uint64(held.Outcomes)), "distances", report.Thousands(uint64(held.Distances)))+"\n"+dir)
}

// databases returns the reader of g's databases and their maker, which is nil if g does not
// build them. It sets the defaults of the flags.
func (f *endgamesFlags) databases(g *engine.Game, args []string) (reader workshop.EndgameReader, maker workshop.Endgames, err error) {
	name := g.About().Name
	reader, ok := engine.Offered[workshop.EndgameReader](g)
	maker, builds := reader.(workshop.Endgames)
	f.Dir = cli.EndgamesFolder(f.Dir)
	switch {
	case !ok:
		return nil, nil, cli.Usage(reason.Errorf("%s has no endgame databases", name))
	case len(args) > 1:
		return nil, nil, cli.Usage(reason.Errorf("%q: want one game", args[1]))
	case f.Dir == "":
		return nil, nil, cli.Usage(reason.Errorf("%s: which folder?", "--endgames"))
	case !builds && f.Pieces != 0:
		return nil, nil, cli.Usage(reason.Errorf("%s: the program reads Syzygy tables in the folder of --endgames, but does not build them", name))
	}
	if builds {
		f.Pieces = cmp.Or(f.Pieces, maker.Usual())
		err = cli.Within("--pieces", f.Pieces, 2, maker.Most())
	}
	return reader, maker, cmp.Or(err, cli.Within("--threads", f.Threads, 1, cli.MaxThreads))
}

// farmEndings is how many endings are built at once on a farm.
const farmEndings = 32

// makeEndgames builds databases in this process or on a farm.
func makeEndgames(ctx context.Context, env *cli.Env, g *engine.Game, maker workshop.Endgames, b workshop.EndgameBuilding, away *remote.Send) error {
	send, release, err := away.Sender(job.Slice, g)
	if err != nil {
		return err
	}
	defer release()
	if b.Send = send; send != nil {
		b.Threads = farmEndings
	}
	return cli.BuildEndgames(ctx, env, maker, b)
}

func checkEndgames(ctx context.Context, env *cli.Env, reader workshop.EndgameReader, dir string) error {
	show, done := env.Status()
	defer done()
	err := reader.Check(ctx, dir, func(done, total int) {
		show(fmt.Sprintf("endings checked: %s of %s positions", report.Thousands(uint64(done)), report.Thousands(uint64(total))))
	})
	if errors.Is(err, context.Canceled) {
		return cli.With(cli.CodeInterrupted)
	}
	return err
}
