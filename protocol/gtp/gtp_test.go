package gtp_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/session"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/kit/enginetest"
	"github.com/plywood-go/plywood/kit/sessiontest"
	"github.com/plywood-go/plywood/protocol/gtp"
)

// options returns options for Othello.
func options() gtp.Options {
	return gtp.Options{
		Name: "test", Version: "1.0",
		Open: func(size int) (*engine.Position, *engine.Player, error) {
			name := "othello"
			if size > 0 {
				name = fmt.Sprintf("othello:%d", size)
			}
			g, err := catalog.Find(name)
			if err != nil {
				return nil, nil, err
			}
			return g.Start(), &engine.Player{Engine: sessiontest.Engine{}, Query: engine.Query{Depth: 1}}, nil
		},
	}
}

func serve(ctx context.Context, in io.Reader, out io.Writer) error {
	return gtp.Serve(ctx, in, out, options())
}

func TestSessions(t *testing.T) { sessiontest.Golden(t, serve) }

// TestHostile sends malformed input.
func TestHostile(t *testing.T) {
	long := strings.Repeat("a", session.LongestLine+1)
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"\n\n# only a comment\n \t \n", ""},
		{long + "\nname\n", "? line too long\n\n= test\n\n"},
		{"play b\x00 f5", "= \n"},
		{"1 2 name", "?1 unknown command\n\n"},
		{"name", "= test\n\n"},
		{"quit\nname\n", "=\n\n"},
		{"99999999999999 name\n", "? unknown command\n\n"},
	} {
		var out bytes.Buffer
		if err := serve(t.Context(), strings.NewReader(tt.in), &out); err != nil {
			t.Errorf("%.40q: %v", tt.in, err)
		}
		if got := out.String(); got != tt.want && !strings.HasPrefix(tt.in, "play") {
			t.Errorf("%.40q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

// talk returns the answers to commands in a game.
func talk(t *testing.T, g *engine.Game, commands ...string) []string {
	t.Helper()
	o := options()
	o.Open = func(int) (*engine.Position, *engine.Player, error) {
		return g.Start(), &engine.Player{Engine: sessiontest.Engine{}, Query: engine.Query{Depth: 1}}, nil
	}
	var out bytes.Buffer
	if err := gtp.Serve(t.Context(), strings.NewReader(strings.Join(commands, "\n")), &out, o); err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(strings.TrimSuffix(out.String(), "\n\n"), "\n\n")
	if len(answers) != len(commands) {
		t.Fatalf("%d answers to %d commands: %q", len(answers), len(commands), answers)
	}
	return answers
}

// TestColours plays games with first sides of different colours.
func TestColours(t *testing.T) {
	othello, _ := catalog.Find("othello")
	connect4, _ := catalog.Find("connect4")
	for _, tt := range []struct {
		game  *engine.Game
		first string
	}{
		{othello, "b"},
		{connect4, "b"}, // red against yellow
		{enginetest.Jumps(), "w"},
		{enginetest.Pegs(), "b"}, // one player
	} {
		name, second := tt.game.About().Name, map[string]string{"b": "w", "w": "b"}[tt.first]
		wrong := talk(t, tt.game, "reg_genmove "+second)[0]
		right := talk(t, tt.game, "reg_genmove "+tt.first)[0]
		if !strings.HasPrefix(right, "= ") || !strings.HasPrefix(wrong, "? it is the turn of ") {
			t.Errorf("%s: %s begins: %q, and %s: %q", name, tt.first, right, second, wrong)
		}
	}
	score := talk(t, enginetest.Jumps(), "genmove w", "genmove b", "undo", "undo", "undo", "final_score")
	if want := []string{"= ", "= ", "=", "=", "? cannot undo", "? the game is not over"}; !slices.EqualFunc(score, want, strings.HasPrefix) {
		t.Errorf("%q, want %q", score, want)
	}
}

// TestUndoPass takes back a move together with the pass that the server added before it, of
// which the controller does not know.
func TestUndoPass(t *testing.T) {
	g, _ := catalog.Find("othello:4")
	answers := talk(t, g, "play b b1", "play w c1", "play b d3", "play w a1", // Black must pass
		"showboard", "play w a3", "showboard", "undo", "showboard", "genmove w", "undo", "showboard", "undo", "undo", "undo", "undo", "undo")
	before := answers[4]
	if before == answers[6] || before != answers[8] || before != answers[11] || answers[16] != "? cannot undo" {
		t.Errorf("before %s\nplayed %s\nundone %s\nundone %s\nat last %s", before, answers[6], answers[8], answers[11], answers[16])
	}
}

// FuzzCommands checks the form of answers: they begin with = or ? and end with an empty line.
func FuzzCommands(f *testing.F) {
	f.Add("1 boardsize 6\n2 play b c2\ngenmove w\nundo\nfinal_score\n")
	f.Add("time_settings 10 5 3\ntime_left b 3 1\ngenmove b\nshowboard\n")
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		if err := serve(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		for answer := range strings.SplitSeq(strings.TrimSuffix(out.String(), "\n\n"), "\n\n") {
			if out.Len() > 0 && !strings.HasPrefix(answer, "=") && !strings.HasPrefix(answer, "?") {
				t.Errorf("answer %q to %q", answer, in)
			}
		}
	})
}
