package main

import "github.com/spf13/cobra"

// help returns what prints the help of a command, unless that has commands of
// its own and none of the name given.
func (a *app) help(usual func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(c *cobra.Command, args []string) {
		if words := c.Flags().Args(); c.HasSubCommands() && len(words) > 0 {
			a.lost = noCommand(c, words[0])
			return
		}
		usual(c, args)
	}
}

// helpCommand is "ply help COMMAND".
func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Tell about a command",
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return noCommand(root, args[len(args)-max(1, len(rest))])
			}
			c.InitDefaultHelpFlag()
			return c.Help()
		},
	}
}
