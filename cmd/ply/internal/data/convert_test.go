package data

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/internal/words"
)

// TestConvert converts files with faults, and names each of them.
func TestConvert(t *testing.T) {
	const pdn = "[Event \"1\"]\n\n1. 32-28 19-25 *\n\n[White \"\xc8\xe2\xe0\xed\"]\n\n1. 32-28 19-23 *\n\n[Event \"3\"]\n[FEN \"x\"]\n\n*\n"
	folder := t.TempDir()
	for i, tt := range []struct {
		text, flags string
		code        int
		out, notes  []string
	}{
		{pdn, "--to pdn", cli.CodeLimit, []string{"1. 32-28 {19-25} *", "1. 32-28 19-23 *"}, []string{
			"windows-1251", "game 1: draughts: line 3: move 2: draughts: move 19-25: illegal move",
			"game 3 is left out: draughts: line 12: FEN", "2 read, 1 of them in part, 1 left out",
		}},
		{pdn, "--to transcript --json", cli.CodeLimit, []string{`"moves":["32-28"]`, `"moves":["32-28","19-23"]`}, nil},
		{pdn, "--to pdn --strict", cli.CodeInvalid, nil, []string{"line 3: move 2"}},
		{"[Event \"1\"]\n\n1. 32-28 19-25 *\n", "--game draughts:international", cli.CodeLimit, []string{"32-28"}, []string{"19-25"}},
		{"f5d6\na1\nf5f6\n", "--game othello --to obf", cli.CodeLimit, []string{"X"}, []string{"line 2"}},
		{"(;GM[2]PB[\xff];B[f5])(;GM[2];B[f5];W[a1])", "--to ggf --encoding latin-1", cli.CodeLimit, []string{"PB[ÿ]", "B[F5];)"}, []string{"game 2: othello: line 1: W: move 2, a1"}},
		{"hello", "", cli.CodeInvalid, nil, []string{"a record of no known game"}},
		{"[Variant \"Atomic\"]\n\n1. e4 e5 *\n", "", cli.CodeInvalid, nil, []string{"a game of Atomic, which is not chess"}},
		{"[GameType \"29\"]\n\n1. 22-18 11-15 *\n", "", cli.CodeInvalid, nil, []string{"a game of Czech draughts (GameType 29)"}},
		{"[FEN \"W:WK3:BK10\"] *", "", cli.CodeInvalid, nil, []string{"a record of checkers, draughts:international or draughts:brazilian: --game NAME says which"}},
		{"1. e4 d5 2. Ne2 Ne6 3. Nc4 *", "--to pgn", cli.CodeLimit, []string{"1. e4 d5 2. Ne2 {Ne6 3. Nc4} *"}, []string{`move 4: chess: move "Ne6"`}},
		{"1. e4 e5 2. Sf3 Sc6 *", "--to pgn", 0, []string{"2. Nf3 Nc6"}, []string{"the letters of pieces are read as German"}},
	} {
		file := filepath.Join(folder, strconv.Itoa(i))
		if err := os.WriteFile(file, []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		var out, notes bytes.Buffer
		env := &cli.Env{Out: &cli.Writer{Writer: &out}, Err: &notes, Lang: words.English, JSON: strings.Contains(tt.flags, "--json")}
		f := convertFlags{To: "transcript"}
		for _, word := range strings.Split(tt.flags, "--") {
			switch name, value, _ := strings.Cut(strings.TrimSpace(word), " "); name {
			case "to":
				f.To = value
			case "game":
				f.Game = value
			case "encoding":
				env.Intake.Encoding = value
			case "strict":
				env.Intake.Strict = true
			}
		}
		err := runConvert(t.Context(), env, []string{file}, &f)
		code := env.Intake.Conclude(&notes, env.Lang, cli.Report(&notes, env.Lang, err))
		said := strings.ReplaceAll(notes.String(), "\u00a0", " ")
		for _, want := range tt.out {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%q %s: %s, want %s", tt.text, tt.flags, &out, want)
			}
		}
		for _, want := range tt.notes {
			if !strings.Contains(said, want) {
				t.Errorf("%q %s: says %s, want %s", tt.text, tt.flags, said, want)
			}
		}
		if code != tt.code || tt.out == nil && out.Len() > 0 {
			t.Errorf("%q %s: code %d, want %d; prints %s; says %s", tt.text, tt.flags, code, tt.code, &out, said)
		}
	}
}
