package analysis

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/review"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// reviewFlags are the flags of the review command.
type reviewFlags struct {
	arg.RecordFlags
	flags.Limits
}

// Review returns the command review.
func Review(env *cli.Env) *cobra.Command {
	var f reviewFlags
	c := &cobra.Command{
		Use:   "review [FILE]",
		Short: "Annotate records of games with the loss of each move",
		Long: `Annotate records of games: the value of each move, the best move, the loss, and the
turning points. Moves are marked by the chance of winning that they cost.

Without FILE, or with -, the command reads standard input. It detects the notation
and the game unless flags name them. Unless flags set limits it searches each move
for 1 s; Connect Four and tic-tac-toe it solves.`,
		Example: "  ply review game.ggf\n  ply review --game othello --moves f5d6c3d3c4 --depth 8",
		Args:    arg.Counted(cobra.MaximumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			f.Typed = c.Flags().Changed("moves")
			return runReview(c.Context(), env, args, &f)
		},
	}
	f.RecordFlags.Add(env, c)
	f.AddStrength(c)
	f.Limits.Add(c)
	flags.AddLanguage(c)
	for _, name := range []string{"multipv", "algo"} { // a review sets these itself
		c.Flags().Lookup(name).Hidden = true
	}
	c.Flags().StringVar(&f.Moves, "moves", "", "review these `moves` instead of a file")
	return c
}

func runReview(ctx context.Context, env *cli.Env, args []string, f *reviewFlags) error {
	options, limits, err := f.check(args)
	if err != nil {
		return err
	}
	records, err := arg.ReadRecords(ctx, env, args, &f.RecordFlags)
	if err != nil {
		return err
	}
	g := records[0].Start.Game()
	if err := f.LoadNetwork(g, &options); err != nil {
		return err
	}
	e, limits := g.NewEngine(options), limits.Or(g)
	for i := range records {
		r, err := reviewOne(ctx, env, e, records, i, limits)
		if err != nil {
			return exit.Invalid(reason.Errorf("game %d: %w", i+1, err))
		}
		printReview(env, r, i, len(records))
		if !r.Complete {
			return exit.With(exit.CodeInterrupted)
		}
	}
	return nil
}

// check returns the options and limits that the flags set.
func (f *reviewFlags) check(args []string) (engine.Options, review.Limits, error) {
	var limits review.Limits
	options, err := f.Options()
	if err != nil {
		return options, limits, err
	}
	if limits.Query, limits.Control, err = f.Query(0); err != nil {
		return options, limits, err
	}
	switch {
	case f.Algorithm != flags.Search:
		return options, limits, exit.Usage(reason.Errorf("--algo: %s needs %s", "review", flags.Search))
	case f.MultiPV != 1:
		return options, limits, exit.Usage(reason.New("--multipv: review compares the best move with the one played"))
	case f.Typed && len(args) > 0:
		return options, limits, exit.Usage(reason.New("--moves excludes FILE"))
	}
	if err := f.CheckStrength(); err != nil {
		return options, limits, err
	}
	limits.Level = f.Level
	if f.Level > 0 {
		limits.Time = f.Time
	}
	return options, limits, nil
}

// reviewOne reviews the i-th of records and shows its progress.
func reviewOne(ctx context.Context, env *cli.Env, e engine.Engine, records []engine.Record, i int, limits review.Limits) (*review.Review, error) {
	show, done := env.Status()
	defer done()
	return review.Game(ctx, e, &records[i], limits, func(r *review.Review, move int) {
		show(env.Lang.Text("report.reviewed", "game", i+1, "games", len(records), "done", len(r.Moves)-move, "moves", len(r.Moves)))
	})
}

func printReview(env *cli.Env, r *review.Review, index, of int) {
	if !env.JSON {
		if index > 0 {
			fmt.Fprintln(env.Out)
		}
		env.Printer().Review(r)
		return
	}
	doc := r.Describe()
	if of > 1 {
		doc.Index = &index
	}
	env.WriteJSON(doc)
}

// perftFlags are the flags of the perft command.
type perftFlags struct {
	arg.Source
	divide bool
	paths  bool
}

// Perft returns the command perft.
func Perft(env *cli.Env) *cobra.Command {
	var f perftFlags
	c := &cobra.Command{
		Use:   "perft GAME DEPTH [POSITION]",
		Short: "Count the paths of DEPTH plies, to check a move generator",
		Long: `Count the paths of DEPTH plies from a position.

"leaves" are paths of exactly DEPTH plies, "ended" are games that ended earlier. A
pass is a ply. Published Othello counts are the sum of the two.

In draughts, captures of the same pieces that end on the same square are one move.
--paths counts them separately.`,
		Example:           "  ply perft othello 8\n  ply perft connect4 4 --divide\n  ply perft checkers 8 --paths",
		Args:              arg.Want(cobra.MinimumNArgs(2), reason.New("want GAME DEPTH [POSITION]")),
		ValidArgsFunction: arg.CompleteGame,
		RunE:              func(c *cobra.Command, args []string) error { return runPerft(c.Context(), env, args, &f) },
	}
	f.Source.Add(c)
	flags.AddLanguage(c)
	c.Flags().BoolVar(&f.divide, "divide", false, "print the counts of each move separately")
	c.Flags().BoolVar(&f.paths, "paths", false, "count the ways to play a move separately")
	return c
}

// maxPerft is the largest depth of a perft in plies: longer than any game here, and
// small enough for the stack.
const maxPerft = 1000

func runPerft(ctx context.Context, env *cli.Env, args []string, f *perftFlags) error {
	g, err := arg.AnyGame(env, args[0])
	if err != nil {
		return err
	}
	depth, err := strconv.Atoi(args[1])
	if err != nil || depth < 0 || depth > maxPerft {
		return flags.Outside("DEPTH", strconv.Quote(args[1]), 0, maxPerft)
	}
	p, err := arg.Position(env, g, args[2:], f.Moves)
	if err != nil {
		return err
	}
	started := time.Now()
	var shares []engine.Share
	if f.divide {
		shares = p.Divide(ctx, depth)
	}
	var total game.Counts
	switch {
	case len(shares) > 0:
		total = sum(shares)
	case f.paths:
		total = p.PerftWays(ctx, depth)
	default:
		total = p.Perft(ctx, depth)
	}
	c := p.Census(depth, total, time.Since(started))
	c.Divide = shares
	if ctx.Err() != nil {
		c.Stopped = "signal"
	}
	if env.JSON {
		env.WriteJSON(c)
	} else {
		env.Printer().Census(&c)
	}
	if c.Stopped != "" {
		return exit.Interrupted
	}
	return nil
}

// sum adds the shares of all moves and the position they start from.
func sum(shares []engine.Share) game.Counts {
	total := game.Counts{Nodes: 1}
	for _, s := range shares {
		total.Leaves += s.Leaves
		total.Ended += s.Ended
		total.Nodes += s.Nodes
	}
	return total
}
