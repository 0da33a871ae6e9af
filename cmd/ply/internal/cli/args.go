package cli

import (
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/setting"
	"github.com/plywood-go/plywood/internal/words"
)

// Shield moves boards and negative numbers, and the arguments after them that are not flags, behind
// a "--". Otherwise a board that begins with a dash, an empty square, would be parsed as a flag.
func Shield(root *cobra.Command, args []string) []string {
	var plain, position []string
	find := flagsOf(root, args)
	takesValue := func(arg string) bool {
		flag := find(arg)
		return flag != nil && flag.NoOptDefVal == ""
	}
	isFlag := func(arg string) bool {
		name, _, _ := strings.Cut(arg, "=")
		return find(name) != nil
	}
	for i, arg := range args {
		if arg == "--" {
			position = append(position, args[i+1:]...)
			break
		}
		isValue := i > 0 && takesValue(args[i-1])
		isWord := position != nil && (arg == "-" || !strings.HasPrefix(arg, "-"))
		if !isValue && (isWord || looksLikeBoard(arg) && !isFlag(arg)) {
			position = append(position, arg)
		} else {
			plain = append(plain, arg)
		}
	}
	if position == nil {
		return args
	}
	return append(append(plain, "--"), position...)
}

// flagsOf returns a function that finds the flag an argument names, for the command
// that args name. It returns nil if the argument is not a flag.
func flagsOf(root *cobra.Command, args []string) func(arg string) *pflag.Flag {
	command, _, err := root.Find(args)
	if err != nil {
		command = root
	}
	return func(arg string) *pflag.Flag {
		name, long := strings.CutPrefix(arg, "--")
		switch {
		case long:
			return command.Flag(name)
		case len(arg) == 2 && arg[0] == '-':
			return command.Flags().ShorthandLookup(arg[1:])
		}
		return nil
	}
}

// looksLikeBoard reports whether an argument that begins with a dash and is not a known flag is a
// board or a number, valid or not, rather than a mistyped flag. Mistyped flags consist of words
// between single dashes, without a space before their value.
func looksLikeBoard(arg string) bool {
	board := arg
	if i := strings.IndexAny(arg, " \t\r\n"); i >= 0 {
		board = arg[:i]
	}
	name := strings.TrimLeft(board, "-")
	dashes := len(board) - len(name)
	switch {
	case dashes == 0 || arg == "-" || arg == "--":
		return false
	case dashes > 2, strings.Contains(name, "--"), strings.HasSuffix(name, "-"):
		return true
	}
	const longestFlag = 15
	if (len(board) > longestFlag || board != arg) && !strings.Contains(board, "=") {
		return true
	}
	const letters, others = "XxOoBbWw", "-*./0123456789"
	if strings.Trim(name, letters) == "" { // --XOX is a row of a board; --box and -X are not
		return dashes == 2 && strings.ContainsAny(name, "XOBW")
	}
	return strings.Trim(name, letters+others) == ""
}

// Bind adds the flags of the struct to which s points: those with the given names, or all that c
// does not have. The values in the struct are the defaults.
func Bind(c *cobra.Command, s any, names ...string) {
	for _, x := range setting.Of(s) {
		if len(names) > 0 && !slices.Contains(names, x.Name) || c.Flags().Lookup(x.Name) != nil {
			continue
		}
		flag := c.Flags().VarPF(x, x.Name, "", x.Help)
		switch {
		case x.Type() == "bool":
			flag.NoOptDefVal = "true"
		case x.Type() == "duration" && x.IsZero():
			flag.DefValue = "0" // which help does not show
		}
	}
}

// Nearest returns the name that a misspelled word most likely means: a name that it
// is a prefix of, or one that differs in few letters. It returns "" if none is near.
func Nearest(word string, names []string) string {
	best, least := "", 0
	word = strings.ToLower(word)
	letters := utf8.RuneCountInString(word)
	for _, name := range names {
		few, d := 1+len(name)/4, 1
		if letters < 2 || !strings.HasPrefix(name, word) {
			if letters > len(name)+few { // skip the distance, which is slow for a very long word
				continue
			}
			d = engine.Typos(word, name)
		}
		if d <= few && (best == "" || d < least) {
			best, least = name, d
		}
	}
	return best
}

// Meant adds the name nearest to word, if any, to an error about word.
func Meant(err error, word string, names []string) error {
	if name := Nearest(word, names); name != "" {
		return reason.Errorf("%w; did you mean %s?", err, name)
	}
	return err
}

// AddLanguage adds the flag --lang to a command and its subcommands.
func AddLanguage(c *cobra.Command) {
	all := c.Flags()
	if c.HasSubCommands() {
		all = c.PersistentFlags()
	}
	all.String("lang", "", "`language`: en, ru or zh; by default from the environment")
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
			return words.English, Usage(reason.Errorf("--lang: %w", err))
		}
		return l, nil
	}
}
