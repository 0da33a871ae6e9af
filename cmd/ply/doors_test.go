package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/games/catalog"
)

// TestAdviceOfReaders follows the advice of convert: with --game NAME the error says why
// a text cannot be read, and convert reads it as each of the games that it suggests.
func TestAdviceOfReaders(t *testing.T) {
	for _, text := range []string{
		"[Event \"x\"]\n\n1. z4 e4 *\n",
		"[Event \"x\"]\n\n1. 99-28 19-25 *\n",
		"no game at all",
	} {
		stderr := refused(t, cli.CodeInvalid, strings.NewReader(text), "convert")
		if !strings.Contains(stderr, "with --game NAME the error says why") {
			t.Errorf("%q: %s", text, stderr)
		}
		for _, g := range catalog.Games() {
			code, _, stderr := runs(t.Context(), strings.NewReader(text), "convert", "--game", g.About().Name)
			if code != cli.CodeInvalid && code != cli.CodeLimit || !strings.Contains(stderr, "line ") || strings.Contains(stderr, "NAME") {
				t.Errorf("%q as %s: code %d, %s", text, g.About().Name, code, stderr)
			}
		}
	}
	for _, text := range []string{"[FEN \"W:WK3:BK10\"] *\n", "a1 b1 c1"} {
		stderr := refused(t, cli.CodeInvalid, strings.NewReader(text), "convert")
		named := regexp.MustCompile(`[a-z][a-z:0-9,]*[a-z0-9]`).FindAllString(stderr, -1)
		for _, g := range catalog.Games() {
			name := g.About().Name
			code, _, _ := runs(t.Context(), strings.NewReader(text), "convert", "--game", name)
			if slices.Contains(named, name) && code != cli.CodeOK {
				t.Errorf("%q as %s: code %d, and %s", text, name, code, stderr)
			}
		}
	}
}

// TestCollectionsAreReadOn reads a good and a bad game in each notation. The commands leave out
// the bad one, or keep the part of it that can be read, and exit with code 4. With --strict, or
// if nothing can be read, the code is 3.
func TestCollectionsAreReadOn(t *testing.T) {
	wthor := func(games ...[]byte) string {
		head := []byte{20, 26, 2, 24, byte(len(games)), 0, 0, 0, 0, 0, 0xE8, 7, 8, 0, 22, 0}
		for _, moves := range games {
			head = append(head, 0, 0, 1, 0, 2, 0, 33, 40)
			head = append(head, append(moves, make([]byte, 60-len(moves))...)...)
		}
		return string(head)
	}
	const (
		board   = "---------------------------OX------XO--------------------------- X"
		goodGGF = "(;GM[Othello]PB[a]PW[b]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5];)\n"
		badGGF  = "(;GM[Othello]PB[a]PW[b]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[a1];)\n"
	)
	collections := map[string][2]string{
		"ggf":  {badGGF + goodGGF, badGGF},
		"sgf":  {"(;GM[2];B[f5])(;GM[2];B[a1])", "(;GM[2];B[a1])"},
		"wtb":  {wthor([]byte{56}, []byte{11}), wthor([]byte{11})},
		"obf":  {"# two\n" + board + "; D3:+2;\n" + board + "; A1:+2;\n", board + "; A1:+2;\n"},
		"txt":  {"f5d6\na1\n", "a1\n"},
		"book": {"ply.book/1 8\na1\n" + board + "; depth 2 at 73; leaf d3:+1\n", "ply.book/1 8\na1\n"},
	}
	t.Chdir(t.TempDir())
	for kind, texts := range collections {
		for i, text := range texts {
			if err := os.WriteFile([]string{"both.", "bad."}[i]+kind, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	const games = "ggf sgf wtb obf txt"
	for line, kinds := range map[string]string{
		"convert --game othello":                             games,
		"review --game othello --depth 1":                    games,
		"match othello depth=1 depth=1 --games 2 --openings": games,
		"book learn --depth 1 --book b":                      games,
		"book import --book b":                               "book",
		"analyze othello --depth 1 -f":                       "obf",
	} {
		if code, _, stderr := runs(t.Context(), nil, "book", "new", "--book", "b"); code != cli.CodeOK {
			t.Fatal(stderr)
		}
		for _, kind := range strings.Fields(kinds) {
			both, bad, code := "1 read, 1 left out\n", "", cli.CodeInvalid
			if kind == "ggf" || kind == "sgf" { // a heading, or a game's first moves, are worth reading
				both, bad, code = "2 read, 1 of them in part, 0 left out\n", "1 read, 1 of them in part, 0 left out\n", cli.CodeLimit
			}
			for _, tt := range []struct {
				file, count string
				code        int
			}{
				{"both." + kind, both, cli.CodeLimit},
				{"bad." + kind, bad, code},
				{"both." + kind + " --strict", "", cli.CodeInvalid},
			} {
				args := strings.Fields(line + " " + tt.file)
				if code, _, stderr := runs(t.Context(), nil, args...); code != tt.code || !strings.HasSuffix(stderr, tt.count) {
					t.Errorf("%s: code %d, want %d: %s", args, code, tt.code, stderr)
				}
			}
		}
		_ = os.Remove("b")
	}
}
