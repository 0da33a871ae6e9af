package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
)

// addLanguage gives a command that speaks to people the flag that says in which
// language.
func addLanguage(c *cobra.Command) { languageFlag(c.Flags()) }

func languageFlag(flags *pflag.FlagSet) {
	flags.String("lang", "", "`language`: en, ru or zh; that of the environment if left out")
}

// spoken returns the language in which a command is told what is wrong with it: that
// of its flag if it has one, which args say even where they could not be read so far,
// else that of the environment.
func spoken(c *cobra.Command, args []string) words.Lang {
	if c.Flags().Lookup("lang") != nil {
		for i, arg := range args {
			value, ok := strings.CutPrefix(arg, "--lang=")
			if arg == "--lang" && i+1 < len(args) {
				value, ok = args[i+1], true
			}
			if l, err := words.Parse(value); ok && err == nil {
				return l
			}
		}
	}
	return words.FromEnvironment(os.Getenv)
}

// chooseLanguage makes a speak the language that the flag of a command asks for,
// else that of the environment; English if the command has no such flag.
func (a *app) chooseLanguage(c *cobra.Command) (err error) {
	a.lang = words.English
	switch f := c.Flags().Lookup("lang"); {
	case f == nil:
	case f.Value.String() == "":
		a.lang = words.FromEnvironment(os.Getenv)
	default:
		if a.lang, err = words.Parse(f.Value.String()); err != nil {
			return exit.Usage(reason.Errorf("--lang: %w", err))
		}
	}
	return nil
}
