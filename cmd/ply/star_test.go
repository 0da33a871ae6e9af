package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/search/path"
	"github.com/plywood-go/plywood/textbook/pathbook"
)

// failing are the functions of a game and of a puzzle that fail in the middle of a search.
const failing = `
def start(): return (0, 0)
def moves(s): return [0, 1, 2]
def play(s, m):
    if s[0] == 5: fail("late")
    return (s[0] + 1, s[1] * 3 + m)
def evaluate(s): return s[1] % 5
`

// TestFailingScripts runs all searches of games and puzzles in files that fail: each prints one
// line, and no result. A match also says how to go on with it.
func TestFailingScripts(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	t.Chdir(t.TempDir())
	for name, end := range map[string]string{
		"game.star": `def result(s): return "loss" if s[0] == 9 or s[1] % 7 == 6 else None`, "puzzle.star": `def goal(s): return s == (8, 3333)`,
	} {
		if err := os.WriteFile(name, []byte(failing+end), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	lines := []string{
		"solve game.star", "solve game.star --outcome", "analyze game.star --threads 2 --json", "perft game.star 9",
		"tree game.star --depth 8 --compare all", "match game.star depth=8 algo=minimax --games 2 --plies 0", "tree puzzle.star --depth 9",
	}
	for _, a := range cli.Algorithms() {
		lines = append(lines, "analyze game.star --algo "+a, "analyze game.star --json --algo "+a)
		if cli.IsTextbook(a) {
			lines = append(lines, "tree game.star --depth 8 --algo "+a)
		}
	}
	for _, a := range path.Algorithms() {
		if a != path.Own && a != path.Bidirectional && a != path.Frontier { // they need more than the file has
			lines = append(lines, "path puzzle.star --algo "+string(a))
		}
	}
	for _, a := range pathbook.Algorithms() {
		lines = append(lines, "tree puzzle.star --depth 9 --algo "+string(a))
	}
	for _, line := range lines {
		var out, stderr bytes.Buffer
		code := run(context.Background(), strings.Fields(line), strings.NewReader(""), &out, &stderr)
		if want := ".star: line 5: play(…): fail: late\n"; code != 3 || out.Len() > 0 || !strings.HasSuffix(stderr.String(), want) || strings.Count(stderr.String(), "\n") != 1 && !strings.HasPrefix(line, "match") {
			t.Errorf("ply %s: code %d, %.300q, %.300q", line, code, out.String(), stderr.String())
		}
	}
}
