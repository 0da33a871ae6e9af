package match_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/engines/catalog/catalogtest"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/protocol/gtp"
	"github.com/plywood-go/plywood/search"
)

// asProgram makes the test a program that speaks GTP.
const asProgram = "PLYWOOD_TEST_GTP"

func TestMain(m *testing.M) {
	switch mode := os.Getenv(asProgram); mode {
	case "":
		os.Exit(m.Run())
	case "gtp":
	default:
		misbehave(mode)
		return
	}
	err := gtp.Serve(context.Background(), os.Stdin, os.Stdout, gtp.Options{
		Name: "child", Version: "1",
		Open: func(int) (*engine.Position, *engine.Player, error) {
			g, err := catalog.Find("othello:6")
			return g.Start(), player(g, 1), err
		},
	})
	if err != nil {
		os.Exit(1)
	}
}

func player(g *engine.Game, depth int) *engine.Player {
	return &engine.Player{
		Engine: g.NewEngine(engine.Options{Options: search.Options{TableBytes: 1 << 16}}), Query: search.Query{Depth: depth},
	}
}

// TestPlay plays a deeper search against a shallower one, twice: the games are
// the same both times, they are in pairs, and depth wins.
func TestPlay(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	var records [2][]match.Game
	for i := range records {
		c := match.Config{Start: g.Start(), Pairs: 10, Plies: 6, Seed: 3, Report: func(game match.Game, _ *match.Score) {
			records[i] = append(records[i], game)
		}}
		s, err := match.Play(t.Context(), c, match.Local("four", player(g, 4)), match.Local("one", player(g, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if s.Games() != 20 || s.Pairs() != 10 || s.Points().Mean <= 0.5 {
			t.Errorf("%d games, %d pairs, points %v", s.Games(), s.Pairs(), s.Points())
		}
	}
	for i, game := range records[0] {
		again := records[1][i]
		if !slices.Equal(game.Moves, again.Moves) || game.Result != again.Result {
			t.Errorf("game %d differs: %v and %v", i, game, again)
		}
		checkGame(t, g, &game)
		if i%2 == 1 && !slices.Equal(game.Moves[:6], records[0][i-1].Moves[:6]) {
			t.Errorf("games %d and %d begin differently", i-1, i)
		}
	}
}

// checkGame plays a record over and compares its end.
func checkGame(t *testing.T, g *engine.Game, game *match.Game) {
	t.Helper()
	end, err := g.Start().PlayAll(strings.Join(game.Moves, " "))
	if err != nil || !end.Status().Over() {
		t.Fatalf("game %d: %v", game.Index, err)
	}
	black := end.Measure(end.Status().Score()).Number
	if end.ToMove() == 1 {
		black = -black
	}
	if game.Swapped {
		black = -black
	}
	if game.Margin != black || game.Result != int(math.Copysign(1, black)) && black != 0 {
		t.Errorf("game %d: margin %v, result %d, want %v", game.Index, game.Margin, game.Result, black)
	}
}

// TestEven lets a player play itself: paired games of one engine are even.
func TestEven(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	s, err := match.Play(t.Context(), match.Config{Start: g.Start(), Pairs: 5, Plies: 5, Seed: 1},
		match.Local("a", player(g, 2)), match.Local("b", player(g, 2)))
	if err != nil || s.Points() != (match.Estimate{Mean: 0.5}) || s.Margin().Mean != 0 {
		t.Errorf("points %v, margin %v, %v", s.Points(), s.Margin(), err)
	}
}

// TestProgram plays against a program at the other end of a pipe: the same
// engine as here, so that the match is even.
func TestProgram(t *testing.T) {
	t.Setenv(asProgram, "gtp")
	other, err := match.GTP(t.Context(), match.Program{Path: os.Args[0], Size: 6})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if other.Name() != "child" {
		t.Errorf("name %q", other.Name())
	}
	g := catalogtest.Find(t, "othello:6")
	s, err := match.Play(t.Context(), match.Config{Start: g.Start(), Pairs: 3, Plies: 4, Seed: 2}, other, match.Local("here", player(g, 1)))
	if err != nil || s.Games() != 6 || s.Points().Mean != 0.5 {
		t.Errorf("%d games, points %v, %v", s.Games(), s.Points(), err)
	}
}

// misbehave is a program that a match cannot go on with.
func misbehave(mode string) {
	switch mode {
	case "echo":
		_, _ = io.Copy(os.Stdout, os.Stdin)
	case "silent":
		_, _ = io.Copy(io.Discard, os.Stdin)
		select {} // not even the end of its input
	case "line":
		for {
			fmt.Print("= ", strings.Repeat("x", 1000))
		}
	case "lines":
		for {
			fmt.Println("= x")
		}
	case "answers":
		for {
			fmt.Print("= \x1b[31mx\n\n")
		}
	case "dead":
	}
}

// TestMisbehaviour has programs that echo, are silent, say too much or end: each
// is told of in a line, and none is waited for.
func TestMisbehaviour(t *testing.T) {
	tests := []struct{ mode, want string }{
		{"echo", `it does not speak gtp: it says "name"`},
		{"silent", "name: no answer within"},
		{"line", "name: more than 64 KiB"},
		{"lines", "name: more than 64 KiB"},
		{"dead", "name: it has ended"},
	}
	for _, tt := range tests {
		t.Setenv(asProgram, tt.mode)
		program := match.Program{Path: os.Args[0]}
		if tt.mode == "silent" {
			program.Readiness = 300 * time.Millisecond
		}
		_, err := match.GTP(t.Context(), program)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", tt.mode, err, tt.want)
		}
	}
	t.Setenv(asProgram, "answers")
	g := catalogtest.Find(t, "othello:6")
	p, err := match.GTP(t.Context(), match.Program{Path: os.Args[0]})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if p.Name() != "\ufffd[31mx" {
		t.Errorf("name %q", p.Name())
	}
	if s, err := match.Play(t.Context(), match.Config{Start: g.Start(), Pairs: 1, Seed: 1}, p, match.Local("here", player(g, 1))); err == nil {
		t.Errorf("%d games with one who says anything", s.Games())
	}
}

func TestNoProgram(t *testing.T) {
	if _, err := match.GTP(t.Context(), match.Program{Path: "no-such-program-anywhere"}); err == nil {
		t.Error("a program that is none was started")
	}
}

// cheat plays what is not legal.
type cheat struct{ match.Player }

func (cheat) Move(context.Context, []string, *engine.Position) (string, error) { return "a1", nil }

func TestFailures(t *testing.T) {
	g := catalogtest.Find(t, "othello")
	honest := match.Local("honest", player(g, 1))
	c := match.Config{Start: g.Start(), Pairs: 1, Plies: 2, Seed: 1}
	if _, err := match.Play(t.Context(), c, cheat{honest}, honest); err == nil || !strings.Contains(err.Error(), "honest") {
		t.Errorf("a cheat: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := match.Play(ctx, c, honest, honest); !errors.Is(err, context.Canceled) || s.Games() != 0 {
		t.Errorf("cancelled: %v, %d games", err, s.Games())
	}
	c.Plies = 100
	if _, err := match.Play(t.Context(), c, honest, honest); !errors.Is(err, match.ErrNoOpening) {
		t.Errorf("an opening longer than any game: %v", err)
	}
}
