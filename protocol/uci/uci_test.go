package uci_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/session"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/sessiontest"
	"github.com/plywood-go/plywood/protocol/client"
	"github.com/plywood-go/plywood/protocol/uci"
)

// own returns this package's server for a game, with an engine that prefers the first legal
// moves. It refuses tables of 13 MiB.
func own(name string) sessiontest.Serve {
	return func(ctx context.Context, in io.Reader, out io.Writer) error {
		g, err := catalog.Find(name)
		if err != nil {
			return err
		}
		return uci.Serve(ctx, in, out, uci.Options{
			Name: "Ply 1", Author: "us", Start: g.Start(),
			Open: func(s engine.Options) (*engine.Player, error) {
				if s.TableBytes == 13<<20 {
					return nil, fmt.Errorf("no such table")
				}
				return &engine.Player{Engine: sessiontest.Hurried{}, Query: engine.Query{Depth: 1}}, nil
			},
		})
	}
}

func TestSessions(t *testing.T) { sessiontest.Golden(t, own("othello")) }

// TestClientAgainstServer plays games of any kind between client and server. Each must read what
// the other writes, up to the end of games of hundreds of plies.
func TestClientAgainstServer(t *testing.T) {
	rng := seeded.Rand(t, 6)
	for _, name := range []string{"othello", "connect4", "checkers", "draughts:russian", "mnk:15,15,5", "ultimate", "chess"} {
		g := catalogtest.Find(t, name)
		program := sessiontest.Program("own " + name)
		program.Limits.Depth = 3
		program.Options = []client.Option{{Name: "hash", Value: "2"}}
		p, err := uci.Start(t.Context(), program)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		turn := &client.Turn{Start: g.Start(), Now: g.Start()}
		if err := p.Begin(t.Context(), client.Round{Start: g.Start()}); err != nil {
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
		}
	}
}

// TestCastling writes castling in both ways.
func TestCastling(t *testing.T) {
	const back = "position fen 4k3/8/8/8/8/8/P6P/RN2K2R w K - 0 1 moves e1g1 e8d8\n"
	for set, want := range map[string]string{
		"": "e1g1 e8d8", "setoption name UCI_Chess960 value true\n": "e1h1 e8d8",
	} {
		g := catalogtest.Find(t, "chess")
		start, err := g.Parse("4k3/8/8/8/8/8/P6P/RN2K2R w K - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(start.Coordinates([]string{"O-O", "Kd8"}, set != ""), " "); got != want {
			t.Errorf("%q: %q, want %q", set, got, want)
		}
		var out bytes.Buffer
		if err := own("chess")(t.Context(), strings.NewReader(set+back+"go\n"), &out); err != nil || !strings.Contains(out.String(), "bestmove ") || strings.Contains(out.String(), "refused") {
			t.Errorf("%q: %q, %v", set, out.String(), err)
		}
	}
}

// TestPonder lets the server think on the client's time.
func TestPonder(t *testing.T) {
	sessiontest.CheckPonder(t, catalogtest.Find(t, "othello"), "loud othello", "ponderhit", "stop", uci.Start)
}

// TestHostile sends malformed input.
func TestHostile(t *testing.T) {
	long := strings.Repeat("a", session.LongestLine+1)
	for in, want := range map[string]string{
		"":                                "",
		"\n\x00\nхлам\n":                  "",
		long + "\nisready":                "info string refused: line too long\nreadyok\n",
		"joho isready":                    "readyok\n",
		"position":                        "info string refused: position: want startpos or fen\n",
		"position 中":                      "info string refused: position: \"中\", want startpos or fen\n",
		"setoption name Hash value 0":     "info string refused: setoption: hash: \"0\", want 1 to 1048576\n",
		"setoption name Hash value 13":    "info string refused: setoption: no such table\n",
		"setoption name Nonsense value 1": "info string refused: setoption: no option \"nonsense\"\n",
		"setoption":                       "info string refused: setoption: no option \"\"\n",
		"go wtime x":                      "info string refused: go: wtime: \"x\", want a number\nbestmove (none)\n",
		"go movetime 9223372036854775807": "info string refused: go: movetime: \"9223372036854775807\", want a number\nbestmove (none)\n",
		"stop\nponderhit\nstop":           "",
		"quit\nisready":                   "",
	} {
		var out bytes.Buffer
		if err := own("othello")(t.Context(), strings.NewReader(in), &out); err != nil || out.String() != want {
			t.Errorf("%.40q: %q, %v, want %q", in, out.String(), err, want)
		}
	}
	var out bytes.Buffer
	const flood = 10_000
	if err := own("othello")(t.Context(), strings.NewReader(strings.Repeat("go infinite\nisready\n", flood)), &out); err != nil {
		t.Error(err)
	}
	if got := strings.Count(out.String(), "readyok"); got != flood {
		t.Errorf("%d answers to %d questions", got, flood)
	}
	if got := strings.Count(out.String(), "bestmove f5") + strings.Count(out.String(), "bestmove d3"); got < flood-1 {
		t.Errorf("%d moves to %d searches", got, flood)
	}
}

// FuzzCommands checks that answers begin with words of the protocol.
func FuzzCommands(f *testing.F) {
	f.Add("uci\nisready\nucinewgame\nposition startpos moves f5 d6\ngo depth 3\nstop\nquit\n")
	f.Add("go ponder infinite\nponderhit\n")
	f.Add("position fen ---------------------------OX------XO--------------------------- X moves f5\ngo ponder wtime 5 btime -3\nponderhit\ngo infinite\n")
	f.Add("setoption name Hash value 2\nsetoption name MultiPV value 3\ngo nodes 7 movestogo 99999999999999999999\n")
	f.Fuzz(func(t *testing.T, in string) {
		if words := strings.Fields(in); slices.Contains(words, "d") || slices.Contains(words, "perft") {
			t.Skip("these print boards and counts")
		}
		var out bytes.Buffer
		if err := own("othello")(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			switch word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word {
			case "id", "option", "uciok", "readyok", "info", "bestmove":
			default:
				t.Fatalf("%q is said", line)
			}
		}
	})
}

// real is a server with the real chess engine.
func real(ctx context.Context, in io.Reader, out io.Writer) error {
	g, err := catalog.Find("chess")
	if err != nil {
		return err
	}
	strength, _ := engine.Offered[workshop.Strength](g)
	return uci.Serve(ctx, in, out, uci.Options{
		Start: g.Start(), Syzygy: true, Strength: strength,
		Open: func(s engine.Options) (*engine.Player, error) {
			var o engine.Options
			o.TableBytes, o.Endgames = 1<<20, s.Endgames
			return &engine.Player{Engine: g.NewEngine(o), Query: engine.Query{Depth: 3}}, nil
		},
	})
}

// converse returns the answers of the real chess engine to a script.
func converse(t *testing.T, script string) string {
	t.Helper()
	var out bytes.Buffer
	if err := real(t.Context(), strings.NewReader(script), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestAnswers gives every search one move, at any moment and in any position.
func TestAnswers(t *testing.T) {
	const (
		none   = "bestmove (none)\n"
		some   = "bestmove "
		threes = "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8\n"
		bare   = "position fen 8/8/3k4/8/8/3K4/8/8 w - - 0 1"
		back   = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - "
	)
	sessiontest.CheckAnswers(t, real, "bestmove", map[string][]string{
		"go depth 2\n@bestmove\n":                                        {some},
		"position startpos moves e2e5\ngo\ngo infinite\n":                {none, none},
		"position fen nonsense\ngo mate 2\nposition startpos\ngo\n":      {none, some},
		"position nonsense\nucinewgame\ngo\n":                            {some},
		"position startpos\ngo searchmoves e2e5\n":                       {none},
		"position startpos\ngo wtime x\ngo\n":                            {none, some},
		"position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1\ngo infinite\n":     {none}, // mate
		"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo ponder\nstop\n": {none}, // stalemate
		threes + "go depth 3\n":                                          {some},
		threes + "stop\ngo infinite\nstop\n":                             {some},
		back + "100 80\ngo depth 3\n":                                    {"bestmove a1a8"}, // the draw is not claimed
		bare + "\ngo depth 3\n":                                          {some},
		bare + " moves d3e3 d6e6 e3d3\ngo searchmoves e6d6\n":            {"bestmove e6d6"},
		"go infinite\nstop\nstop\n":                                      {some},
		"go infinite\ngo depth 2\n":                                      {some, some},
		"go ponder\nponderhit\nponderhit\nstop\n":                        {some},
		"go ponder depth 2\nstop\nponderhit\n":                           {some},
		"go ponder infinite\nponderhit\nposition startpos\n":             {some},
		"go infinite\nquit\n":                                            nil,
		"go ponder\nquit\n":                                              nil,
		"go nodes 1\n":                                                   {some},
	})
}

// TestLastInfo ends every search with a line about the result.
func TestLastInfo(t *testing.T) {
	for script, want := range map[string]string{
		"go infinite\n@info depth 4\nstop\n":                                      " score ",
		"go nodes 777\n":                                                          " score ",
		"position fen 8/8/3k4/8/8/3K4/8/8 w - - 0 1\ngo\n":                        " score cp 0 ",
		"position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 80\ngo\n":               " score mate 1 ",
		"position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 80\ngo infinite\nstop\n": " pv ",
	} {
		lines := strings.Split(strings.TrimSpace(sessiontest.Run(t, real, script)), "\n")
		info, answer := "", lines[len(lines)-1]
		for _, l := range lines {
			if strings.HasPrefix(l, "info depth") && strings.Contains(l, " multipv 1 ") {
				info = l
			}
		}
		_, pv, _ := strings.Cut(info, " pv ")
		if !strings.Contains(info, want) || !strings.Contains(info, " time ") || !strings.HasPrefix("bestmove "+strings.ReplaceAll(pv, " ", " ponder "), answer) {
			t.Errorf("%q: %s\n%s, want%s", script, info, answer, want)
		}
	}
}

// TestSearchMoves searches some moves only, and none that are illegal.
func TestSearchMoves(t *testing.T) {
	mate := "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n"
	for _, c := range []struct{ script, want string }{
		{mate + "go depth 3", "bestmove a1a8"},
		{"position fen 6k1/5ppp/8/8/8/7q/5PPP/R5K1 w - - 0 1\ngo depth 3 searchmoves a1a7 g2h3", "bestmove g2h3"}, // not the mate
		{mate + "go searchmoves h2h3 depth 2", "bestmove h2h3"},
		{mate + "go depth 3 searchmoves Ra8 a1a7", "bestmove a1a8"},
		{mate + "go depth 3 searchmoves a1b8", "refused: go: searchmoves: no legal move"},
		{mate + "go depth 3 searchmoves", "refused: go: searchmoves: no legal move"},
	} {
		if got := converse(t, c.script); !strings.Contains(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.script, got, c.want)
		}
	}
	if got := converse(t, mate+"go depth 3 searchmoves h2h3"); strings.Contains(got, "mate 1 ") {
		t.Errorf("a move that was not asked about: %s", got)
	}
}

// TestExtras prints the position, counts paths, and tells how full the table is.
func TestExtras(t *testing.T) {
	for script, want := range map[string]string{
		"go perft 3\n": "a2a3: 380\n",
		"position startpos moves e2e4\ngo perft 3\n":                       "\nNodes searched: 13160\n",
		"position nonsense\ngo perft 3\n":                                  "bestmove (none)\n",
		"go perft 0\n":                                                     "refused: go: perft: \"0\", want 1 to 100\n",
		"position startpos moves e2e4\nd\n":                                "\nFen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\nKey: ",
		"position nonsense\nd\n":                                           "refused: d: there is no position",
		"go nodes 20000\n":                                                 " hashfull ",
		"position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\ngo mate 2\n":      "score mate 2 ",
		"position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\ngo nodes 20000\n": "bestmove a1a6",
		"setoption name Clear Hash\nisready\n":                             "readyok\n",
		"setoption name Move Overhead value 50\ngo movetime 20\n":          "bestmove ",
		"setoption name Move Overhead value x\n":                           "refused: setoption: move overhead: \"x\", want 0 to 10000\n",
	} {
		if got := sessiontest.Run(t, real, script); !strings.Contains(got, want) {
			t.Errorf("%q: got %s\nwant %q", script, got, want)
		}
	}
}

// TestChances prints chances that sum to a thousand, and certain ones for a mate.
func TestChances(t *testing.T) {
	got := converse(t, "setoption name UCI_ShowWDL value true\nposition startpos\ngo depth 3\n")
	var w, d, l int
	_, rest, _ := strings.Cut(got, " wdl ")
	if n, err := fmt.Sscanf(rest, "%d %d %d nodes", &w, &d, &l); n != 3 || w+d+l != 1000 || w < 300 || d < 100 || l < 200 {
		t.Errorf("%d %d %d, %v: %s", w, d, l, err, got)
	}
	got = converse(t, "setoption name UCI_ShowWDL value true\nposition fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\ngo depth 3\n")
	if !strings.Contains(got, "score mate 1 wdl 1000 0 0 nodes") {
		t.Errorf("no certain win: %s", got)
	}
}

// TestTables names a folder of tables, and then none.
func TestTables(t *testing.T) {
	const folder = "../../../shared/data/chess/syzygy"
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the tables are missing: ", folder)
	}
	ending := "position fen k7/8/8/8/8/8/8/KBN5 w - - 0 1\ngo depth 3\n"
	with := converse(t, "setoption name SyzygyPath value "+folder+"\n"+ending)
	if !strings.Contains(with, "score cp 20000 ") {
		t.Errorf("no win by tables: %s", with)
	}
	if without := converse(t, "setoption name SyzygyPath value "+folder+"\nsetoption name SyzygyPath value <empty>\n"+ending); strings.Contains(without, "cp 20000") {
		t.Errorf("tables of no folder: %s", without)
	}
}

// TestStrength limits the strength: a weaker player searches fewer nodes.
func TestStrength(t *testing.T) {
	const limits = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value %d\nposition startpos\ngo movetime 600000\n"
	nodes := func(elo int) (n int) {
		lines := strings.Split(strings.TrimSpace(converse(t, fmt.Sprintf(limits, elo))), "\n")
		_, rest, _ := strings.Cut(lines[len(lines)-2], " nodes ")
		fmt.Sscan(rest, &n)
		return n
	}
	if weak, club := nodes(100), nodes(1980); weak == 0 || weak > 250 || club < 1000 || club > 3300 {
		t.Errorf("%d and %d nodes", weak, club)
	}
	for elo, before := 1203, nodes(1120); elo <= 2860; elo += 83 {
		n := nodes(elo)
		if n <= before || n > 52_000 {
			t.Errorf("%d nodes at %d Elo, %d at 83 less", n, elo, before)
		}
		before = n
	}
}

// TestRefusedOption refuses an option during a search, which goes on.
func TestRefusedOption(t *testing.T) {
	got := converse(t, "position startpos\ngo depth 5\nsetoption name Nonsense value 1\nsetoption name Hash value 0\n")
	if strings.Count(got, "refused") != 2 || !strings.Contains(got, "info depth 5 ") {
		t.Errorf("got %s", got)
	}
}
