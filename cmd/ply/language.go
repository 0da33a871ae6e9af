package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/words"
)

// addLanguage gives a command that speaks to people the flag that says in which
// language.
func addLanguage(c *cobra.Command) { languageFlag(c.Flags()) }

func languageFlag(flags *pflag.FlagSet) {
	flags.String("lang", "", "`language`: en, ru or zh; that of the environment if left out")
}

// spoken returns the language in which a command is told what is wrong with it: that
// of its flag if it has one, else that of the environment.
func spoken(c *cobra.Command) words.Lang {
	if f := c.Flags().Lookup("lang"); f != nil {
		if l, err := words.Parse(f.Value.String()); err == nil {
			return l
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
			return exit.Usage(fmt.Errorf("--lang: %w", err))
		}
	}
	return nil
}
