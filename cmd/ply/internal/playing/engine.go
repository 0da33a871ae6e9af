package playing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/dxp"
	"github.com/plywood-go/plywood/protocol/gomocup"
	"github.com/plywood-go/plywood/protocol/gtp"
	"github.com/plywood-go/plywood/protocol/hub"
	"github.com/plywood-go/plywood/protocol/jsonl"
	"github.com/plywood-go/plywood/protocol/nboard"
	"github.com/plywood-go/plywood/protocol/uci"
)

// engineFlags are the flags of the engine command.
type engineFlags struct {
	cli.Player
	protocol, listen string
}

// Engine returns the command engine.
func Engine(env *cli.Env) *cobra.Command {
	var f engineFlags
	c := &cobra.Command{
		Use:   "engine GAME --protocol PROTOCOL",
		Short: "Run an engine for another program, on standard input and output",
		Long: `Run an engine for another program, on standard input and output.

The protocols are gtp, jsonl, uci and, for some games, nboard, hub, dxp and gomocup. The
engine thinks for 2 s a move unless the flags or the other program set limits or a level.
Programs that speak dxp connect to the address of --listen, one after the other.`,
		Example: `  ply engine othello --protocol nboard --level 21
  ply engine draughts:international --protocol hub
  ply engine draughts:international --protocol dxp --listen 127.0.0.1:27531
  ply engine mnk:15,15,5 --protocol gomocup
  ply engine connect4 --protocol gtp --time 1s`,
		Args:              cli.OneGame,
		ValidArgsFunction: cli.CompleteGame,
		RunE:              func(c *cobra.Command, args []string) error { return runEngine(c.Context(), env, args[0], &f) },
	}
	f.Player.Add(c)
	c.Flags().StringVar(&f.protocol, "protocol", "", "`protocol` to speak: dxp, gomocup, gtp, hub, jsonl, nboard or uci")
	c.Flags().StringVar(&f.listen, "listen", dxp.Address, "`address` at which dxp waits for programs")
	return c
}

// ofSome are the protocols that only some games have.
var ofSome = []string{"dxp", gomocup.Protocol, "hub", "nboard"}

// runEngine speaks a protocol until the other program ends it.
func runEngine(ctx context.Context, env *cli.Env, name string, f *engineFlags) error {
	g, err := cli.AnyGame(env, name)
	if err != nil {
		return err
	}
	speak, known := map[string]func(context.Context, *cli.Env, *engine.Game, *engine.Player, *engineFlags) error{
		"nboard": speakNBoard, "gtp": speakGTP, "jsonl": speakJSON, "uci": speakUCI, "hub": speakHub, "dxp": speakDXP, gomocup.Protocol: speakGomocup,
	}[f.protocol]
	switch {
	case !known:
		return cli.NotAmong("--protocol", f.protocol, "dxp", gomocup.Protocol, "gtp", "hub", "jsonl", "nboard", "uci")
	case f.listen != dxp.Address && f.protocol != "dxp":
		return cli.Needs("--listen", "--protocol dxp")
	case env.JSON:
		return cli.Usage(reason.New("--json: the protocol sets the output"))
	case !cli.Plays(f.Algorithm):
		return cli.Usage(reason.Errorf("--algo: %s needs %s", "engine", cli.Search))
	}
	pl, err := f.New(g, thinkingTime)
	if err != nil {
		return err
	}
	e, release, err := cli.OpenBook(g, pl.Engine, f.Book)
	if err != nil {
		return err
	}
	defer release()
	pl.Engine = e
	if slices.Contains(ofSome, f.protocol) {
		if err := madeFor(g, f.protocol); err != nil {
			return err
		}
	}
	var coded *cli.Error
	switch err := speak(ctx, env, g, pl, f); {
	case err == nil || errors.As(err, &coded):
		return err
	case errors.Is(err, context.Canceled):
		return cli.With(cli.CodeInterrupted)
	default:
		return cli.Failure(err)
	}
}

const engineName, engineAuthor = "Plywood", "the Plywood authors"

func speakNBoard(ctx context.Context, env *cli.Env, g *engine.Game, pl *engine.Player, _ *engineFlags) error {
	return nboard.Serve(ctx, env.In.Reader, env.Out, nboard.Options{Name: engineName, Start: g.Start(), Player: pl})
}

// madeFor refuses a protocol that g does not have.
func madeFor(g *engine.Game, protocol string) error {
	if _, ok := workshop.Speaks(g, protocol); ok {
		return nil
	}
	var names []string
	for _, one := range catalog.Games() {
		sizes := []engine.Size{{Name: one.About().Name}}
		for _, s := range append(sizes, one.About().Menu...) {
			other, err := catalog.Find(s.Name)
			if err != nil {
				return cli.Failure(err)
			}
			if _, ok := workshop.Speaks(other, protocol); ok && !slices.Contains(names, s.Name) {
				names = append(names, s.Name)
			}
		}
	}
	return cli.Usage(reason.Errorf("--protocol %s is for %v", protocol, cli.Either(names)))
}

// opener returns a function that returns pl for g, or a player like it for another game or with
// the options that the other program sets.
func (f *engineFlags) opener(g *engine.Game, pl *engine.Player) func(*engine.Game, engine.Options) (*engine.Player, error) {
	return func(wanted *engine.Game, s engine.Options) (*engine.Player, error) {
		if wanted == g && s.TableBytes == 0 && s.Threads == 0 && s.Endgames == "" {
			return pl, nil
		}
		its := f.Player
		if s.TableBytes > 0 {
			its.Table = fmt.Sprint(s.TableBytes)
		}
		its.Threads, its.Endgames = cmp.Or(s.Threads, its.Threads), cmp.Or(s.Endgames, its.Endgames)
		other, err := its.New(wanted, thinkingTime)
		if err != nil {
			return nil, err
		}
		if other.Engine, _, err = cli.OpenBook(wanted, other.Engine, f.Book); err != nil {
			return nil, err // an open book is closed when the program ends
		}
		return other, nil
	}
}

func speakUCI(ctx context.Context, env *cli.Env, g *engine.Game, pl *engine.Player, f *engineFlags) error {
	o := uci.Options{Name: engineName + " " + cli.Version(), Author: engineAuthor, Start: g.Start()}
	open := f.opener(g, pl)
	o.Open = func(s engine.Options) (*engine.Player, error) { return open(g, s) }
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
	its, _ := workshop.Speaks(g, "hub")
	variants := []hub.Variant{{Name: its, Start: g.Start()}}
	for _, other := range catalog.Games() {
		if name, ok := workshop.Speaks(other, "hub"); ok && name != its {
			variants = append(variants, hub.Variant{Name: name, Start: other.Start()})
		}
	}
	return hub.Serve(ctx, env.In.Reader, env.Out, hub.Options{
		Name: engineName, Version: cli.Version(), Author: engineAuthor, Variants: variants, Open: f.opener(g, pl),
	})
}

func speakGomocup(ctx context.Context, env *cli.Env, g *engine.Game, pl *engine.Player, f *engineFlags) error {
	open := f.opener(g, pl)
	return gomocup.Serve(ctx, env.In.Reader, env.Out, gomocup.Options{
		Name: engineName, Version: cli.Version(), Author: engineAuthor, Start: g.Start(),
		Open: func(s engine.Options) (*engine.Player, error) { return open(g, s) },
	})
}

// speakDXP plays the games that other programs request, one program at a time.
func speakDXP(ctx context.Context, env *cli.Env, g *engine.Game, pl *engine.Player, f *engineFlags) error {
	if _, err := cli.BeyondLoopback(f.listen); err != nil {
		return err
	}
	l, err := net.Listen("tcp", f.listen)
	if err != nil {
		return cli.Failure(err)
	}
	defer l.Close()
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	say := func(line string) { fmt.Fprintln(env.Err, plain.Line(line)) }
	say("dxp: " + l.Addr().String())
	for {
		conn, err := l.Accept()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return cli.Failure(err)
		}
		err = dxp.Serve(ctx, conn, dxp.Options{Name: engineName + " " + cli.Version(), Start: g.Start(), Player: pl, Log: say})
		_ = conn.Close()
		if err != nil && ctx.Err() == nil {
			say(err.Error())
		}
	}
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
