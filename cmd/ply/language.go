package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/words"
)

// addLanguage adds the flag --lang to a command.
func addLanguage(c *cobra.Command) { languageFlag(c.Flags()) }

func languageFlag(flags *pflag.FlagSet) {
	flags.String("lang", "", "`language`: en, ru or zh; by default from the environment")
}

// spoken returns the language for an error of a command: the value of --lang in args, if
// the command has that flag, otherwise the language of the environment. It reads args
// itself, because parsing may have failed before --lang.
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

// chooseLanguage sets a.lang to the value of --lang or, without one, to the language of
// the environment. It sets English if the command does not have the flag.
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
