package analysis

import (
	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
)

// Solve returns the command solve.
func Solve(env *cli.Env) *cobra.Command {
	f := &workFlags{solve: true}
	c := workCommand(env, f, &cobra.Command{
		Use:   "solve GAME [POSITION]",
		Short: "Find the exact value of a position, with a best move and line",
		Long: `Find the exact value of a position, with a best move and the line behind it.

Only the given limits end the search early; the exit code is 4 if one of them
ended it before the position was solved.`,
		Example: `  ply solve tictactoe
  ply solve tree '((1 4)(5 6))'
  ply solve othello -f problems.obf --expect`,
	})
	c.Flags().BoolVar(&f.outcome, "outcome", false, "ask for win, draw or loss only")
	return c
}
