package flags

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
)

// AddLanguage adds the flag --lang to a command.
func AddLanguage(c *cobra.Command) { Language(c.Flags()) }

// Language adds the flag --lang to flags.
func Language(flags *pflag.FlagSet) {
	flags.String("lang", "", "`language`: en, ru or zh; by default from the environment")
}

// Spoken returns the language for an error of a command: the value of --lang in args, if
// the command has that flag, otherwise the language of the environment. It reads args
// itself, because parsing may have failed before --lang.
func Spoken(c *cobra.Command, args []string) words.Lang {
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

// ChosenLanguage returns the language of --lang or, without one, of the environment. It returns
// English if the command does not have the flag.
func ChosenLanguage(c *cobra.Command) (words.Lang, error) {
	switch f := c.Flags().Lookup("lang"); {
	case f == nil:
		return words.English, nil
	case f.Value.String() == "":
		return words.FromEnvironment(os.Getenv), nil
	default:
		l, err := words.Parse(f.Value.String())
		if err != nil {
			return words.English, exit.Usage(reason.Errorf("--lang: %w", err))
		}
		return l, nil
	}
}
