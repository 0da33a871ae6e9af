// Package arg parses the arguments of commands: games, puzzles, positions and records.
package arg

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/reason"
)

// NoCommand returns the error about an unknown subcommand of parent.
func NoCommand(parent *cobra.Command, name string) error {
	var names []string
	for _, c := range parent.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return exit.Usage(flags.Meant(reason.Errorf("no command %q; '%s --help' lists them", name, parent.CommandPath()), name, names))
}

// NoArguments refuses arguments, as names of unknown subcommands.
func NoArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return NoCommand(c, args[0])
	}
	return nil
}

// Counted translates the error of check about the number of arguments.
func Counted(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return exit.Usage(reason.Errorf("wrong number of arguments for %s: %d", c.CommandPath(), len(args)))
		}
		return nil
	}
}

// Want refuses arguments with the error err if check does.
func Want(check cobra.PositionalArgs, err error) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if check(c, args) != nil {
			return exit.Usage(err)
		}
		return nil
	}
}

// NoFlag translates an error about a flag, and suggests the nearest flag.
func NoFlag(c *cobra.Command, err error) error {
	unknown, ok := err.(*pflag.NotExistError)
	if !ok {
		return exit.Usage(flags.WrongValue(err))
	}
	flag := "--" + unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" { // letters after one dash
		flag = "-" + unknown.GetSpecifiedName()
	}
	err = reason.Errorf("unknown flag: %s", flag)
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if name := flags.Nearest(unknown.GetSpecifiedName(), names); name != "" {
		err = reason.Errorf("%w; did you mean %s?", err, "--"+name)
	}
	return exit.Usage(err)
}

// NoGame adds a suggestion to an error about an unknown game: the nearest name of a
// game, or of those in more.
func NoGame(err error, name string, more ...string) error {
	family, size, sized := strings.Cut(name, ":")
	names := append(catalog.Names(), more...)
	if len(more) > 0 && !slices.Contains(names, family) { // the text of err lists games only
		err = reason.Errorf("no game %q: want one of %s", name, strings.Join(names, ", "))
	}
	found := cmp.Or(flags.Nearest(family, names), flags.Nearest(name, more))
	if found == "" || found == family {
		return err
	}
	if sized && !strings.Contains(found, ":") {
		found += ":" + size
	}
	return reason.Errorf("%w; did you mean %s?", err, found)
}
