package gtp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/session"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
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

// TestSize tries sizes in every game. Only that of the board in play is accepted. A refused size
// leaves no board: every command about the board fails until a size is accepted.
func TestSize(t *testing.T) {
	sizes := map[string][]int{
		"othello": {8}, "othello:6": {6}, "connect4": {7}, "connect4:6x5": {6}, "tictactoe": {3}, "mnk:15,15,5": {15}, "mnk:5,6,4,wrap": {5}, "qubic": {4},
		"ultimate": {9}, "checkers": {8}, "draughts:russian": {8}, "draughts:international": {10}, "chess": {8}, "tree": nil,
	}
	all := slices.Collect(maps.Keys(sizes))
	for _, g := range catalog.Games() {
		all = append(all, g.About().Name)
	}
	for _, name := range all {
		g := catalogtest.Find(t, name)
		o := options()
		o.Open = func(size int) (*engine.Position, *engine.Player, error) {
			if size != 0 {
				return nil, nil, errors.New("no other size")
			}
			return g.Start(), &engine.Player{Engine: sessiontest.Engine{}, Query: engine.Query{Depth: 1}}, nil
		}
		var accepted []int
		for n := range 20 {
			in := fmt.Sprintf("showboard\nboardsize %d\nshowboard\ngenmove b\ngenmove w\n", n)
			for _, c := range []string{"clear_board", "play b a1", "undo", "reg_genmove b", "final_score", "genmove b"} {
				in += c + "\n"
			}
			var out bytes.Buffer
			if err := gtp.Serve(t.Context(), strings.NewReader(in), &out, o); err != nil {
				t.Fatal(err)
			}
			before, rest, _ := strings.Cut(out.String(), "\n\n")
			switch after, ok := strings.CutPrefix(rest, "=\n\n"); {
			case ok && strings.HasPrefix(after, before):
				accepted = append(accepted, n)
			case rest != "? unacceptable size\n\n"+strings.Repeat("? there is no position: the last one was refused\n\n", 9):
				t.Fatalf("%s: after boardsize %d:\n%s", name, n, rest)
			}
		}
		if want, known := sizes[name]; !known && len(accepted) != 1 || known && !slices.Equal(accepted, want) {
			t.Errorf("%s accepts sizes %v, want %v", name, accepted, want)
		}
	}
}

// TestRefusedMove asks for a move after one that was refused: in a game for one player, too, where
// the colour does not tell that a move is missing.
func TestRefusedMove(t *testing.T) {
	refusal := "? there is no position: the last one was refused"
	for _, mend := range []string{"clear_board", "undo", "boardsize 1", "play b FIRST"} {
		g := enginetest.Pegs()
		first := g.Start().Moves()[0]
		next, err := g.Start().Play(first)
		if err != nil {
			t.Fatal(err)
		}
		mend = strings.Replace(mend, "FIRST", next.Moves()[0], 1)
		answers := talk(t, g, "play b "+first, "play b nonsense", "genmove b", "reg_genmove b", mend, "genmove b")
		if answers[2] != refusal || answers[3] != refusal || answers[4] != "=" || !strings.HasPrefix(answers[5], "= ") {
			t.Errorf("%s: %q", mend, answers)
		}
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
