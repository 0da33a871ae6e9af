package playing

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/gtp"
	"github.com/plywood-go/plywood/protocol/hub"
	"github.com/plywood-go/plywood/protocol/jsonl"
	"github.com/plywood-go/plywood/protocol/nboard"
	"github.com/plywood-go/plywood/protocol/uci"
)

// engineFlags are the flags of the engine command.
type engineFlags struct {
	flags.Player
	protocol string
}

// Engine returns the command engine.
func Engine(env *cli.Env) *cobra.Command {
	var f engineFlags
	c := &cobra.Command{
		Use:   "engine GAME --protocol PROTOCOL",
		Short: "Run an engine for another program, on standard input and output",
		Long: `Run an engine for another program, on standard input and output.

The protocols are gtp, jsonl, uci and, for some games, nboard and hub. The engine
thinks for 2 s a move unless the flags or the other program set limits or a level.`,
		Example: `  ply engine othello --protocol nboard --level 21
  ply engine draughts:international --protocol hub
  ply engine connect4 --protocol gtp --time 1s`,
		Args:              arg.OneGame,
		ValidArgsFunction: arg.CompleteGame,
		RunE:              func(c *cobra.Command, args []string) error { return runEngine(c.Context(), env, args[0], &f) },
	}
	f.Player.Add(c)
	c.Flags().StringVar(&f.protocol, "protocol", "", "`protocol` to speak: gtp, hub, jsonl, nboard or uci")
	return c
}

// runEngine speaks a protocol until the other program ends it.
func runEngine(ctx context.Context, env *cli.Env, name string, f *engineFlags) error {
	g, err := arg.Game(name)
	if err != nil {
		return err
	}
	speak, known := map[string]func(context.Context, *cli.Env, *engine.Game, *engine.Player, *engineFlags) error{
		"nboard": speakNBoard, "gtp": speakGTP, "jsonl": speakJSON, "uci": speakUCI, "hub": speakHub,
	}[f.protocol]
	switch {
	case !known:
		return flags.NotAmong("--protocol", f.protocol, "gtp", "hub", "jsonl", "nboard", "uci")
	case env.JSON:
		return exit.Usage(reason.New("--json: the protocol sets the output"))
	case !flags.Plays(f.Algorithm):
		return exit.Usage(reason.Errorf("--algo: %s needs %s", "engine", flags.Search))
	}
	pl, err := f.New(g, thinkingTime)
	if err != nil {
		return err
	}
	e, release, err := flags.OpenBook(g, pl.Engine, f.Book)
	if err != nil {
		return err
	}
	defer release()
	pl.Engine = e
	var coded *exit.Error
	switch err := speak(ctx, env, g, pl, f); {
	case err == nil || errors.As(err, &coded):
		return err
	case errors.Is(err, context.Canceled):
		return exit.With(exit.CodeInterrupted)
	default:
		return exit.Failure(err)
	}
}

const engineName, engineAuthor = "Plywood", "the Plywood authors"

func speakNBoard(ctx context.Context, env *cli.Env, g *engine.Game, pl *engine.Player, _ *engineFlags) error {
	if err := madeFor(g, "nboard"); err != nil {
		return err
	}
	return nboard.Serve(ctx, env.In.Reader, env.Out, nboard.Options{Name: engineName, Start: g.Start(), Player: pl})
}

// madeFor refuses a protocol that g does not have.
func madeFor(g *engine.Game, protocol string) error {
	meant := func(g *engine.Game) bool { return workshop.Speaks(g, protocol) }
	if meant(g) {
		return nil
	}
	return exit.Usage(reason.Errorf("--protocol %s is for %v", protocol, flags.Either(arg.GamesWith(meant))))
}

// opener returns a function that returns pl, or a player like it with the options that the
// other program sets.
func (f *engineFlags) opener(g *engine.Game, pl *engine.Player) func(engine.Options) (*engine.Player, error) {
	return func(s engine.Options) (*engine.Player, error) {
		if s.TableBytes == 0 && s.Threads == 0 && s.Endgames == "" {
			return pl, nil
		}
		its := f.Player
		if s.TableBytes > 0 {
			its.Table = fmt.Sprint(s.TableBytes)
		}
		its.Threads, its.Endgames = cmp.Or(s.Threads, its.Threads), cmp.Or(s.Endgames, its.Endgames)
		other, err := its.New(g, thinkingTime)
		if err != nil {
			return nil, err
		}
		if other.Engine, _, err = flags.OpenBook(g, other.Engine, f.Book); err != nil {
			return nil, err // an open book is closed when the program ends
		}
		return other, nil
	}
}

func speakUCI(ctx context.Context, env *cli.Env, g *engine.Game, pl *engine.Player, f *engineFlags) error {
	o := uci.Options{Name: engineName + " " + cli.Version(), Author: engineAuthor, Start: g.Start(), Open: f.opener(g, pl)}
	reader, reads := engine.Offered[workshop.EndgameReader](g)
	_, builds := reader.(workshop.Endgames)
	o.Syzygy = reads && !builds
	o.Strength, _ = engine.Offered[workshop.Strength](g)
	o.Bench = func(ctx context.Context) (uint64, error) { return runSuite(ctx, g.About().Name) }
	return uci.Serve(ctx, env.In.Reader, env.Out, o)
}

// runSuite runs the benchmarks of a game and returns their nodes.
func runSuite(ctx context.Context, name string) (nodes uint64, err error) {
	for _, b := range catalog.Benchmarks() {
		if b.Game != name {
			continue
		}
		a, err := b.Run(ctx)
		if err != nil {
			return nodes, err
		}
		nodes += a.Stats.Nodes
	}
	return nodes, nil
}

func speakHub(ctx context.Context, env *cli.Env, g *engine.Game, pl *engine.Player, f *engineFlags) error {
	if err := madeFor(g, "hub"); err != nil {
		return err
	}
	return hub.Serve(ctx, env.In.Reader, env.Out, hub.Options{
		Name: engineName, Version: cli.Version(), Author: engineAuthor, Start: g.Start(), Open: f.opener(g, pl),
	})
}

func speakJSON(ctx context.Context, env *cli.Env, g *engine.Game, pl *engine.Player, _ *engineFlags) error {
	return jsonl.Serve(ctx, env.In.Reader, env.Out, jsonl.Options{Name: engineName, Version: cli.Version(), Start: g.Start(), Player: pl})
}

// speakGTP speaks GTP, with all sizes of the game's board.
func speakGTP(ctx context.Context, env *cli.Env, g *engine.Game, pl *engine.Player, f *engineFlags) error {
	open := func(size int) (*engine.Position, *engine.Player, error) {
		if size == 0 {
			return g.Start(), pl, nil
		}
		board, ok := engine.Offered[workshop.Board](g)
		switch {
		case !ok:
			return nil, nil, reason.Errorf("%s: the board has one size", g.About().Name)
		case size == board.Size:
			return g.Start(), pl, nil
		}
		other, err := board.Of(size)
		if err != nil {
			return nil, nil, err
		}
		its, err := f.New(other, thinkingTime)
		return other.Start(), its, err
	}
	return gtp.Serve(ctx, env.In.Reader, env.Out, gtp.Options{Name: engineName, Version: cli.Version(), Open: open})
}
