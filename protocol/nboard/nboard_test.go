package nboard_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/session"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/kit/sessiontest"
	"github.com/plywood-go/plywood/protocol/nboard"
)

func serve(t testing.TB) sessiontest.Serve {
	g, err := catalog.Find("othello")
	if err != nil {
		t.Fatal(err)
	}
	return func(ctx context.Context, in io.Reader, out io.Writer) error {
		return nboard.Serve(ctx, in, out, nboard.Options{Name: "Ply", Start: g.Start(), Player: &engine.Player{Engine: sessiontest.Engine{}}})
	}
}

func TestSessions(t *testing.T) { sessiontest.Golden(t, serve(t)) }

// TestHostile sends malformed input. The server may complain only in the status line.
func TestHostile(t *testing.T) {
	long := strings.Repeat("a", session.LongestLine+1)
	for _, in := range []string{
		"", "\n\n", long, long + "\nnonsense\n", "set\n", "set depth\n", "set depth x\n", "set depth -1\n",
		"set game\n", "set game (;\n", "set game (;GM[Othello]BO[8 nonsense *]B[F5];)\n", "move\n", "move a1\n", "move f5 f5\n",
		"zz\n", "\x00\x01\n", "set game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[A1];)\n",
	} {
		var out bytes.Buffer
		if err := serve(t)(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Errorf("%.40q: %v", in, err)
		}
		for l := range strings.Lines(out.String()) {
			if !strings.HasPrefix(l, "status ") {
				t.Errorf("%.40q: said %q", in, l)
			}
		}
	}
}

// TestStops sends every command that changes the game, and the end of input, during an endless
// search.
func TestStops(t *testing.T) {
	const think = "set depth 60\nmove f5\n"
	for _, start := range []string{"go\n@status thinking\n", "hint 3\n@search\n", "analyze\n@status analyzing\n"} {
		for _, stop := range []string{"ping 7\n@pong 7\n", "set depth 4\nping 1\n@pong 1\n", "quit\n", "", "go\nping 2\n@pong 2\n"} {
			out := sessiontest.Run(t, serve(t), think+start+stop)
			if strings.Contains(out, "===") {
				t.Errorf("%q: a move was told:\n%s", start+stop, out)
			}
		}
	}
}

// TestAnswers gives every question one answer, unless a later command stops its search.
func TestAnswers(t *testing.T) {
	const (
		refused  = "status refused: "
		finished = "set game (;GM[Othello]BO[8 *--------------------------------------------------------------- *];)\n"
	)
	for word, scripts := range map[string]map[string][]string{
		"===": {
			"set depth 1\ngo\n@===\ngo\n@===\n":    {"=== ", "=== "},
			"go\nset depth 1\ngo\n@===\n":          {"=== "},
			"go\nping 1\n@pong\n":                  nil,
			"move a1\ngo\nping 1\n@pong\n":         nil,
			finished + "go\n@status the\nping 2\n": nil,
		},
		"status ": {
			"move a1\ngo\nhint 2\nanalyze\n":                            {refused + "move", refused + "go", refused + "hint", refused + "analyze"},
			"set game (;\nmove f5\ngo\n":                                {refused + "set", refused + "move", refused + "go"},
			finished + "go\n@status the\nhint 3\n@status the\nping 1\n": {"status the game is over", "status the game is over"},
			"move a1\nset depth 1\ngo\n@status refused: go\nset game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *];)\ngo\n@===\n": {refused + "move", refused + "go", "status thinking"},
		},
	} {
		sessiontest.CheckAnswers(t, serve(t), word, scripts)
	}
}

func FuzzCommands(f *testing.F) {
	f.Add("nboard 2\nset depth 6\nmove F5/1.0/2.0\nD6\nhint 2\ngo\nanalyze\nlearn\nping 3\nquit\n")
	f.Add("set game (;GM[Othello]PC[x]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6];)\ngo\n")
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		if err := serve(t)(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
	})
}
