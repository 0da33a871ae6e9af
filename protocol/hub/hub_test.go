package hub_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/session"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/sessiontest"
	"github.com/plywood-go/plywood/protocol/client"
	"github.com/plywood-go/plywood/protocol/hub"
)

// own returns this package's server for a game, with an engine that prefers the first legal
// moves.
func own(name string) sessiontest.Serve {
	return func(ctx context.Context, in io.Reader, out io.Writer) error {
		g, err := catalog.Find(name)
		if err != nil {
			return err
		}
		small, err := catalog.Find("checkers")
		if err != nil {
			return err
		}
		return hub.Serve(ctx, in, out, hub.Options{
			Name: "Ply", Version: "1", Author: "", Variants: []hub.Variant{{"own", g.Start()}, {"english", small.Start()}},
			Open: func(*engine.Game, engine.Options) (*engine.Player, error) {
				return &engine.Player{Engine: sessiontest.Hurried{}, Query: engine.Query{Depth: 1}}, nil
			},
		})
	}
}

func TestSessions(t *testing.T) { sessiontest.Golden(t, own("draughts:international")) }

// TestClientAgainstServer plays games of every variant between client and server, also from
// later positions. Each must read what the other writes.
func TestClientAgainstServer(t *testing.T) {
	rng := seeded.Rand(t, 6)
	for _, name := range []string{"checkers", "draughts:russian", "draughts:international", "draughts:brazilian"} {
		g := catalogtest.Find(t, name)
		program := sessiontest.Program("own " + name)
		program.Limits.Depth = 3
		p, err := hub.Start(t.Context(), program)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		start := g.Start()
		for range 3 {
			turn := &client.Turn{Start: start, Now: start}
			if err := p.Begin(t.Context(), client.Round{Start: start}); err != nil {
				t.Fatal(err)
			}
			for n := range 300 {
				legal := turn.Now.Moves()
				if len(legal) == 0 {
					break
				}
				m := legal[rng.IntN(len(legal))]
				if n%10 == 0 {
					r, err := p.Move(t.Context(), turn)
					if err != nil || r.Move != legal[0] || !r.Valued || r.Value != 2 || r.Depth != 3 || r.Nodes != 42 {
						t.Fatalf("%s, %v: %+v, %v, want %s", name, turn.Now, r, err, legal[0])
					}
					m = r.Move
				}
				turn.Moves = append(turn.Moves, m)
				if turn.Now, err = turn.Now.Play(m); err != nil {
					t.Fatal(err)
				}
				if n == 30 {
					if start, err = g.Parse(turn.Now.String()); err != nil { // without history
						t.Fatal(err)
					}
				}
			}
		}
	}
}

// TestPonder lets the server think on the client's time.
func TestPonder(t *testing.T) {
	sessiontest.CheckPonder(t, catalogtest.Find(t, "draughts:russian"), "loud draughts:russian", "ponder-hit", "stop", hub.Start)
}

// TestAnswers gives every search one answer, at any moment and in any position.
func TestAnswers(t *testing.T) {
	const (
		refused  = `error message="go: there is no position`
		over     = `error message="go: the game is over"`
		start    = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\n"
		finished = "pos pos=WeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB\n"
	)
	for word, scripts := range map[string]map[string][]string{
		"done": {
			"go think\ngo analyze\ngo think\n":                         {"done move=", "done move=", "done move="},
			"level infinite\ngo think\nstop\nstop\n":                   {"done move="},
			"level infinite\ngo ponder\ngo ponder\nponder-hit\nstop\n": {"done move=", "done move="},
			"level infinite\ngo think\nquit\n":                         nil,
			"pos pos=W\ngo think\n" + start + "go think\n":             {"done move="},
			finished + "go think\n":                                    nil,
		},
		"error message=\"go": {
			"pos pos=W\ngo think\ngo ponder\nponder-hit\nstop\n":        {refused, refused},
			start[:len(start)-1] + " moves=\"1-2\"\ngo analyze\nstop\n": {refused},
			finished + "go think\ngo ponder\nponder-hit\nstop\n":        {over, over},
			"go think\n": nil,
		},
	} {
		sessiontest.CheckAnswers(t, own("draughts:international"), word, scripts)
	}
}

// TestHostile sends malformed input.
func TestHostile(t *testing.T) {
	long := strings.Repeat("a", session.LongestLine+1)
	for in, want := range map[string]string{
		"":                                    "",
		"\n\x00\nхлам\n":                      "",
		long + "\nping":                       "error message=\"line too long\"\npong\n",
		"pos":                                 `error message="pos: hub: position '', want W or B and 50 letters"` + "\n",
		"pos pos=W" + strings.Repeat("é", 25): `error message="pos: hub: square 1: 'é`,
		"level depth=NaN":                     `error message="level: depth: 'NaN', want a number"` + "\n",
		"level time=1e300":                    `error message="level: time: '1e300', want a number"` + "\n",
		"go":                                  `error message="go: '', want think, ponder or analyze"` + "\n",
		"set-param name=hash value=-1":        `error message="set-param: hash: '-1', want 1 to 1048576"` + "\n",
		"stop\nponder-hit\nstop":              "",
		"quit\nping":                          "",
	} {
		var out bytes.Buffer
		if err := own("draughts:international")(t.Context(), strings.NewReader(in), &out); err != nil || !strings.HasPrefix(out.String(), want) || want == "" && out.Len() > 0 {
			t.Errorf("%.40q: %q, %v, want %q", in, out.String(), err, want)
		}
	}
	var out bytes.Buffer
	const flood = 10_000
	if err := own("checkers")(t.Context(), strings.NewReader(strings.Repeat("level infinite\ngo analyze\nping\n", flood)), &out); err != nil {
		t.Error(err)
	}
	if got := strings.Count(out.String(), "pong"); got != flood {
		t.Errorf("%d answers to %d questions", got, flood)
	}
	if err := own("othello")(t.Context(), strings.NewReader("hub\n"), &out); err == nil {
		t.Error("it speaks of a game that is no draughts")
	}
}

// FuzzCommands checks that answers begin with words of the protocol.
func FuzzCommands(f *testing.F) {
	f.Add("hub\nset-param name=level value=3\ninit\nnew-game\npos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-28 19-23\"\nlevel depth=3\ngo think\nping\nquit\n")
	f.Add("level infinite\ngo ponder\nponder-hit\n")
	f.Add("level moves=9 time=-1 inc=0.5\ngo ponder\nponder-hit\nlevel infinite\ngo analyze\nstop\n")
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		if err := own("draughts:international")(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			switch word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word {
			case "id", "param", "wait", "ready", "info", "done", "pong", "error":
			default:
				t.Fatalf("%q is said", line)
			}
		}
	})
}
