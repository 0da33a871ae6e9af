package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
)

func TestShieldPositions(t *testing.T) {
	root := rootCommand(&cli.Env{})
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
		if got := strings.Join(cli.Shield(root, strings.Fields(in)), " "); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

func TestFormatCompletions(t *testing.T) {
	plain := strings.NewReplacer(" (default)", "", " or ", ", ")
	eachCommand(rootCommand(&cli.Env{}), func(c *cobra.Command) {
		f := c.Flags().Lookup("format")
		if f == nil {
			return
		}
		_, list, _ := strings.Cut(f.Usage, ": ")
		want := strings.Split(plain.Replace(list), ", ")
		complete, _ := c.GetFlagCompletionFunc("format")
		if got, _ := complete(c, nil, ""); !slices.Equal(got, want) {
			t.Errorf("ply %s --format: completed by %q, want %q", c.Name(), got, want)
		}
	})
}
