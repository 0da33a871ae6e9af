package draughtsrecord_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsrecord"
)

// TestGrammar reads moves and results in the forms in which people write them.
func TestGrammar(t *testing.T) {
	for _, tt := range []struct {
		rules    draughts.Rules
		in, want string // moves, then the result
	}{
		{english, "1. 9- 13 21 -17 2. 5 - 9 1-0", "9-13 21-17 5-9 1-0"},
		{english, "1. 11-15 22-18 2. 15x22 25*18 3. 8-11 1/2-1/2", "11-15 22-18 15x22 25x18 8-11 1/2-1/2"},
		{english, "1. 11-15 22-18 2. 15 * 22 25 x 18 *", "11-15 22-18 15x22 25x18 "},
		{english, "1. 11x15 22x18 2. 15-22", "11-15 22-18 15x22 "}, // steps as captures, and the reverse
		{english, "1 11-15 22-18 2 15-22 *", "11-15 22-18 15x22 "},
		{english, "1. 09-13 21-17 2. 05-09 0 - 1", "9-13 21-17 5-9 0-1"},
		{english, "1. 0913 2117 2. 0509", "9-13 21-17 5-9 "},
		{english, "1. 11–15 22−18 2. 15×22 25:18 ½–½", "11-15 22-18 15x22 25x18 1/2-1/2"},
		{english, "1. 11-15 1… 22-18 =", "11-15 22-18 1/2-1/2"},
		{international, "1. 32-28 19-23 2. 28x19 14x23 2-0", "32-28 19-23 28x19 14x23 2-0"},
		{international, "1. 3228 1923 2. 2819 1423 1 : 1", "32-28 19-23 28x19 14x23 1-1"},
		{international, "1. 32-28 19-23 2. 28х19 12-0", "32-28 19-23 28x19 12-0"},
		{russian, "1. cd4 dc5 2. bc3 2-0", "c3-d4 d6-c5 b2-c3 2-0"},
		{russian, "1. cb4 ba5 2. bc5 db4 3. ac5", "c3-b4 b6-a5 b4-c5 d6:b4 a3:c5 "},
		{russian, "1. C3-D4 B6-C5 2. d4:b6 a7:c5 0:2", "c3-d4 b6-c5 d4:b6 a7:c5 0-2"},
		{russian, "1. 22-18 11-15", "c3-d4 f6-e5 "},
		{russian, "1. c3d4 b6c5 2. db6 ac5", "c3-d4 b6-c5 d4:b6 a7:c5 "},
		{english, "1. 11-15 {a} $3 (1. 9-13 {b (} 22-18 (21-17)) 22-18 ; c\n 2. 15x22! *", "11-15 22-18 15x22 "},
		{english, "/FEN \"B:W22:B18\"/ 1. 18x25", "18x25 "},
		{international, "1. 32-28 19-23 2. 28x19 14x23 2-0 {time}", "32-28 19-23 28x19 14x23 2-0"},
	} {
		games, err := read(tt.rules, tt.in)
		if err != nil || len(games) != 1 {
			t.Errorf("%s: %d games, %v", tt.in, len(games), err)
			continue
		}
		g, got := &games[0], ""
		at := g.Start
		for _, m := range g.Moves {
			got += tt.rules.FormatMove(&at, m) + " "
			tt.rules.Play(&at, &at, m)
		}
		if got += g.Result; got != tt.want {
			t.Errorf("%s: read as %s, want %s", tt.in, got, tt.want)
		}
	}
	for _, tt := range []struct {
		rules draughts.Rules
		in    string
	}{
		{russian, "[FEN \"W:Wc3,Kc5:Bh8\"] 1. cd4"}, // either piece may go there
		{english, "1. 11-15 22-18 2. 15x23"},
		{english, "1. 12345"},
		{english, "1. 1114"},
	} {
		if games, err := read(tt.rules, tt.in); err == nil {
			t.Errorf("%s: read as %v", tt.in, games[0].Moves)
		}
	}
}

// TestWordsAround keeps comments around the heading, before the first move and behind
// the result, and makes no games of them.
func TestWordsAround(t *testing.T) {
	games, err := read(english, "{a}\n[Event \"x\"]\n{b}\n[Round \"1\"]\n{c} 1. {n} 11-15 *\n{d} ; e\n\n[Event \"y\"]\n1. 9-13 *")
	if err != nil || len(games) != 2 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	g := games[0]
	if g.Comment != "a b c" || g.Notes[0].Text != "n" || g.Notes[1].Text != "d e" || games[1].Comment != "" {
		t.Errorf("%q %v %q", g.Comment, g.Notes, games[1].Comment)
	}
}

// TestSetUpAmid makes two games of one in which a position is set up.
func TestSetUpAmid(t *testing.T) {
	games, err := read(english, "[Event \"x\"][Result \"1-0\"] 1. 11-15 /B:W22:B18/ 1. 18x25 *")
	if err != nil || len(games) != 2 || games[1].Event != "x" || len(games[1].Moves) != 1 || games[1].Start == english.Start() {
		t.Errorf("%+v, %v", games, err)
	}
}

// TestOpenCaptures reads captures of which only the ends are written. Two ways lead from 47
// to 36, past 20 over 14 or past 24 over 19; a later move says which was taken.
func TestOpenCaptures(t *testing.T) {
	const start = `[FEN "W:WK47:B14,19,27,33,42"] `
	for _, tt := range []struct{ moves, want string }{
		{"1. 47x36 14-20", "47x38x24x13x36"},
		{"1. 47x36 19-23", "47x38x20x9x36"},
		{"1. 47x36 {which?} 14-20 2. 36-31", "47x38x24x13x36"},
		{"1. 47x36 *", "!line 1: move 1: draughts: move 47x36: it can be 47x38x20x9x36 or 47x38x24x13x36: illegal move"},
		{"1. 47x36 (1. 47x36 19-23) 14-20", "!line 1: move 1: draughts: move 47x36: it can be"},
		{"1. 47x36 (1. 47x36) 14-20", "!line 1: move 1: draughts: move 47x36: it can be"},
		{"1. 47x36 1-7", "!line 1: move 2: draughts: move 1-7: illegal move"},
	} {
		games, err := read(international, start+tt.moves)
		if want, fails := strings.CutPrefix(tt.want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", tt.moves, err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tt.moves, err)
			continue
		}
		if got := international.FormatMove(&games[0].Start, games[0].Moves[0]); got != tt.want {
			t.Errorf("%s: read as %s, want %s", tt.moves, got, tt.want)
		}
	}
}

// TestFaults reads damaged collections: it keeps the games around a fault, and of the damaged
// game what can be read, and says what is missing.
func TestFaults(t *testing.T) {
	good := func(n int) string { return fmt.Sprintf("[Event \"%d\"]\n[Black \"Ann\"]\n\n1. 11-15 22-18 *\n\n", n) }
	const left = -1 // the game is left out
	for _, tt := range []struct {
		bad   string
		moves int
		want  string
	}{
		{"[White \"Bo\"]\n\n1. 11-15 22-19 1-0\n\n", 1, "line 9: move 2: draughts: move 22-19: illegal move"},
		{"[White \"Bo\"]\n\n1. 11-15 {never\n\n", 1, "line 9: the comment that begins here does not end"},
		{"[White \"Bo\"]\n\n1. 11-15 (1. 9-13\n\n", 1, "line 9: the variation that begins here does not end"},
		{"[White \"Bo\"]\n[Event never]\n[Site \"x\"]\n\n1. 11-15\n\n", 1, `line 8: "Event never", want the name of a tag and its value`},
		{"[White \"Bo\"]\n[Site \"never\n\n", 0, "line 8: the tag that begins here does not end"},
		{"[White \"Bo\"]\n[FEN \"W\"]\n\n", left, "line 10: FEN: draughts: character 2: the end"},
		{"[White \"Bo\"]\n[GameType \"20\"]\n\n1. 32-28 *\n\n", left, "line 10: a game of GameType 20, want 21, checkers"},
		{"[White \"Bo\"]\n[GameType \"29,W\"]\n\n1. 11-15 *\n\n", left, "line 10: a game of Czech draughts (GameType 29), want 21, checkers"},
	} {
		var events []string
		var faults []error
		for g, err := range draughtsrecord.Codec(english).Games(strings.NewReader(good(1) + "\n" + tt.bad + good(3) + good(4))) {
			var f *record.Fault
			if errors.As(err, &f) {
				if tt.moves != left || f.Game != 2 || f.Players[1] != "Bo" {
					t.Errorf("%q: game %d of %q is left out: %v", tt.bad, f.Game, f.Players, f)
				}
				faults = append(faults, f)
				continue
			}
			events = append(events, g.Event)
			if lost := record.FirstLost(g.Remarks); lost != nil {
				faults = append(faults, lost)
				if len(events) != 2 || len(g.Moves) != tt.moves || g.Players[1] != "Bo" {
					t.Errorf("%q: %d moves, want %d", tt.bad, len(g.Moves), tt.moves)
				}
			}
		}
		want := "[1  3 4]"
		if tt.moves == left {
			want = "[1 3 4]"
		}
		if len(faults) != 1 || !strings.Contains(faults[0].Error(), tt.want) || fmt.Sprint(events) != want {
			t.Errorf("%q: games %v, faults %v, want %s", tt.bad, events, faults, tt.want)
		}
	}
	// Without headings results divide the games.
	n, faults := 0, 0
	for g, err := range draughtsrecord.Codec(english).Games(strings.NewReader("1. 11-15 *\n1. 11-14 9-13 1-0\n1. 9-13 *")) {
		if n++; err != nil || record.FirstLost(g.Remarks) != nil {
			faults++
		}
	}
	if n != 3 || faults != 1 {
		t.Errorf("%d games, %d faults, want 3 and 1", n, faults)
	}
}
