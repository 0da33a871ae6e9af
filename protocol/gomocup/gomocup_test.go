package gomocup

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/session"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/sessiontest"
)

// serve returns a server for a game whose engine prefers the first legal moves. Its searches end
// at a depth of plies, or at 0 only by a stop.
func serve(name string, depth int) sessiontest.Serve {
	return func(ctx context.Context, in io.Reader, out io.Writer) error {
		g, err := catalog.Find(name)
		if err != nil {
			return err
		}
		pl := &engine.Player{Engine: sessiontest.Engine{}, Query: engine.Query{Depth: depth}}
		return Serve(ctx, in, out, Options{
			Name: "test", Version: "1", Author: "us", Start: g.Start(),
			Open: func(engine.Options) (*engine.Player, error) { return pl, nil },
		})
	}
}

func TestSessions(t *testing.T) { sessiontest.Golden(t, serve("mnk:9,9,5", 1)) }

// answers returns the output of a session without messages.
func answers(t *testing.T, serve sessiontest.Serve, in string) (list []string) {
	t.Helper()
	var out bytes.Buffer
	if err := serve(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, "MESSAGE ") {
			list = append(list, strings.TrimSuffix(line, "\n"))
		}
	}
	return list
}

// TestHostile sends malformed input.
func TestHostile(t *testing.T) {
	long := strings.Repeat("1", session.LongestLine+1)
	for in, want := range map[string]string{
		"":                                     "",
		"\n \n":                                "",
		long + "\nabout\n":                     `ERROR line too long|name="test", version="1", author="us"`,
		"END\nABOUT\n":                         "",
		"\x00\x01":                             "UNKNOWN \x00\x01",
		"SWAP2BOARD":                           "UNKNOWN SWAP2BOARD",
		"INFO\nINFO evaluate 1,1\nINFO x y z":  "",
		"info timeout_turn x":                  `ERROR INFO: timeout_turn: "x", want a number`,
		"START\nBEGIN":                         "ERROR START: the board is 9,9|ERROR BEGIN: the board is 9,9",
		"START 20\nRESTART\nSTART 9":           "ERROR START: the board is 9,9|ERROR RESTART: the board is 9,9|OK",
		"RECTSTART 9,8\nRECTSTART 9, 9":        "ERROR RECTSTART: the board is 9,9|OK",
		"TURN 1,1\nBEGIN":                      "0,0|ERROR BEGIN: the board is not empty",
		"TURN 9,0\nTURN 0,0":                   `ERROR TURN: "9,0", want X,Y below 9,9|ERROR TURN: there is no position: the last one was refused`,
		"TURN 1\nRESTART\nTURN 1,1":            `ERROR TURN: "1", want X,Y below 9,9|OK|0,0`,
		"TURN 5,5\nTURN 5,5":                   "0,0|ERROR TURN: mnk: move f6: illegal move: the cell is taken",
		"TAKEBACK 1,1":                         "ERROR TAKEBACK: 1,1 is no stone of the last side to move",
		"BOARD\n1,1,1\nDONE":                   "ERROR BOARD: 1 stones of the engine and 0 of the manager",
		"BOARD\n1,1,2\n1,1,1\nDONE\nBEGIN":     `ERROR BOARD: "1,1,1", want X,Y,1 or X,Y,2 on an empty point|ERROR BEGIN: there is no position: the last one was refused`,
		"BOARD\n1,1,3\n" + long + "\ndone":     `ERROR BOARD: "1,1,3", want X,Y,1 or X,Y,2 on an empty point`,
		"BOARD\n" + long + "\n\n1,1,2\nDONE":   `ERROR BOARD: "", want X,Y,1 or X,Y,2 on an empty point`,
		"BOARD\n1,1,2\nABOUT\n0,0,1\nTURN 0,0": `ERROR BOARD: ABOUT instead of DONE|name="test", version="1", author="us"|UNKNOWN 0,0,1|ERROR TURN: there is no position: the last one was refused`,
		"BOARD\nEND\nABOUT":                    "",
		"INFO rule 4\nBOARD\nDONE\nINFO rule 0\nBOARD\nDONE": "ERROR INFO: rule 4: no renju on this board|ERROR BOARD: rule 4: no renju on this board|0,0",
	} {
		if got := strings.Join(answers(t, serve("mnk:9,9,5", 1), in), "|"); got != want {
			t.Errorf("%.60q: %q, want %q", in, got, want)
		}
	}
	if err := serve("mnk:5,5,4", 1)(t.Context(), strings.NewReader(""), io.Discard); err == nil {
		t.Error("it plays four in a row")
	}
}

// TestPositions sends commands at random on a small board. Every command has one answer, and every
// move is that of the position which the manager has, by a second account of it: the first legal
// one. Without a position there is no move.
func TestPositions(t *testing.T) {
	rng := seeded.Rand(t, 60)
	g := catalogtest.Find(t, "mnk:5,5,5")
	point := func() string { return fmt.Sprintf("%d,%d", rng.IntN(6), rng.IntN(5)) }
	ends, moves, refusals := 0, 0, 0
	for range 100 {
		var commands []string
		for range 40 {
			c := []string{"TURN ", "TAKEBACK ", "BOARD", "START 5", "START 6", "RESTART", "BEGIN", "ABOUT", "NONSENSE", "INFO rule 2", "INFO rule 0"}[min(rng.IntN(40)/2, 10)*rng.IntN(2)]
			switch {
			case strings.HasSuffix(c, " "):
				c += point()
			case c == "BOARD":
				for n := range rng.IntN(4) {
					c += fmt.Sprintf("\n%s,%d", point(), 2-n%2)
				}
				c += "\nDONE"
			}
			commands = append(commands, c)
		}
		in, keys := io.Pipe()
		screen, out := io.Pipe()
		go func() {
			_ = serve("mnk:5,5,5", 1)(t.Context(), in, out)
			out.Close()
		}()
		lines := bufio.NewScanner(screen)
		at, size, rule := g.Start(), true, true
		for _, c := range commands {
			fmt.Fprintln(keys, c)
			word, rest, _ := strings.Cut(c, " ")
			next, want := at, "ERROR"
			switch word {
			case "INFO":
				if rule = rest == "rule 0"; rule {
					continue
				}
			case "ABOUT":
				want = "name="
			case "NONSENSE":
				want = "UNKNOWN"
			case "START", "RESTART":
				if size = size && word == "RESTART" || rest == "5"; size && rule {
					next, want = g.Start(), "OK"
				} else {
					next = nil
				}
			case "TAKEBACK":
				if size && rule && at != nil {
					if next = removed(at, rest); next != nil {
						want = "OK"
					}
				}
			default:
				if !size || !rule || word == "TURN" && (at == nil || at.Status().Over()) || word == "BEGIN" && (at == nil || at.String() != g.Start().String()) {
					break
				}
				if word == "TURN" {
					next = put(at, rest)
				} else if list, ok := strings.CutPrefix(word, "BOARD"); ok {
					next = board(g, strings.Fields(strings.TrimSuffix(list, "DONE")))
				}
				if next != nil && !next.Status().Over() {
					first := next.Moves()[0]
					want = fmt.Sprintf("%d,%c", first[0]-'a', first[1]-1)
					next, _ = next.Play(first)
					moves++
				}
			}
			for lines.Scan() && strings.HasPrefix(lines.Text(), "MESSAGE") {
			}
			if got := lines.Text(); !strings.HasPrefix(got, want) {
				t.Fatalf("%q at %v: %q, want %q, in %q", c, at, got, want, commands)
			}
			if at = next; at == nil {
				refusals++
			} else if at.Status().Over() {
				ends++
			}
		}
		fmt.Fprintln(keys, "END")
		if lines.Scan() {
			t.Fatalf("%q: also %q", commands, lines.Text())
		}
	}
	if ends == 0 || moves == 0 || refusals == 0 {
		t.Errorf("%d finished games, %d moves, %d refusals", ends, moves, refusals)
	}
}

// put plays a move; removed takes one back; board sets up lines of BOARD. They return nil if that
// is impossible.
func put(at *engine.Position, point string) *engine.Position {
	next, err := at.Play(fmt.Sprintf("%c%c", 'a'+point[0]-'0', point[2]+1))
	if err != nil {
		return nil
	}
	return next
}

func removed(at *engine.Position, point string) *engine.Position {
	x, y := int(point[0]-'0'), int(point[2]-'0')
	pieces := []byte(at.Placement().Pieces)
	mover := at.ToMove() ^ 1
	if x > 4 || pieces[5*y+x] != "XO"[mover] {
		return nil
	}
	pieces[5*y+x] = '-'
	p, err := at.Game().Arrange(boards.Arrangement{Pieces: string(pieces), Side: mover})
	if err != nil {
		return nil
	}
	return p
}

func board(g *engine.Game, lines []string) *engine.Position {
	pieces := []byte(strings.Repeat("-", 25))
	mover := len(lines) % 2 // the manager's stone comes first
	for _, l := range lines {
		x, y, who := int(l[0]-'0'), int(l[2]-'0'), int(l[4]-'1')
		if x > 4 || pieces[5*y+x] != '-' {
			return nil
		}
		pieces[5*y+x] = "XO"[mover^who]
	}
	p, err := g.Arrange(boards.Arrangement{Pieces: string(pieces), Side: game.Player(mover)})
	if err != nil {
		return nil
	}
	return p
}

// TestStops sends commands during an endless search. All but END have their answers, after the
// move of the search if they end it.
func TestStops(t *testing.T) {
	for command, want := range map[string]string{
		"ABOUT\n@name":                          `name="test", version="1", author="us"`,
		"INFO time_left 1\nNONSENSE\n@UNKNOWN":  "UNKNOWN NONSENSE",
		"RESTART\n@OK":                          "0,0|OK",
		"START 20\n@ERROR":                      "0,0|ERROR START: the board is 9,9",
		"TAKEBACK 0,0\n@OK":                     "0,0|OK",
		"TURN 5,5\n@MESSAGE\nRESTART\n@OK":      "0,0|1,0|OK",
		"INFO max_memory 1000000\nABOUT\n@name": `0,0|name="test", version="1", author="us"`,
		"END":                                   "",
	} {
		out := sessiontest.Run(t, serve("mnk:9,9,5", 0), "START 9\nTURN 4,4\n@MESSAGE\n"+command+"\nEND\n")
		var got []string
		for line := range strings.Lines(out) {
			if !strings.HasPrefix(line, "MESSAGE") {
				got = append(got, strings.TrimSpace(line))
			}
		}
		if text := strings.TrimPrefix(strings.Join(got[1:], "|"), "|"); text != want {
			t.Errorf("%q: %q, want %q", command, text, want)
		}
	}
}

// TestRules names rules to boards that have them, and to those that do not.
func TestRules(t *testing.T) {
	for _, tt := range []struct {
		game string
		rule int
		want string
	}{
		{"mnk:9,9,5", 0, ""},
		{"mnk:9,9,5", 1, "rule 1: on this board more than five in a row win too"},
		{"mnk:9,9,5,exact", 0, "rule 0: on this board exactly five in a row win"},
		{"mnk:9,9,5,exact", 1, ""},
		{"mnk:9,9,5", 2, "rule 2: no continuous game on this board"},
		{"mnk:9,9,5,exact", 5, "rule 5: no renju on this board"},
		{"mnk:9,9,5", 8, "rule 8: no caro on this board"},
		{"mnk:9,9,5", 16, "rule 16 is unknown"},
		{"mnk:9,9,5", -1, "rule -1: no continuous game on this board"},
	} {
		got := answers(t, serve(tt.game, 1), fmt.Sprintf("INFO rule %d\nBEGIN\n", tt.rule))
		want := []string{"ERROR INFO: " + tt.want, "ERROR BEGIN: " + tt.want}
		if tt.want == "" {
			want = []string{"0,0"}
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s: rule %d: %q, want %q", tt.game, tt.rule, got, want)
		}
	}
}

// TestLimits checks that no search may exceed the time of a turn or use up the time of the match,
// and that a long match uses most of the turn.
func TestLimits(t *testing.T) {
	const turn = 30 * time.Second
	for left := 100 * time.Millisecond; left < time.Hour; left = left * 5 / 4 {
		c := spend(turn, &engine.Clock{Left: left}).Spend(engine.Control{})
		if c.Time > turn || c.Time > left/2 && left < 25*turn || c.SoftTime > left/2 {
			t.Errorf("%v left: %v, at most %v", left, c.SoftTime, c.Time)
		}
		if left > 25*turn && c.SoftTime < turn*9/10 {
			t.Errorf("%v left: only %v of %v", left, c.SoftTime, turn)
		}
	}
	if c := spend(turn, nil).Spend(engine.Control{}); c.Time > turn || c.SoftTime < turn*9/10 {
		t.Errorf("%v of %v", c.SoftTime, turn)
	}
	if spend(0, nil) != nil {
		t.Error("a clock without a limit")
	}
}

// seen is an engine that records the limits of its searches.
type seen struct {
	sessiontest.Hurried
	controls *[]engine.Control
	queries  *[]engine.Query
}

func (s seen) Analyze(ctx context.Context, p *engine.Position, q engine.Query, c engine.Control, report func(engine.Analysis)) engine.Analysis {
	*s.controls, *s.queries = append(*s.controls, c), append(*s.queries, q)
	q.Depth = 1
	return s.Engine.Analyze(ctx, p, q, c, report)
}

// TestInfo sends limits, and compares those of the searches and the sizes of tables.
func TestInfo(t *testing.T) {
	var controls []engine.Control
	var queries []engine.Query
	var tables []int
	g := catalogtest.Find(t, "mnk:9,9,5")
	answers(t, func(ctx context.Context, in io.Reader, out io.Writer) error {
		return Serve(ctx, in, out, Options{Start: g.Start(), Open: func(o engine.Options) (*engine.Player, error) {
			tables = append(tables, o.TableBytes)
			return &engine.Player{Engine: seen{controls: &controls, queries: &queries}, Control: engine.Control{Time: 2 * time.Second}}, nil
		}})
	}, `TURN 8,0
INFO timeout_turn 10000
TURN 8,2
INFO timeout_match 20000
TURN 8,4
INFO time_left 2147483647
TURN 8,6
INFO timeout_turn 0
INFO max_memory 0
INFO max_memory 83886080
RESTART
TURN 8,8
`)
	if len(controls) != 5 || len(tables) != 2 || tables[1] != 40<<20 {
		t.Fatalf("%d searches, tables of %v bytes", len(controls), tables)
	}
	for i, most := range []time.Duration{2 * time.Second, 10 * time.Second, 4 * time.Second, 10 * time.Second, 4 * time.Second} {
		if got := controls[i].Time; got > most || got < most*7/10 {
			t.Errorf("search %d takes up to %v, want %v", i+1, got, most)
		}
		if want := i / 4; queries[i].Depth != want {
			t.Errorf("search %d has depth %d, want %d", i+1, queries[i].Depth, want)
		}
	}
}

func FuzzCommands(f *testing.F) {
	f.Add("START 9\nINFO timeout_turn 5\nTURN 1,1\nTAKEBACK 0,0\nBOARD\n1,1,2\nDONE\nRESTART\nBEGIN\nEND\n")
	f.Fuzz(func(t *testing.T, in string) {
		if err := serve("mnk:9,9,5", 1)(t.Context(), strings.NewReader(in), io.Discard); err != nil {
			t.Fatal(err)
		}
	})
}
