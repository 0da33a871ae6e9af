package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// steering returns the first control character of a text, except newlines and tabs.
func steering(text string) (rune, bool) {
	for _, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return r, true
		}
	}
	return 0, false
}

const evil = "A\x1b[2J\x07\u009b31m\x7fB"

// TestNothingSteersTheTerminal puts control characters into names, comments, files and
// boards, and checks that none is printed.
func TestNothingSteersTheTerminal(t *testing.T) {
	dir := t.TempDir()
	named := `{"name":"a\u009b\u001b\u007f","children":[{"name":"b\u009b\u001b","value":1},2]}`
	ggf := filepath.Join(dir, "a.ggf")
	text := "(;GM[Othello]PC[" + evil + "]DT[" + evil + "]PB[" + evil + "]PW[" + evil + "]RE[?]TI[5]TY[8]" +
		"BO[8 ---------------------------O*------*O--------------------------- *]B[f5//1]C[" + evil + "]W[d6];)"
	sgf := filepath.Join(dir, "a.sgf")
	if err := os.WriteFile(ggf, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(sgf, []byte("(;GM[2]PB["+evil+"]GC["+evil+"];B[f5]C["+evil+"];W[d6])"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]string{
		{"review", "--depth", "1", ggf},
		{"review", "--depth", "1", "--json", ggf},
		{"convert", "--to", "sgf", ggf},
		{"convert", "--to", "ggf", sgf},
		{"convert", "--to", "obf", ggf},
		{"convert", "--json", sgf},
		{"convert", evil},
		{"convert", "--game", evil},
		{"analyze", evil},
		{"analyze", "othello", evil},
		{"analyze", "othello", "--moves", evil},
		{"analyze", "tictactoe", "--algo", evil},
		{"tree", "(" + evil + "=1)"},
		{"tree", "(" + evil + ")"},
		{"tree", "(1 2)", "--title", evil},
		{"tree", "(1 2)", "--title", evil, "--json"},
		{"tree", "(1 2)", "--format", evil},
		{"tree", named},
		{"tree", named, "--json"},
		{"tree", named, "--events"},
		{"tree", named, "--explain"},
		{"tree", named, "--format", "svg"},
		{"tree", named, "--format", "dot"},
		{"tree", named, "--format", "outline"},
		{"solve", "tree", named},
		{"solve", "tree", named, "--json"},
		{"quiz", "--json", named},
		{"tree", named, "--compare", "all"},
		{"solve", "tree", named, "--moves", evil},
		{"match", "othello", evil, "depth=1"},
		{"match", "othello", "cmd:" + evil, "depth=1"},
		{"book", "show", "--book", evil},
		{"--" + evil},
		{evil},
	} {
		_, out, stderr := runs(context.Background(), strings.NewReader(""), line...)
		if r, ok := steering(out); ok {
			t.Errorf("ply %q: stdout has %q: %.300q", line, r, out)
		}
		if r, ok := steering(stderr); ok {
			t.Errorf("ply %q: stderr has %q: %.300q", line, r, stderr)
		}
		if out != "" && strings.Contains(strings.Join(line, " "), "--json") && !json.Valid([]byte(out)) {
			t.Errorf("ply %q: no JSON: %.300q", line, out)
		}
	}
}

// TestErrorsAreShort checks that errors quote only part of very long input.
func TestErrorsAreShort(t *testing.T) {
	long := strings.Repeat("long ", 80_000)
	word := strings.ReplaceAll(long, " ", "")
	for _, line := range [][]string{
		{"analyze", word},
		{"analyze", "othello", long},
		{"analyze", "connect4", "--moves", long},
		{"tree", "(" + word + ")"},
		{"tree", "(1 2)", "--algo", word},
		{"tree", word},
		{"match", "othello", long, "depth=1"},
		{word},
		{"tree", "--" + word},
		{"quiz", "--stage", long},
		{"convert", word},
		{"experiment", word},
		{"learn", word},
		{"completion", word},
	} {
		_, out, stderr := runs(context.Background(), strings.NewReader(""), line...)
		if len(stderr) > 2000 || out != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("ply %.40q: %d bytes of error, %d of output", line, len(stderr), len(out))
		}
	}
}
