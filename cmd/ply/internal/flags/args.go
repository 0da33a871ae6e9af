package flags

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Shield moves arguments that are boards or negative numbers behind a
// "--", with all that follow them but flags, for many a board begins with the
// dash of an empty square and would be taken for a flag.
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

// flagsOf returns what finds the flag of the command that args name which an
// argument is, nil if it is none.
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

// looksLikeBoard reports whether an argument that begins with a dash, and is no
// flag that there is, is a board or a number, right or wrong, rather than a flag
// that was mistyped: these have words between single dashes, and no space before
// their value.
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
	if strings.Trim(name, letters) == "" { // --XOX is a row of a board, but --box and -X are none
		return dashes == 2 && strings.ContainsAny(name, "XOBW")
	}
	return strings.Trim(name, letters+others) == ""
}
