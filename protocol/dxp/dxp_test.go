package dxp

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/sessiontest"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/protocol/client"
)

// start returns the initial position of international draughts.
func start(tb testing.TB) *engine.Position {
	tb.Helper()
	return catalogtest.Find(tb, "draughts:international").Start()
}

// hasty returns options of a follower that plays the first legal moves.
func hasty(tb testing.TB) Options {
	tb.Helper()
	return Options{Name: "Hasty", Start: start(tb), Player: &engine.Player{Engine: sessiontest.Hurried{}, Query: engine.Query{Depth: 1}}}
}

// TestNotation writes the positions and moves of random games, and reads them back.
func TestNotation(t *testing.T) {
	rng := seeded.Rand(t, 3)
	for range 20 {
		for at := start(t); ; {
			g := round{initiator: "Ply", follower: 'B', minutes: 7, moves: 75, at: at}
			text, err := g.format()
			if err != nil {
				t.Fatal(err)
			}
			read, err := parseGame(text, start(t))
			if err != nil || read.at.String() != at.String() || read.initiator != "Ply" || read.follower != 'B' || read.minutes != 7 || read.moves != 75 {
				t.Fatalf("%q: %+v, %v, want %s", text, read, err, at)
			}
			legal := at.Moves()
			if len(legal) == 0 || at.Status().Over() {
				break
			}
			next := map[string]string{} // positions by message: moves with one message are the same
			for _, m := range legal {
				text, err := formatMove(at, m, 3*time.Second)
				if err != nil {
					t.Fatal(err)
				}
				got, err := parseMove(at, text)
				if err != nil {
					t.Fatalf("%s at %s: %q: %v", m, at, text, err)
				}
				want, _ := at.Play(m)
				back, err := at.Play(got)
				if err != nil || back.String() != want.String() {
					t.Fatalf("%s at %s: %q is %s, %v", m, at, text, got, err)
				}
				next[text] = want.String()
			}
			at, _ = at.Play(legal[rng.IntN(len(legal))])
		}
	}
}

// TestExamples compares messages with the layouts of the protocol's description.
func TestExamples(t *testing.T) {
	g := round{initiator: "Tornado voor Windows 4.0", follower: 'B', minutes: 60, moves: 75, at: start(t)}
	if got, err := g.format(); err != nil || got != "R01Tornado voor Windows 4.0        Z060075A" {
		t.Errorf("%q, %v", got, err)
	}
	at, err := start(t).Game().Parse("W:W32,33,K40:B18,28,29")
	if err != nil {
		t.Fatal(err)
	}
	g.at = at
	e := func(n int) string { return strings.Repeat("e", n) }
	want := "R01Tornado voor Windows 4.0        Z060075BW" + e(17) + "z" + e(9) + "zz" + e(2) + "ww" + e(6) + "W" + e(10)
	if got, err := g.format(); err != nil || got != want {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := formatMove(start(t), "32-28", 12*time.Second); err != nil || got != "M0012322800" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestFollower sends messages, right and wrong, and compares the answers.
func TestFollower(t *testing.T) {
	accepted := "A" + padded("Hasty") + "0"
	request := "R01" + padded("Test") + "Z005075A"
	for name, tt := range map[string][]string{ // messages, with the answers after <
		"a game that the initiator ends": {request, "<" + accepted, "M0000322800", "<M0000172100", "CHello", "E00", "<E00", "E01", "."},
		"the follower begins":            {"R01" + padded("Test") + "W005000A", "<" + accepted, "<M0000312600", "E11", "<E00", "."},
		"another version":                {"R02" + padded("Test") + "Z005075A", "<A" + padded("Hasty") + "1"},
		"no game":                        {"R01" + padded("Test") + "X005075A", "<A" + padded("Hasty") + "2"},
		"no position":                    {"R01" + padded("Test") + "Z005075BW" + strings.Repeat("x", dark), "<A" + padded("Hasty") + "2"},
		"a lost position":                {"R01" + padded("Test") + "Z005075BW" + strings.Repeat("e", dark-1) + "z", "<A" + padded("Hasty") + "2"},
		"an illegal move":                {request, "<" + accepted, "M0000325000", "<E00", "E00", request, "<" + accepted},
		"a strange move":                 {request, "<" + accepted, "Mxyz", "<E00"},
		"a move without a game":          {"M0000322800", request, "<" + accepted},
		"an end without a game":          {"E00", request, "<" + accepted},
		"take back":                      {request, "<" + accepted, "B001Z", "<K1", "M0000322800", "<M0000172100"},
		"the limit of moves":             {"R01" + padded("Test") + "Z005001A", "<" + accepted, "M0000322800", "<M0000172100", "M0000312600", "<E00", "E00"},
		"the follower has lost": {
			"R01" + padded("Test") + "Z005075BW" + strings.Repeat("e", 27) + "z" + strings.Repeat("e", 4) + "w" + strings.Repeat("e", 17), "<" + accepted, "M000033220128", "<E10", "E00",
		},
		"nonsense": {"", "?", "\xff", request, "<" + accepted},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			here, there := net.Pipe()
			served := make(chan error, 1)
			go func() {
				served <- Serve(t.Context(), there, hasty(t))
				there.Close()
			}()
			in := bufio.NewReader(here)
			for _, text := range tt {
				if want, ok := strings.CutPrefix(text, "<"); ok {
					got, err := in.ReadString(0)
					if err != nil || strings.TrimSuffix(got, "\x00") != want {
						t.Fatalf("%q, %v, want %q", got, err, want)
					}
					continue
				}
				if text == "." {
					if err := <-served; err != nil {
						t.Error(err)
					}
					return
				}
				if _, err := here.Write([]byte(text + "\x00")); err != nil {
					t.Fatal(err)
				}
			}
			here.Close()
			if err := <-served; err != nil && !errors.Is(err, io.ErrClosedPipe) {
				t.Error(err)
			}
		})
	}
}

// TestHostile sends an endless message, and ends a follower by its context.
func TestHostile(t *testing.T) {
	here, there := net.Pipe()
	served := make(chan error, 1)
	go func() { served <- Serve(t.Context(), there, hasty(t)); there.Close() }()
	_, _ = here.Write([]byte(strings.Repeat("x", 2*longest)))
	if err := <-served; !errors.Is(err, errLong) {
		t.Error(err)
	}
	_, there = net.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	go func() { served <- Serve(ctx, there, hasty(t)) }()
	stop()
	if err := <-served; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := Serve(t.Context(), there, Options{Start: catalogtest.Find(t, "checkers").Start()}); err == nil {
		t.Error("it plays on 32 squares")
	}
}

// TestInitiator plays whole games between an initiator and a follower, from several positions.
func TestInitiator(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	served := make(chan error, 1)
	go func() {
		conn, err := l.Accept()
		if err == nil {
			err = Serve(t.Context(), conn, hasty(t))
			conn.Close()
		}
		served <- err
	}()
	pl, err := Dial(t.Context(), l.Addr().String(), Settings{Name: "Test", Minutes: 5})
	if err != nil {
		t.Fatal(err)
	}
	rng := seeded.Rand(t, 8)
	claims := 0
	for n := range 12 {
		turn := &client.Turn{Start: start(t), Now: start(t)}
		if err := pl.Begin(t.Context(), client.Round{Start: turn.Start}); err != nil {
			t.Fatal(err)
		}
		for ply := 0; !turn.Now.Status().Over(); ply++ {
			legal := turn.Now.Moves()
			m := legal[rng.IntN(len(legal))]
			if ply >= 4 && ply%2 == n%2 {
				r, err := pl.Move(t.Context(), turn)
				if err != nil || r.Move != legal[0] {
					t.Fatalf("%s: %+v, %v, want %s", turn.Now, r, err, legal[0])
				}
				m = r.Move
			}
			turn.Moves = append(turn.Moves, m)
			if turn.Now, err = turn.Now.Play(m); err != nil {
				t.Fatal(err)
			}
			if n == 5 && ply == 20 {
				break // adjudicated: the next Begin ends the game
			}
		}
		if !turn.Now.Status().Over() {
			continue
		}
		outcome, ok, err := pl.(client.Claimant).Claim(t.Context(), turn)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			continue
		}
		claims++
		want := turn.Now.Status().Score().Outcome()
		if turn.Now.ToMove() != 0 {
			want = -want
		}
		if outcome != want {
			t.Errorf("it claims %d at %s, want %d", outcome, turn.Now, want)
		}
	}
	if claims == 0 {
		t.Error("the follower never said who has won")
	}
	if pl.Name() != "Hasty" {
		t.Errorf("name %q", pl.Name())
	}
	if err := pl.Close(); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// TestLimit plays a match of two equal engines with 5 moves a side, with a clock and without. No
// game is lost by the program that ends it.
func TestLimit(t *testing.T) {
	const moves = 5
	for _, clock := range []*engine.Clock{nil, {Left: 10 * time.Minute}} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		go func() {
			if conn, err := l.Accept(); err == nil {
				_ = Serve(t.Context(), conn, hasty(t))
				conn.Close()
			}
		}()
		var games []match.Game
		c := match.Config{Start: start(t), Pairs: 3, Plies: 3, Seed: 1, Report: func(g match.Game, _ *match.Table) { games = append(games, g) }}
		s, err := match.Play(t.Context(), c, match.Entrant{Name: "local", Open: func(context.Context) (match.Player, error) {
			return match.Local("local", hasty(t).Player), nil
		}}, match.Entrant{Name: "far", Clock: clock, Open: func(ctx context.Context) (match.Player, error) {
			return Dial(ctx, l.Addr().String(), Settings{Name: "Test", Minutes: 5, Moves: moves})
		}})
		if err != nil || s.Games() != 6 || s.Points().Mean != 0.5 {
			t.Fatalf("%+v, %v, want half of the points", s, err)
		}
		for _, g := range games {
			own := 0 // moves of the program
			at := g.Start
			for i, m := range g.Moves {
				if first := (i%2 == 0) == !g.Swapped; i >= g.Opening && !first {
					own++
				}
				at, _ = at.Play(m)
			}
			if g.Result != 0 || g.Fault != nil || own != moves || g.End != match.Adjudicated {
				t.Errorf("%+v: %d moves of the program", g, own)
			}
		}
	}
}

// TestEnd compares what the end of a game by a program is called, before the limit of moves and at
// it. The reason counts only before it, and only against the program.
func TestEnd(t *testing.T) {
	for _, tt := range []struct {
		limit        int
		says         string
		ends, resign bool
	}{
		{1, "E00", true, false},
		{1, "E10", true, false},
		{1, "E20", true, false},
		{1, "E30", true, false},
		{1, "M0000322800", true, false}, // it would play on
		{2, "E10", false, true},
		{0, "E10", false, true},
		{2, "E00", false, false},
		{2, "E20", false, false},
		{2, "E30", false, false},
	} {
		here, there := net.Pipe()
		go func() {
			in := bufio.NewReader(there)
			for _, text := range []string{"A" + padded("Test") + "0\x00M0000322800\x00", tt.says + "\x00", "E00\x00"} {
				_, _ = in.ReadString(0)
				_, _ = there.Write([]byte(text))
			}
			there.Close()
		}()
		r := &remote{link: newLink(here), settings: Settings{Name: "Test", Moves: tt.limit, Patience: time.Minute}}
		turn := &client.Turn{Start: start(t), Now: start(t)}
		if _, err := r.Move(t.Context(), turn); err != nil {
			t.Fatal(err)
		}
		turn.Moves = []string{"32-28", "17-21"}
		turn.Now, _ = turn.Start.PlayAll(strings.Join(turn.Moves, " "))
		got, err := r.Move(t.Context(), turn)
		var f *client.Fault
		isFault := errors.As(err, &f) && f.Kind == client.Claim
		if got.Ends != tt.ends || got.Resigns != tt.resign || isFault == (tt.ends || tt.resign) {
			t.Errorf("%s at 1 of %d moves: %+v, %v", tt.says, tt.limit, got, err)
		}
	}
}

// TestFaults checks what a player's faults are called.
func TestFaults(t *testing.T) {
	for answer, kind := range map[string]client.Kind{
		"A" + padded("Test") + "3\x00":         client.Foreign,
		"HTTP/1.1 400 Bad Request\r\n\r\n\x00": client.Foreign,
		"A" + padded("Test") + "0\x00E20\x00":  client.Claim,
		"A" + padded("Test") + "0\x00M0\x00":   client.Foreign,
		"":                                     client.Exit,
		"A" + padded("Test") + "0\x00":         client.Exit,
		strings.Repeat("x", 2*longest):         client.Flood,
	} {
		here, there := net.Pipe()
		go func() {
			_, _ = bufio.NewReader(there).ReadString(0)
			_, _ = there.Write([]byte(answer))
			if answer != "" && !strings.HasPrefix(answer, "x") {
				there.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
				_, _ = bufio.NewReader(there).ReadString(0)
			}
			there.Close()
		}()
		r := &remote{link: newLink(here), settings: Settings{Name: "Test", Patience: time.Minute}}
		_, err := r.Move(t.Context(), &client.Turn{Start: start(t), Now: start(t)})
		var f *client.Fault
		if !errors.As(err, &f) || f.Kind != kind {
			t.Errorf("%.60q: %v, want a fault of kind %s", answer, err, kind)
		}
	}
	if _, err := Dial(t.Context(), "127.0.0.1:1", Settings{}); err == nil {
		t.Error("a program where none waits")
	}
}

// FuzzMessages checks that no message breaks a follower, and that requests that are accepted can
// be written again.
func FuzzMessages(f *testing.F) {
	f.Add("R01" + padded("Test") + "Z005075A")
	f.Add("R01" + padded("Test") + "W005075BZ" + strings.Repeat("zwZWe", dark/5))
	f.Add("M0001322800")
	f.Add("M0001322801")
	at := start(f)
	f.Fuzz(func(t *testing.T, text string) {
		if g, err := parseGame(text, at); err == nil {
			if _, err := g.format(); err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
		_, _ = parseMove(at, text)
	})
}
