package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// shieldPositions moves arguments that are boards or negative numbers behind a
// "--", with all that follow them but flags, for many a board begins with the
// dash of an empty square and would be taken for a flag.
func shieldPositions(root *cobra.Command, args []string) []string {
	var plain, position []string
	takesValue := flagsWithValue(root, args)
	for i, arg := range args {
		if arg == "--" {
			position = append(position, args[i+1:]...)
			break
		}
		isValue := i > 0 && takesValue(args[i-1])
		isWord := position != nil && (arg == "-" || !strings.HasPrefix(arg, "-"))
		if !isValue && (isWord || looksLikeBoard(arg)) {
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

// flagsWithValue returns a test whether an argument is a flag of the command
// that args name whose value is the next argument.
func flagsWithValue(root *cobra.Command, args []string) func(arg string) bool {
	command, _, err := root.Find(args)
	if err != nil {
		command = root
	}
	return func(arg string) bool {
		name, long := strings.CutPrefix(arg, "--")
		flag := command.Flag(name)
		if !long && len(arg) == 2 && arg[0] == '-' {
			flag = command.Flags().ShorthandLookup(arg[1:])
		}
		return flag != nil && flag.NoOptDefVal == "" && arg[0] == '-'
	}
}

// looksLikeBoard reports whether an argument that begins with a dash is a board
// or a number, right or wrong, rather than a flag: no flag has a space in it
// before its value.
func looksLikeBoard(arg string) bool {
	board, _, _ := strings.Cut(arg, " ")
	name := strings.TrimLeft(board, "-")
	switch dashes := len(board) - len(name); {
	case dashes == 0 || arg == "-" || arg == "--":
		return false
	case dashes > 2:
		return true
	}
	const longestFlag = 15
	if (len(board) > longestFlag || board != arg) && !strings.Contains(board, "=") {
		return true
	}
	const letters, others = "XxOoBbWw", "-*./0123456789"
	return strings.Trim(name, letters) != "" && strings.Trim(name, letters+others) == ""
}
