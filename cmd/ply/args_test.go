package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
)

func TestShieldPositions(t *testing.T) {
	root := (&app{}).rootCommand()
	for in, want := range map[string]string{
		"games":                                "games",
		"analyze othello --depth 3":            "analyze othello --depth 3",
		"analyze othello --depth -3":           "analyze othello --depth -3",
		"perft othello -3":                     "perft othello -- -3",
		"perft othello 3 --X-O X":              "perft othello 3 -- --X-O X",
		"analyze tictactoe -X-/- O --json":     "analyze tictactoe --json -- -X-/- O",
		"analyze tictactoe -X-/- --depth 3 O":  "analyze tictactoe --depth 3 -- -X-/- O",
		"analyze tictactoe --json -- -X-/- -O": "analyze tictactoe --json -- -X-/- -O",
		"analyze tictactoe -- -X-/- --json":    "analyze tictactoe -- -X-/- --json",
		"solve connect4 - --json":              "solve connect4 - --json",
		"solve connect4 -f - --json":           "solve connect4 -f - --json",
		"solve connect4 --box":                 "solve connect4 --box",
		"solve othello --XOX":                  "solve othello -- --XOX",
		"solve othello --X--q":                 "solve othello -- --X--q",
		"solve othello --Xq-":                  "solve othello -- --Xq-",
		"solve othello -X":                     "solve othello -X",
		"solve othello --multipvx 3":           "solve othello --multipvx 3",
		"analyze othello --confidence 95":      "analyze othello --confidence 95",
		"solve othello ----":                   "solve othello -- ----",
		"tree --title ---/---":                 "tree --title ---/---",
		"tree --title=---/---":                 "tree --title=---/---",
		"nonsense --X-X":                       "nonsense -- --X-X",
	} {
		if got := strings.Join(flags.Shield(root, strings.Fields(in)), " "); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

func FuzzShieldPositions(f *testing.F) {
	for _, line := range []string{"analyze\ntictactoe\n---/---/--- X", "perft\nothello\n-1", "-f\n-\n--\n--", "\n-\n--moves\n-"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Split(line, "\n")
		got := flags.Shield((&app{}).rootCommand(), args)
		if want := slices.Clone(args); !slices.Equal(withoutDashes(got), withoutDashes(want)) {
			t.Errorf("%q became %q", args, got)
		}
	})
}

// withoutDashes returns arguments in a fixed order and without the "--" between
// them.
func withoutDashes(args []string) []string {
	args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "--" })
	slices.Sort(args)
	return args
}
