// Package farming holds the commands of a farm: ply farm up, submit, results and others.
package farming

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/internal/reason"
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

func verifyCommand(env *cli.Env) *cobra.Command {
	var archived, require string
	var where remote.Flags
	var redo int
	c := &cobra.Command{
		Use:   "verify PROOF|BATCH",
		Short: "Check a proof without a search, or the results of a batch",
		Long: `Check a proof from 'ply farm prove': play every line by the rules, check that every
reply has an answer and that the games end as claimed, and print the kind of the
proof. A full proof rests on the rules alone. An archived proof rests on results of
jobs in --archive. A conditional proof rests on unchecked results; its exit code is
4. The exit code is 5 if the file does not prove its claim or is not of the kind
that --require asks for, and 3 if it is damaged.

For a batch, check every result against its checksum and its position, and repeat
--redo of its jobs in this process. The exit code is 5 if a result is wrong, 4 if
some jobs are not done, and 1 if there was nothing to check.`,
		Example: "  ply farm verify 444.proof\n  ply farm verify 6x6.proof --archive 6x6.archive",
		Args:    arg.Want(cobra.ExactArgs(1), reason.New("want the file of a proof, or the name of a batch")),
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("redo") {
				if err := flags.AtLeast("--redo", redo, 1); err != nil {
					return err
				}
			}
			if _, err := os.Lstat(args[0]); err != nil && job.IsBatchName(args[0]) {
				return verifyBatch(c.Context(), env, args[0], redo, &where)
			}
			return verifyProof(c.Context(), env, args[0], archived, require)
		},
	}
	where.Add(c)
	c.Flags().IntVar(&redo, "redo", 0, "repeat this many `jobs` of a batch")
	c.Flags().StringVar(&archived, "archive", "", "check results of jobs against those in this `file`")
	c.Flags().StringVar(&require, "require", "", "accept only a proof of this `kind`: full, or archived, which includes full")
	return c
}
