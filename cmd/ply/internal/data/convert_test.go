package data

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/words"
)

// TestLargeFiles converts files game by game, as if they were large, and compares the
// output and the notes with those of files that are read whole.
func TestLargeFiles(t *testing.T) {
	const pdn = "[Event \"1\"]\n\n1. 32-28 19-25 *\n\n[White \"\xc8\xe2\xe0\xed\"]\n\n1. 32-28 19-23 *\n\n[Event \"3\"]\n\n1. 1-50 *\n"
	folder := t.TempDir()
	for i, tt := range []struct{ text, flags string }{
		{pdn, "--to pdn"},
		{pdn, "--to transcript --json"},
		{pdn, "--to pdn --strict"},
		{"[Event \"1\"]\n\n1. 32-28 19-25 *\n", "--game draughts:international"},
		{"f5d6\na1\nf5f6\n", "--game othello --to wtb"},
		{"(;GM[2]PB[\xff];B[f5])(;GM[2];B[f5];W[a1])", "--to ggf --encoding latin-1"},
		{"hello", ""},
	} {
		file := filepath.Join(folder, strconv.Itoa(i))
		if err := os.WriteFile(file, []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		run := func(large bool) (code int, stdout, stderr string) {
			var out, notes bytes.Buffer
			env := &cli.Env{Out: &cli.Writer{Writer: &out}, Err: &notes, Lang: words.English, JSON: strings.Contains(tt.flags, "--json")}
			f := convertFlags{to: "transcript"}
			for _, word := range strings.Split(tt.flags, "--") {
				switch name, value, _ := strings.Cut(strings.TrimSpace(word), " "); name {
				case "to":
					f.to = value
				case "game":
					f.Game = value
				case "encoding":
					env.Intake.Encoding = value
				case "strict":
					env.Intake.Strict = true
				}
			}
			err := error(nil)
			if most := len(tt.text) - 3; large {
				err = convertLarge(t.Context(), env, []byte(tt.text)[:most], strings.NewReader(tt.text[most:]), file, &f)
			} else {
				err = runConvert(t.Context(), env, []string{file}, &f)
			}
			code = env.Intake.Conclude(&notes, env.Lang, exit.Report(&notes, env.Lang, err))
			return code, out.String(), strings.Join(slices.Sorted(strings.Lines(notes.String())), "")
		}
		wantCode, wantOut, wantErr := run(false)
		if code, out, stderr := run(true); code != wantCode || out != wantOut || stderr != wantErr {
			t.Errorf("%q %s: code %d, want %d\n%s\nwant\n%s\n%s\nwant\n%s", tt.text, tt.flags, code, wantCode, out, wantOut, stderr, wantErr)
		}
	}
}
