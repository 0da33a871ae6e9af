package main

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/internal/words"
)

// farmCommand has the commands of the farm.
func (a *app) farmCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "farm",
		Short: "Solve many positions, and prove large ones, by many workers",
		Args:  noArguments,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	languageFlag(c.PersistentFlags())
	c.AddCommand(
		a.farmUpCommand(), a.farmWorkerCommand(), a.farmSubmitCommand(), a.farmStatusCommand(), a.farmResultsCommand(), a.farmCancelCommand(), a.farmRetryCommand(),
	)
	c.AddCommand(a.farmProveCommand(), a.farmVerifyCommand(), a.farmCredentialsCommand(), a.farmEstimateCommand())
	return c
}

func (a *app) farmVerifyCommand() *cobra.Command {
	var archived string
	var where farmFlags
	var redo int
	c := &cobra.Command{
		Use:   "verify PROOF|BATCH",
		Short: "Check a proof without a search, or the results of a batch",
		Long: `Check a proof that 'ply farm prove' has written: play every line by the rules,
hold that all replies are answered and that the games end as claimed, and say
what rests on the results of jobs. The exit code is 5 if it does not prove its
claim, and 3 if the file is damaged.

Of a batch, which is no file, every result is held to its checksum and to its
position, and --redo of its jobs are done again, here. The exit code is 5 if
something is wrong, and 4 if some are not done.`,
		Example: "  ply farm verify 444.proof\n  ply farm verify 6x6.proof --archive 6x6.archive",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Usage(words.Tell("refused.proof-or-batch"))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if _, err := os.Lstat(args[0]); err != nil && ledger.IsName(args[0]) {
				return a.verifyBatch(c.Context(), args[0], redo, &where)
			}
			return a.verifyProof(c.Context(), args[0], archived)
		},
	}
	where.add(c)
	c.Flags().IntVar(&redo, "redo", 0, "do so many `jobs` of a batch again")
	c.Flags().StringVar(&archived, "archive", "", "hold the results of jobs to those in this `file`")
	return c
}
