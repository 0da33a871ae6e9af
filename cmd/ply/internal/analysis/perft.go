package analysis

import (
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

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
