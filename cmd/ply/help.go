package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
)

// help returns what prints the help of a command, unless that has commands of
// its own and none of the name given.
func (a *app) help(usual func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(c *cobra.Command, args []string) {
		if words := c.Flags().Args(); c.HasSubCommands() && len(words) > 0 {
			a.lost = noCommand(words[0])
			return
		}
		usual(c, args)
	}
}

func noCommand(name string) error {
	return exit.Usage(fmt.Errorf("no command %q; 'ply --help' lists them", name))
}

// helpCommand is "ply help COMMAND".
func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Tell about a command",
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return noCommand(args[len(args)-max(1, len(rest))])
			}
			c.InitDefaultHelpFlag()
			return c.Help()
		},
	}
}
