package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/internal/words"
)

// nearest returns the name that a word was most likely meant to be: one that it
// begins, or one of few other letters; "" if there is none.
func nearest(word string, names []string) string {
	best, least := "", 0
	word = strings.ToLower(word)
	letters := utf8.RuneCountInString(word)
	for _, name := range names {
		few, d := 1+len(name)/4, 1
		if letters < 2 || !strings.HasPrefix(name, word) {
			if letters > len(name)+few { // no need to count: a word may be very long
				continue
			}
			d = distance(word, name)
		}
		if d <= few && (best == "" || d < least) {
			best, least = name, d
		}
	}
	return best
}

// distance returns the number of letters by which two words differ: put in, left
// out, another, or two exchanged.
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	rows := make([][]int, len(from)+1)
	for i := range rows {
		rows[i] = make([]int, len(to)+1)
		for j := range rows[i] {
			if i == 0 || j == 0 {
				rows[i][j] = i + j
				continue
			}
			other := 1
			if from[i-1] == to[j-1] {
				other = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+other)
			if i > 1 && j > 1 && from[i-1] == to[j-2] && from[i-2] == to[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(from)][len(to)]
}

// meant adds to an error about a word the name that it was most likely meant
// to be, if there is one.
func meant(err error, word string, names []string) error {
	if name := nearest(word, names); name != "" {
		return words.Tell("refused.meant", "refusal", err, "name", name)
	}
	return err
}

// noCommand is the error for a command that there is none of below parent.
func noCommand(parent *cobra.Command, name string) error {
	var names []string
	for _, c := range parent.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return exit.Usage(meant(words.Tell("refused.command", "name", strconv.Quote(name), "path", parent.CommandPath()), name, names))
}

// noArguments refuses words where a command is wanted.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return noCommand(c, args[0])
	}
	return nil
}

// counted tells of a number of arguments that a command does not take.
func counted(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return exit.Usage(&words.Told{Key: "refused.arguments", Values: []any{"n", len(args), "path", c.CommandPath()}, Err: err})
		}
		return nil
	}
}

// noFlag adds to an error about a flag which one may have been meant.
func noFlag(c *cobra.Command, err error) error {
	unknown, ok := err.(*pflag.NotExistError)
	if !ok {
		return exit.Usage(flags.WrongValue(err))
	}
	flag := "--" + unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" { // letters after one dash
		flag = "-" + unknown.GetSpecifiedName()
	}
	err = &words.Told{Key: "refused.flag", Values: []any{"flag", flag}, Err: err}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if name := nearest(unknown.GetSpecifiedName(), names); name != "" {
		err = words.Tell("refused.meant", "refusal", err, "name", "--"+name)
	}
	return exit.Usage(err)
}

// noneOf is the error for a name that is none of names, by the text of a key, and in
// English by err unless that is nil.
func noneOf(key, name string, names []string, err error) error {
	return &words.Told{Key: key, Values: []any{"name", strconv.Quote(name), "names", strings.Join(names, ", ")}, Err: err}
}

// noGame adds to the error about a game which one may have been meant, of the games
// and of what else there is.
func noGame(err error, name string, more ...string) error {
	family, size, sized := strings.Cut(name, ":")
	names := append(catalog.Names(), more...)
	if !slices.Contains(names, family) {
		if len(more) > 0 {
			err = nil // it names the games alone
		}
		err = noneOf("refused.game", name, names, err)
	}
	found := cmp.Or(nearest(family, names), nearest(name, more))
	if found == "" || found == family {
		return err
	}
	if sized && !strings.Contains(found, ":") {
		found += ":" + size
	}
	return words.Tell("refused.meant", "refusal", err, "name", found)
}
