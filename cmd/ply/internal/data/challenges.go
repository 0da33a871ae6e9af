package data

import (
	"cmp"
	"context"
	"iter"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/internal/reason"
)

// challengesFlags are the flags of the challenges command.
type challengesFlags struct {
	arg.RecordFlags
	Count    int    `flag:"count" help:"stop after this many challenges; 10 by default without FILE"`
	Most     int    `flag:"most" help:"keep at most this many challenges of one level"`
	Nodes    uint64 `flag:"nodes" help:"{positions} that each search for a proof may visit"`
	Seed     uint64 `flag:"seed" help:"seed of the engine's games"`
	Endgames string `flag:"endgames" help:"{folder} of the endgame databases instead of the usual one; none disables them"`
}

// tableBytes is the size of the transposition table: searches for challenges are short.
const tableBytes = 16 << 20

// Challenges returns the command challenges.
func Challenges(env *cli.Env) *cobra.Command {
	var f challengesFlags
	c := &cobra.Command{
		Use:   "challenges GAME [FILE]",
		Short: "Find positions with one best move, for players to solve",
		Long: `Find challenges: positions in which one move is proven to be best. It is the only
move that wins (win), the only one that does not lose (draw), or the only one that
wins so soon (quickest).

The positions are from the games in FILE, or from the engine's games against itself,
in which it makes mistakes. Each challenge is a line of a file of positions: the
position, the best move with its value, the theme, the lowest level that finds the
move, and the best play, in which each move of the side to move is the only best one.`,
		Example: "  ply challenges chess games.pgn\n  ply challenges othello --count 100 --seed 7",
		Args:    cobra.MatchAll(arg.AtLeastGame, arg.Counted(cobra.MaximumNArgs(2))),
		RunE: func(c *cobra.Command, args []string) error {
			return runChallenges(c.Context(), env, args, &f)
		},
	}
	c.ValidArgsFunction = arg.CompleteGame
	env.Intake.Add(c)
	flags.AddLanguage(c)
	c.Flags().StringVar(&f.From, "from", "", "`format` of the records; detected by default")
	f.Nodes, f.Seed = 20_000, 1
	flags.Bind(c, &f)
	return c
}

func runChallenges(ctx context.Context, env *cli.Env, args []string, f *challengesFlags) error {
	if err := cmp.Or(flags.AtLeast("--count", f.Count, 0), flags.AtLeast("--most", f.Most, 0), flags.AtLeast("--nodes", f.Nodes, 1), f.CheckFormat(), env.Intake.Check()); err != nil {
		return err
	}
	g, err := arg.Game(args[0])
	if err != nil {
		return err
	}
	if g.Start().Measure(0).Outcome == engine.NoOutcome {
		return exit.Invalid(reason.Errorf("%s: a game without winners has no challenges", g.About().Name))
	}
	var options engine.Options
	options.TableBytes = tableBytes
	m := &problem.Miner{Nodes: f.Nodes, Player: g.NewEngine(options)}
	options.Endgames = flags.EndgamesFolder(f.Endgames)
	m.Prover = g.NewEngine(options)
	games := selfPlay(ctx, m, g, f.Seed)
	if len(args) > 1 {
		f.Game = args[0]
		records, err := arg.ReadRecords(ctx, env, args[1:], &f.RecordFlags)
		if err != nil {
			return err
		}
		games = positions(records)
	} else if f.Count == 0 {
		f.Count = 10
	}
	return f.find(ctx, env, m, games)
}

// selfPlay plays games of the engine against itself, as many as the caller takes.
func selfPlay(ctx context.Context, m *problem.Miner, g *engine.Game, seed uint64) iter.Seq[[]*engine.Position] {
	return func(yield func([]*engine.Position) bool) {
		for game := uint64(0); ; game++ {
			if !yield(m.SelfPlay(ctx, g, rand.New(rand.NewPCG(seed, game)))) {
				return
			}
		}
	}
}

// positions returns the positions of each record.
func positions(records []engine.Record) iter.Seq[[]*engine.Position] {
	return func(yield func([]*engine.Position) bool) {
		for i := range records {
			if all, err := records[i].Positions(); err == nil && !yield(all) { // reading has checked the moves
				return
			}
		}
	}
}

// find prints the challenges in games, each position once.
func (f *challengesFlags) find(ctx context.Context, env *cli.Env, m *problem.Miner, games iter.Seq[[]*engine.Position]) error {
	show, done := env.Status()
	defer done()
	known, ofLevel := map[string]bool{}, map[int]int{}
	found, played := 0, 0
	for game := range games {
		show(env.Lang.Text("report.challenges", "games", played, "found", found))
		for _, c := range m.Game(ctx, game) {
			canonical := c.Position.Canonical().String()
			if known[canonical] || f.Most > 0 && ofLevel[c.Level] == f.Most {
				continue
			}
			known[canonical] = true
			ofLevel[c.Level]++
			if err := env.Say(c.Describe(), c.String()); err != nil {
				return err
			}
			if found++; found == f.Count {
				return nil
			}
		}
		if ctx.Err() != nil {
			return exit.With(exit.CodeInterrupted)
		}
		played++
	}
	if found == 0 {
		exit.Note(env.Err, env.Lang, reason.Errorf("no challenge in %d games", played))
	}
	return nil
}
