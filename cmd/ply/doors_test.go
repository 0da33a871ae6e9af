package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/engines/catalog"
)

// TestAdviceOfReaders follows the advice that convert gives: --game NAME says what is
// wrong with a text, and reads it as each of the games that it fits.
func TestAdviceOfReaders(t *testing.T) {
	for _, text := range []string{
		"[Event \"x\"]\n\n1. e4 e5 *\n",
		"[GameType \"23\"]\n\n1. 22-18 11-15 *\n",
		"[Event \"x\"]\n\n1. 32-28 19-25 *\n",
		"no game at all",
	} {
		stderr := refused(t, exit.CodeInvalid, strings.NewReader(text), "convert")
		if !strings.Contains(stderr, "--game NAME says what is wrong with it") {
			t.Errorf("%q: %s", text, stderr)
		}
		for _, g := range catalog.Games() {
			stderr := refused(t, exit.CodeInvalid, strings.NewReader(text), "convert", "--game", g.About().Name)
			if !strings.Contains(stderr, "line ") || strings.Contains(stderr, "NAME") {
				t.Errorf("%q as %s: %s", text, g.About().Name, stderr)
			}
		}
	}
	for text, code := range map[string]int{
		"[FEN \"W:WK3:BK10\"] *\n": exit.CodeOK,
		"a1 b1 c1":                 exit.CodeInvalid,
	} {
		got, _, stderr := runs(t.Context(), strings.NewReader(text), "convert")
		if got != code || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: code %d, %s", text, got, stderr)
		}
		named := regexp.MustCompile(`[a-z][a-z:0-9,]*[a-z0-9]`).FindAllString(stderr, -1)
		for _, g := range catalog.Games() {
			name := g.About().Name
			code, _, _ := runs(t.Context(), strings.NewReader(text), "convert", "--game", name)
			if slices.Contains(named, name) && code != exit.CodeOK {
				t.Errorf("%q as %s: code %d, and %s", text, name, code, stderr)
			}
		}
	}
}
