package match_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/kit/sessiontest"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/match/tally"
	"github.com/plywood-go/plywood/protocol/client"
	"github.com/plywood-go/plywood/protocol/gtp"
	"github.com/plywood-go/plywood/search"
)

// TestMain lets the test binary act as a GTP program.
func TestMain(m *testing.M) {
	serve := func(ctx context.Context, in io.Reader, out io.Writer) error {
		return gtp.Serve(ctx, in, out, gtp.Options{
			Name: "child", Version: "1",
			Open: func(int) (*engine.Position, *engine.Player, error) {
				g, err := catalog.Find("othello:6")
				return g.Start(), player(g, 1), err
			},
		})
	}
	sessiontest.Main(m, func(string) sessiontest.Serve { return serve }, twist)
}

// twist alters a program's answer so that it plays illegal moves, exits during
// a game, sleeps, or reports a false score.
func twist(manner, line string) string {
	number, answer, _ := strings.Cut(line, " ")
	isMove := len(answer) == 2 && answer != "ch"
	switch {
	case manner == "illegal" && isMove:
		return number + " a1x"
	case manner == "leave" && isMove:
		panic("enough")
	case manner == "sleep" && isMove:
		time.Sleep(time.Hour)
	case manner == "babble" && isMove:
		for {
			fmt.Println(strings.Repeat(" ", 1000))
		}
	case manner == "lie" && strings.HasPrefix(answer, "B+"):
		return number + " W+2"
	case manner == "lie" && strings.HasPrefix(answer, "W+"):
		return number + " B+2"
	}
	return line
}

func player(g *engine.Game, depth int) *engine.Player {
	return &engine.Player{
		Engine: g.NewEngine(engine.Options{Options: search.Options{TableBytes: 1 << 16}}), Query: search.Query{Depth: depth},
	}
}

// local returns an entrant that searches to the given depth.
func local(g *engine.Game, name string, depth int) match.Entrant {
	return match.Entrant{Name: name, Open: func(context.Context) (match.Player, error) {
		return match.Local(name, player(g, depth)), nil
	}}
}

// program returns an entrant that runs the test binary with the given manner of
// failing.
func program(manner string) match.Entrant {
	return match.Entrant{Name: manner, Open: func(ctx context.Context) (match.Player, error) {
		p := sessiontest.Program(manner)
		p.Size = 6
		if manner == "sleep" {
			p.Patience = 300 * time.Millisecond
		}
		return gtp.Start(ctx, p)
	}}
}

// record returns a Report function that collects games.
func record(games *[]match.Game) func(match.Game, *match.Table) {
	return func(g match.Game, _ *match.Table) { *games = append(*games, g) }
}

// TestPlay plays a deeper search against a shallower one, first one game at a
// time, then three. Both runs must give the same games, in pairs, and the
// deeper search must win.
func TestPlay(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	var records [2][]match.Game
	for i := range records {
		c := match.Config{Start: g.Start(), Pairs: 10, Plies: 6, Seed: 3, Jobs: 1 + 2*i, Report: record(&records[i])}
		s, err := match.Play(t.Context(), c, local(g, "four", 4), local(g, "one", 1))
		if err != nil {
			t.Fatal(err)
		}
		if s.Games() != 20 || s.Pairs() != 10 || s.Points().Mean <= 0.5 {
			t.Errorf("%d games, %d pairs, points %v", s.Games(), s.Pairs(), s.Points())
		}
	}
	for i, game := range records[0] {
		again := records[1][i]
		if game.Index != i || again.Index != i || !slices.Equal(game.Moves, again.Moves) || game.Result != again.Result {
			t.Errorf("game %d differs: %v and %v", i, game, again)
		}
		checkGame(t, g, &game)
		if i%2 == 1 && !slices.Equal(game.Moves[:6], records[0][i-1].Moves[:6]) {
			t.Errorf("games %d and %d begin differently", i-1, i)
		}
	}
}

// checkGame replays a game and checks its result.
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

// TestEven plays a player against itself: pairs of games must be level.
func TestEven(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	s, err := match.Play(t.Context(), match.Config{Start: g.Start(), Pairs: 5, Plies: 5, Seed: 1}, local(g, "a", 2), local(g, "b", 2))
	if err != nil || s.Points().Mean != 0.5 || s.Margin() != (tally.Estimate{Error: math.Inf(1)}) {
		t.Errorf("points %v, margin %v, %v", s.Points(), s.Margin(), err)
	}
}

// TestChance checks that players with random moves repeat their games for any
// number of jobs, because the random numbers depend only on the number of the
// game, and that two equal players draw different numbers.
func TestChance(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	random := match.Entrant{Name: "random", Open: func(context.Context) (match.Player, error) {
		pl := player(g, 1)
		pl.Choice.Random, pl.Rand = 10, rand.New(rand.NewPCG(4, 0))
		return match.Local("random", pl), nil
	}}
	var records [2][]match.Game
	for i := range records {
		c := match.Config{Start: g.Start(), Pairs: 4, Jobs: 1 + 2*i, Report: record(&records[i])}
		if _, err := match.Play(t.Context(), c, random, local(g, "one", 1)); err != nil {
			t.Fatal(err)
		}
	}
	draws := func(seat int) (moves []string) {
		p, err := random.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			if err := p.Begin(t.Context(), match.Round{Index: i, Seat: seat, Start: g.Start()}); err != nil {
				t.Fatal(err)
			}
			r, err := p.Move(t.Context(), &match.Turn{Start: g.Start(), Now: g.Start()})
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, r.Move)
		}
		return moves
	}
	if slices.Equal(draws(0), draws(1)) {
		t.Errorf("both players draw the same: %v", draws(0))
	}
	if !slices.EqualFunc(records[0], records[1], same) || same(records[0][0], records[0][2]) {
		t.Errorf("%v\nand %v", records[0], records[1])
	}
}

// TestProgram plays against a program behind a pipe that runs the same engine,
// so the match must be level.
func TestProgram(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	s, err := match.Play(t.Context(), match.Config{Start: g.Start(), Pairs: 3, Plies: 4, Seed: 2, Jobs: 2}, program("serve"), local(g, "here", 1))
	if err != nil || s.Games() != 6 || s.Points().Mean != 0.5 {
		t.Errorf("%d games, points %v, %v", s.Games(), s.Points(), err)
	}
}

// TestFaults plays against programs that fail in every way. They must lose
// their games, and the match must go on.
func TestFaults(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	for _, tt := range []struct {
		manner string
		kind   client.Kind
		want   string
	}{
		{"illegal", client.Illegal, `"a1x"`},
		{"leave", client.Exit, "it has ended"},
		{"sleep", client.Silence, "no answer within 300ms"},
		{"babble", client.Flood, "more than 4 MiB"},
		{"echo", client.Foreign, "does not speak gtp"},
		{"dead", client.Exit, "goodbye"},
	} {
		if testing.Short() && tt.kind != client.Illegal && tt.kind != client.Exit {
			continue // covered by the tests of package client
		}
		var games []match.Game
		c := match.Config{Start: g.Start(), Pairs: 1, Plies: 4, Seed: 2, Report: record(&games)}
		s, err := match.Play(t.Context(), c, local(g, "good", 1), program(tt.manner))
		if err != nil || s.Wins != 2 || s.Games() != 2 || s.Margin().Mean != 0 {
			t.Errorf("%s: %+v, %v", tt.manner, s, err)
		}
		for _, game := range games {
			f := game.Fault
			if f == nil || f.Kind != tt.kind || game.Culprit != 1 || game.End != match.Forfeited || !strings.Contains(f.Error(), tt.want) {
				t.Errorf("%s: %v of %d, %s; want %s: %s", tt.manner, f, game.Culprit, game.End, tt.kind, tt.want)
			}
		}
	}
}

// TestLie checks that the rules decide the result if a player reports another.
func TestLie(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	for _, manner := range []string{"lie", "serve"} {
		var games []match.Game
		c := match.Config{Start: g.Start(), Pairs: 2, Plies: 4, Seed: 2, Report: record(&games)}
		if _, err := match.Play(t.Context(), c, program(manner), local(g, "good", 1)); err != nil {
			t.Error(err)
		}
		for _, game := range games {
			checkGame(t, g, &game)
			lied := manner == "lie" && game.Result != 0
			if game.End != match.OnBoard || (game.Fault != nil) != lied || lied && (game.Fault.Kind != client.Claim || game.Culprit != 0) {
				t.Errorf("%s: %s, %v", manner, game.End, game.Fault)
			}
		}
	}
}

// TestManyFaults checks that a match ends when a player reaches the limit of
// faults.
func TestManyFaults(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	c := match.Config{Start: g.Start(), Pairs: 10, Faults: 3}
	s, err := match.Play(t.Context(), c, program("dead"), local(g, "good", 1))
	if !errors.Is(err, match.ErrFaults) || !strings.Contains(err.Error(), "dead") || s.Games() != 3 {
		t.Errorf("%v after %d games, want three faults", err, s.Games())
	}
}

// stub is a player with only a Move method.
type stub struct {
	match.Player
	move func(t *match.Turn) (match.Reply, error)
}

func (s stub) Move(_ context.Context, t *match.Turn) (match.Reply, error) { return s.move(t) }

// stubbed returns an entrant that moves by the given function.
func stubbed(g *engine.Game, move func(t *match.Turn) (match.Reply, error)) match.Entrant {
	return match.Entrant{Name: "stub", Open: func(context.Context) (match.Player, error) {
		return stub{match.Local("stub", player(g, 1)), move}, nil
	}}
}

// first plays the first legal move and values it at v.
func first(v float64) func(t *match.Turn) (match.Reply, error) {
	return func(t *match.Turn) (match.Reply, error) {
		return match.Reply{Move: t.Now.Moves()[0], Valued: true, Value: v}, nil
	}
}

// TestAdjudication checks that games end by the values of both players.
func TestAdjudication(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	for _, tt := range []struct {
		name          string
		rule          match.Adjudication
		first, second float64
		plies, result int // 0 plies: played to the end
	}{
		{"both see a win of the first", match.Adjudication{Resign: 10, ResignMoves: 3}, 20, -20, 6, 1},
		{"both see a win of the second", match.Adjudication{Resign: 10, ResignMoves: 3}, -10, 10, 6, -1},
		{"at once", match.Adjudication{Resign: 10}, 20, math.Inf(-1), 2, 1},
		{"one sees it", match.Adjudication{Resign: 10, ResignMoves: 3}, 20, 0, 0, 0},
		{"they do not agree", match.Adjudication{Resign: 10, ResignMoves: 3}, 20, 20, 0, 0},
		{"level", match.Adjudication{Draw: 2, DrawMoves: 2}, 1, -2, 4, 0},
		{"level, but late", match.Adjudication{Draw: 2, DrawMoves: 2, DrawFrom: 5}, 1, -2, 9, 0},
		{"not level", match.Adjudication{Draw: 2, DrawMoves: 2}, 1, -3, 0, 0},
		{"long", match.Adjudication{Plies: 7}, 0, 0, 7, 0},
	} {
		var games []match.Game
		c := match.Config{Start: g.Start(), Pairs: 1, Adjudication: tt.rule, Report: record(&games)}
		if _, err := match.Play(t.Context(), c, stubbed(g, first(tt.first)), stubbed(g, first(tt.second))); err != nil {
			t.Fatal(err)
		}
		for _, game := range games {
			if tt.plies == 0 {
				checkGame(t, g, &game)
			} else if len(game.Moves) != tt.plies || game.Result != tt.result || game.End != match.Adjudicated {
				t.Errorf("%s: game %d: %d plies, result %d, %s; want %d, %d", tt.name, game.Index, len(game.Moves), game.Result, game.End, tt.plies, tt.result)
			}
		}
	}
}

// TestResignation checks that the player who resigns loses.
func TestResignation(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	resign := func(*match.Turn) (match.Reply, error) { return match.Reply{Resigns: true}, nil }
	s, err := match.Play(t.Context(), match.Config{Start: g.Start(), Pairs: 1}, stubbed(g, first(0)), stubbed(g, resign))
	if err != nil || s.Wins != 2 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestClock checks that a player who exceeds its clock loses, and that one
// within its time, increment or grace does not.
func TestClock(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	slow := func(turn *match.Turn) (match.Reply, error) {
		if len(turn.Moves) > 3 {
			time.Sleep(40 * time.Millisecond)
		}
		return first(0)(turn)
	}
	for _, tt := range []struct {
		clock engine.Clock
		grace time.Duration
		late  bool
	}{
		{engine.Clock{Left: 20 * time.Millisecond}, 0, true},
		{engine.Clock{Left: 20 * time.Millisecond}, time.Minute, false},
		{engine.Clock{Left: time.Minute}, 0, false},
		{engine.Clock{Left: 20 * time.Millisecond, Increment: time.Minute}, time.Second, false},
	} {
		e := stubbed(g, slow)
		e.Clock = &tt.clock
		var games []match.Game
		c := match.Config{Start: g.Start(), Pairs: 1, Grace: tt.grace, Adjudication: match.Adjudication{Plies: 6}, Report: record(&games)}
		if _, err := match.Play(t.Context(), c, stubbed(g, first(0)), e); err != nil {
			t.Fatal(err)
		}
		for _, game := range games {
			if late := game.Fault != nil && game.Fault.Kind == client.Late && game.Result == 1; late != tt.late || !late && game.Fault != nil {
				t.Errorf("%+v, grace %v: %+v", tt.clock, tt.grace, game.Fault)
			}
		}
	}
}

// TestDecided checks that a match ends when its test does, at the same game for
// any number of jobs.
func TestDecided(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	var lengths []int
	for _, jobs := range []int{1, 3} {
		c := match.Config{Start: g.Start(), Plies: 4, Seed: 5, Jobs: jobs, Test: &tally.Test{Low: 0, High: 250}}
		s, err := match.Play(t.Context(), c, local(g, "three", 3), local(g, "one", 1))
		if err != nil {
			t.Fatal(err)
		}
		if verdict, ratio := c.Test.Judge(s.Results()); verdict != tally.Accepted {
			t.Errorf("%v at %v after %d games", verdict, ratio, s.Games())
		}
		lengths = append(lengths, s.Games())
	}
	if lengths[0] != lengths[1] {
		t.Errorf("decided after %v games", lengths)
	}
}

// TestTournament plays three players against each other and checks that all
// pairings have the same openings.
func TestTournament(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	entrants := []match.Entrant{local(g, "one", 1), local(g, "two", 2), program("serve")}
	var games []match.Game
	c := match.Config{Start: g.Start(), Pairs: 2, Plies: 4, Seed: 1, Jobs: 2, Report: record(&games)}
	table, err := c.Tournament(t.Context(), entrants, match.RoundRobin(3))
	if err != nil || table.Games() != 12 {
		t.Fatalf("%d games, %v", table.Games(), err)
	}
	for i := range table.Schedule {
		if table.Score(i).Games() != 4 {
			t.Errorf("%v: %d games", table.Schedule[i], table.Score(i).Games())
		}
	}
	if one := table.Score(1); one.Points().Mean != 0.5 { // the program is the first player
		t.Errorf("%v: %v", table.Schedule[1], one.Points())
	}
	for i, game := range games {
		if game.Players != table.Schedule[i/2%3] || !slices.Equal(game.Moves[:4], games[i/6*6].Moves[:4]) {
			t.Errorf("game %d of %v begins with %v", i, game.Players, game.Moves[:4])
		}
	}
}

func TestSchedules(t *testing.T) {
	for _, tt := range []struct {
		got  [][2]int
		want string
	}{
		{match.RoundRobin(3), "[[0 1] [0 2] [1 2]]"},
		{match.Gauntlet(3), "[[0 1] [0 2]]"},
		{match.Ladder(3), "[[1 0] [2 1]]"},
	} {
		if got := fmt.Sprint(tt.got); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

// TestListed checks that games use a list of openings, in order or shuffled,
// and repeat it.
func TestListed(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	var list []match.Opening
	for _, m := range g.Start().Moves() {
		list = append(list, match.Opening{Start: g.Start(), Moves: []string{m}})
	}
	for _, seed := range []uint64{0, 7} {
		var games []match.Game
		c := match.Config{Start: g.Start(), Pairs: 5, Openings: match.Listed(list, seed), Report: record(&games)}
		if _, err := match.Play(t.Context(), c, local(g, "a", 1), local(g, "b", 1)); err != nil {
			t.Fatal(err)
		}
		var firsts []string
		for i, game := range games {
			if i%2 == 0 {
				firsts = append(firsts, game.Moves[0])
			}
		}
		order := slices.Clone(firsts[:4])
		slices.Sort(order)
		plain := g.Start().Moves()
		if inOrder := slices.Equal(firsts[:4], plain); firsts[4] != firsts[0] || len(slices.Compact(order)) != 4 || inOrder != (seed == 0) {
			t.Errorf("seed %d: %v", seed, firsts)
		}
	}
}

func TestFailures(t *testing.T) {
	g := catalogtest.Find(t, "othello")
	honest := local(g, "honest", 1)
	c := match.Config{Start: g.Start(), Pairs: 1, Plies: 2, Seed: 1}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := match.Play(ctx, c, honest, honest); !errors.Is(err, context.Canceled) || s.Games() != 0 {
		t.Errorf("cancelled: %v, %d games", err, s.Games())
	}
	broken := errors.New("broken")
	c.Keep = func(*match.Game) error { return broken }
	if _, err := match.Play(t.Context(), c, honest, honest); !errors.Is(err, broken) {
		t.Errorf("a log that cannot be written: %v", err)
	}
	c.Keep = nil
	c.Plies = 100
	if _, err := match.Play(t.Context(), c, honest, honest); !errors.Is(err, match.ErrNoOpening) {
		t.Errorf("an opening longer than any game: %v", err)
	}
}

// ponderer is a stub that ponders until its context is done.
type ponderer struct {
	stub
	asked *[]string // the positions it was asked to think about
	left  *[]context.Context
	err   error
}

func (p ponderer) Ponder(ctx context.Context, t *match.Turn) error {
	*p.asked = append(*p.asked, strings.Join(t.Moves, " "))
	*p.left = append(*p.left, ctx)
	return p.err
}

// TestPonder checks that players ponder after each move but the last, and only
// in matches that allow it.
func TestPonder(t *testing.T) {
	g := catalogtest.Find(t, "tictactoe")
	for _, may := range []bool{true, false} {
		var asked []string
		var left []context.Context
		thinker := func(err error) match.Entrant {
			return match.Entrant{Name: "thinker", Open: func(context.Context) (match.Player, error) {
				return ponderer{stub{match.Local("stub", player(g, 1)), first(0)}, &asked, &left, err}, nil
			}}
		}
		var games []match.Game
		c := match.Config{Start: g.Start(), Pairs: 1, Ponder: may, Report: record(&games)}
		if _, err := match.Play(t.Context(), c, thinker(nil), stubbed(g, first(0))); err != nil {
			t.Fatal(err)
		}
		// a1 b1 c1 a2 b2 c2 a3: the first side ponders after three of its four
		// moves, the second after all three.
		if want := map[bool]int{true: 6}[may]; len(asked) != want || may && asked[0] != "a1" {
			t.Errorf("may %v: asked %q", may, asked)
		}
		for _, ctx := range left {
			if ctx.Err() == nil {
				t.Error("it thinks on after the game")
			}
		}
		games = nil
		fault := &match.Fault{Kind: client.Exit, Err: errors.New("it has ended")}
		if _, err := match.Play(t.Context(), c, thinker(fault), stubbed(g, first(0))); err != nil {
			t.Fatal(err)
		}
		if lost := games[0].Fault != nil && games[0].Result == -1; lost != may {
			t.Errorf("may %v: %+v", may, games[0])
		}
	}
}

// TestLocalPonder plays several games at once between pondering players in this
// process and checks that nothing keeps running.
func TestLocalPonder(t *testing.T) {
	g := catalogtest.Find(t, "connect4:5x4")
	before := runtime.NumGoroutine()
	var games []match.Game
	c := match.Config{Start: g.Start(), Pairs: 3, Plies: 2, Jobs: 2, Ponder: true, Report: record(&games)}
	if _, err := match.Play(t.Context(), c, local(g, "a", 2), local(g, "b", 3)); err != nil || len(games) != 6 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	for i := range games {
		checkGame(t, g, &games[i])
	}
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		runtime.Gosched()
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestThoughts checks that games keep their players' thoughts, and margins
// where the game has them.
func TestThoughts(t *testing.T) {
	for name, margins := range map[string]bool{"tictactoe": false, "othello:4": true} {
		g := catalogtest.Find(t, name)
		var games []match.Game
		s, err := match.Play(t.Context(), match.Config{Start: g.Start(), Pairs: 2, Plies: 1, Report: record(&games)}, local(g, "a", 2), stubbed(g, first(0.5)))
		if err != nil || s.HasMargin() != margins {
			t.Errorf("%s: margins %v, %v", name, s.HasMargin(), err)
		}
		for _, game := range games {
			if len(game.Thoughts) != len(game.Moves)-1 {
				t.Fatalf("%s: %d thoughts of %d moves", name, len(game.Thoughts), len(game.Moves)-1)
			}
			if !margins && game.Margin != 0 {
				t.Errorf("%s: a margin of %v", name, game.Margin)
			}
		}
		searched, chosen := games[0].Thoughts[1], games[0].Thoughts[0] // the second player moves first after one random move
		if searched.Depth == 0 || !searched.Valued || searched.Time <= 0 || chosen.Value != 0.5 || chosen.Depth != 0 {
			t.Errorf("%s: thoughts %+v and %+v", name, searched, chosen)
		}
	}
}

// TestFewerGames resumes a match that has fewer games than were played: the
// extra games must not count.
func TestFewerGames(t *testing.T) {
	g := catalogtest.Find(t, "tictactoe")
	var games []match.Game
	c := match.Config{Start: g.Start(), Pairs: 3, Plies: 1, Report: record(&games)}
	if _, err := match.Play(t.Context(), c, local(g, "a", 2), local(g, "b", 1)); err != nil {
		t.Fatal(err)
	}
	c.Played, c.Pairs, c.Report = games, 2, nil
	if s, err := match.Play(t.Context(), c, local(g, "a", 2), local(g, "b", 1)); err != nil || s.Games() != 4 {
		t.Errorf("%d games, %v", s.Games(), err)
	}
}

// TestElsewhere plays pairs elsewhere, each block in reverse, with one game
// already known. The counted games must equal those of a match played here.
func TestElsewhere(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	entrants := [2]match.Entrant{local(g, "three", 3), local(g, "one", 1)}
	var here, there []match.Game
	c := match.Config{Start: g.Start(), Pairs: 11, Plies: 6, Seed: 3, Report: record(&here)}
	want, err := match.Play(t.Context(), c, entrants[0], entrants[1])
	if err != nil {
		t.Fatal(err)
	}
	kept, sizes := 0, map[int]int{}
	c.Report, c.Block, c.Jobs, c.Played = record(&there), 4, 1, []match.Game{here[3], here[4], here[5]}
	c.Keep = func(*match.Game) error { kept++; return nil }
	c.Elsewhere = func(ctx context.Context, block []match.Pair, report func(match.Pair, [2]*match.Game) error) error {
		sizes[len(block)]++
		for _, p := range slices.Backward(block) {
			games, err := c.PlayPair(ctx, entrants, p)
			if err == nil {
				err = report(p, games)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	got, err := match.Play(t.Context(), c, match.Entrant{Name: "three"}, match.Entrant{Name: "one"})
	if err != nil || !slices.Equal(got.Results(), want.Results()) || got.Margin() != want.Margin() {
		t.Errorf("%v, want %v; %v", got.Results(), want.Results(), err)
	}
	if kept != 19 || sizes[4] != 2 || sizes[2] != 1 {
		t.Errorf("%d games kept, want 19 of 22; blocks %v, want two of 4 and one of 2", kept, sizes)
	}
	for i := range here {
		if there[i].Index != i || !slices.Equal(here[i].Moves, there[i].Moves) || here[i].Players != there[i].Players {
			t.Errorf("game %d differs: %v and %v", i, here[i], there[i])
		}
	}
	failure := errors.New("it is away")
	c.Played, c.Elsewhere = nil, func(context.Context, []match.Pair, func(match.Pair, [2]*match.Game) error) error { return failure }
	if _, err := match.Play(t.Context(), c, entrants[0], entrants[1]); !errors.Is(err, failure) {
		t.Errorf("%v, want %v", err, failure)
	}
}
