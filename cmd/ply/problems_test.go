package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engines/catalog"
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
		if got := strings.Join(shieldPositions(root, strings.Fields(in)), " "); got != want {
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
		got := shieldPositions((&app{}).rootCommand(), args)
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

// FuzzParseProblems reads files of positions. What is accepted must be read
// again from its own text.
func FuzzParseProblems(f *testing.F) {
	for _, text := range []string{
		"startpos\n\n# no\nstartpos +3", "44 -2 % a\n4;b", "---/XX-/OO- X; c2:+1; --:-127;", "((1 4)(5 6)) 2", "a -> b, c; b = 1; c = 2",
		"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:x", "4 1e9", "; 4", "%", "\x00",
	} {
		for which := range catalog.Games() {
			f.Add(text, uint8(which))
		}
	}
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		games := catalog.Games()
		g := games[int(which)%len(games)]
		problems, err := parseProblems(g, strings.NewReader(text))
		if err != nil {
			return
		}
		for i, p := range problems {
			if again, err := g.Parse(p.position.String()); err != nil || again.Hash() != p.position.Hash() {
				t.Errorf("position %d reads %q, which does not read again: %v", i, p.position, err)
			}
			if *p.index != i {
				t.Errorf("index %d, want %d", *p.index, i)
			}
		}
	})
}
