// Package about holds the commands about ply itself and its games: their list, help, manual
// pages, completion and version.
package about

import (
	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
)

// HelpFunc returns a help function that refuses an unknown subcommand and otherwise calls
// usual.
func HelpFunc(env *cli.Env, usual func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(c *cobra.Command, args []string) {
		if words := c.Flags().Args(); c.HasSubCommands() && len(words) > 0 {
			env.NoHelp = arg.NoCommand(c, words[0])
			return
		}
		usual(c, args)
	}
}

// Help is "ply help COMMAND".
func Help(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print the help of a command",
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return arg.NoCommand(root, args[len(args)-max(1, len(rest))])
			}
			c.InitDefaultHelpFlag()
			return c.Help()
		},
	}
}
