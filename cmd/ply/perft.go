package main

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
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/words"
)

// perftJSON is the document "ply.perft/1".
type perftJSON struct {
	Schema   string      `json:"schema"`
	Index    *int        `json:"index,omitempty"` // of a batch
	Game     string      `json:"game"`
	Position string      `json:"position"`
	Depth    int         `json:"depth"`
	Leaves   uint64      `json:"leaves"`
	Ended    uint64      `json:"ended"`
	Nodes    uint64      `json:"nodes"`
	TimeMS   float64     `json:"time_ms"`
	Stopped  string      `json:"stopped,omitempty"`
	Divide   []shareJSON `json:"divide,omitempty"`
}

type shareJSON struct {
	Move   string `json:"move"`
	Leaves uint64 `json:"leaves"`
	Ended  uint64 `json:"ended"`
	Nodes  uint64 `json:"nodes"`
}

// perftFlags are the flags of the perft command.
type perftFlags struct {
	arg.Source
	divide bool
	paths  bool
}

func perftCommand(env *cli.Env) *cobra.Command {
	var f perftFlags
	c := &cobra.Command{
		Use:   "perft GAME DEPTH [POSITION]",
		Short: "Count the paths of DEPTH plies, to check a move generator",
		Long: `Count the paths of DEPTH plies from a position.

"leaves" are paths of exactly DEPTH plies, "ended" are games that ended earlier. A
pass is a ply. Published Othello counts are the sum of the two.

In draughts, captures of the same pieces that end on the same square are one move.
--paths counts them separately.`,
		Example: "  ply perft othello 8\n  ply perft connect4 4 --divide\n  ply perft checkers 8 --paths",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return exit.Usage(words.Tell("refused.want-perft"))
			}
			return nil
		},
		ValidArgsFunction: arg.CompleteGame,
		RunE:              func(c *cobra.Command, args []string) error { return runPerft(c.Context(), env, args, &f) },
	}
	f.Source.Add(c)
	flags.AddLanguage(c)
	c.Flags().BoolVar(&f.divide, "divide", false, "print the counts of each move separately")
	c.Flags().BoolVar(&f.paths, "paths", false, "count the ways to play a move separately")
	arg.Exclusive(c, "divide", "paths")
	return c
}

// maxPerft is the largest depth of a perft in plies: longer than any game here, and
// small enough for the stack.
const maxPerft = 1000

func runPerft(ctx context.Context, env *cli.Env, args []string, f *perftFlags) error {
	g, err := arg.Game(args[0])
	if err != nil {
		return err
	}
	depth, err := strconv.Atoi(args[1])
	if err != nil || depth < 0 || depth > maxPerft {
		return flags.Outside("DEPTH", strconv.Quote(args[1]), 0, maxPerft)
	}
	p, err := arg.Position(g, args[2:], f.Moves)
	if err != nil {
		return err
	}
	c := countPaths(ctx, p, depth, f)
	if env.JSON {
		env.WriteJSON(c.describe())
	} else {
		writeCensus(env, c)
	}
	if c.stopped {
		return exit.Interrupted
	}
	return nil
}

// census is the result of a perft.
type census struct {
	position *engine.Position
	depth    int
	total    game.Counts
	shares   []engine.Share // nil unless asked for
	took     time.Duration
	stopped  bool // the counts are incomplete
}

func countPaths(ctx context.Context, p *engine.Position, depth int, f *perftFlags) *census {
	started := time.Now()
	c := &census{position: p, depth: depth}
	if f.divide {
		c.shares = p.Divide(ctx, depth)
	}
	switch {
	case len(c.shares) > 0:
		c.total = sum(c.shares)
	case f.paths:
		c.total = p.PerftWays(ctx, depth)
	default:
		c.total = p.Perft(ctx, depth)
	}
	c.took, c.stopped = time.Since(started), ctx.Err() != nil
	return c
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

func (c *census) describe() perftJSON {
	doc := perftJSON{
		Schema: "ply.perft/1", Game: c.position.Game().About().Name, Position: c.position.String(), Depth: c.depth,
		Leaves: c.total.Leaves, Ended: c.total.Ended, Nodes: c.total.Nodes, TimeMS: engine.Milliseconds(c.took),
	}
	if c.stopped {
		doc.Stopped = "signal"
	}
	for _, s := range c.shares {
		doc.Divide = append(doc.Divide, shareJSON{s.Move, s.Leaves, s.Ended, s.Nodes})
	}
	return doc
}

func writeCensus(env *cli.Env, c *census) {
	text := env.Lang.Text
	if len(c.shares) > 0 {
		rows := [][]string{{text("report.move"), text("perft.leaves"), text("perft.ended"), text("perft.nodes")}}
		for _, s := range c.shares {
			rows = append(rows, []string{s.Move, report.Thousands(s.Leaves), report.Thousands(s.Ended), report.Thousands(s.Nodes)})
		}
		env.Printer().Columns(rows, 0)
		fmt.Fprintln(env.Out)
	}
	total := text("perft.total", "leaves", report.Thousands(c.total.Leaves), "ended", report.Thousands(c.total.Ended),
		"nodes", report.Thousands(c.total.Nodes), "time", report.Duration(env.Lang, c.took))
	if c.stopped {
		total = text("perft.so-far", "total", total)
	}
	fmt.Fprintln(env.Out, total)
}
