// Package analysis holds the commands that search positions: ply analyze, solve, path, perft,
// review and bench.
package analysis

import (
	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
)

// Analyze returns the command analyze.
func Analyze(env *cli.Env) *cobra.Command {
	f := &workFlags{}
	c := workCommand(env, f, &cobra.Command{
		Use:   "analyze GAME [POSITION]",
		Short: "Find the best moves of a position, their values and lines",
		Long: `Find the best moves of a position, their values and the lines behind them.

Without a limit the search ends after 5 s or when the position is solved,
whichever comes first. POSITION is in the text form of the game; without it the
initial position is searched. "-" reads one position a line from standard input.`,
		Example: `  ply analyze connect4 44435 --depth 20
  ply analyze othello --moves "f5 d6 c3" --multipv 3
  ply analyze othello --level 21`,
	})
	f.Strength.Add(c)
	flags.AddBook(c, &f.book)
	return c
}
