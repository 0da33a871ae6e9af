// Package farming holds the commands of a farm: ply farm up, submit, results and others.
package farming

import (
	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
)

// Farm returns the command farm with its subcommands.
func Farm(env *cli.Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "farm",
		Short: "Solve many positions, and prove large ones, on many machines",
		Args:  arg.NoArguments,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	flags.Language(c.PersistentFlags())
	c.AddCommand(
		upCommand(env), workerCommand(env), submitCommand(env), statusCommand(env), resultsCommand(env), cancelCommand(env), retryCommand(env),
	)
	c.AddCommand(proveCommand(env), verifyCommand(env), credentialsCommand(env), estimateCommand(env))
	return c
}
