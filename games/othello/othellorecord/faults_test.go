package othellorecord_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
)

// TestFaults reads damaged collections: it keeps the games around a fault, and of the damaged
// game what can be read, and says what is missing.
func TestFaults(t *testing.T) {
	const ggf = "(;GM[Othello]PB[Ann]PW[Bo]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5];)\n"
	const sgf = "(;GM[2]FF[4]PB[Ann]PW[Bo];B[f5])\n"
	const obf = "---------------------------OX------XO--------------------------- X\n"
	board := strings.Repeat("--------\n", 3) + "---OX---\n---XO---\n" + strings.Repeat("--------\n", 3) + "X to move\n"
	for _, tt := range []struct{ format, good, bad, want string }{
		{"ggf", ggf, strings.Replace(ggf, "f5", "f6", 1), "line 2: B: move 1, f6: illegal move"},
		{"ggf", ggf, "(;GM[Othello]PB[Ann\n", "line 2: the value that begins here does not end"},
		{"ggf", ggf, "(;GM[Othello]PB[Ann];B[f5\n", "line 2: the value that begins here does not end"},
		{"ggf", ggf, "(;GM[Othello]PB[Ann];B[f5]\n", "line 2: the game that begins here does not end"},
		{"sgf", sgf, strings.Replace(sgf, "f5", "a1", 1), "line 2: B: move 1, a1: illegal move"},
		{"sgf", sgf, "(;GM[2]PB[Ann]C[never\n", "line 2: the value that begins here does not end"},
		{"sgf", sgf, "(;GM[2]PB[Ann]%;B[f5])\n", "line 2: \"%;B[f5])\", want a property"},
		{"obf", obf, "-----\n", "line 2: othello: 5 squares, want 64"},
		{"board", board, "--------\n--------\nX to move\n", "the board ends after"},
	} {
		codec := format(t, othello.Rules{}, tt.format)
		games, faults := 0, 0
		for g, err := range codec.Games(strings.NewReader(tt.good + tt.bad + tt.good)) {
			var f *record.Fault
			lost := record.FirstLost(g.Remarks)
			switch {
			case lost != nil:
				faults++
				if !strings.Contains(lost.Error(), tt.want) || g.Players[0] != "Ann" {
					t.Errorf("%s: %v, want %s", tt.format, lost, tt.want)
				}
			case errors.As(err, &f):
				faults++
				if f.Game != 2 || !strings.Contains(f.Error(), tt.want) || (tt.bad[0] == '(') != (f.Players[0] == "Ann" || strings.Contains(tt.bad, "PB[Ann\n")) {
					t.Errorf("%s: game %d of %q: %v, want %s", tt.format, f.Game, f.Players, f, tt.want)
				}
			case err != nil:
				t.Error(err)
			default:
				games++
			}
		}
		if faults != 1 || games != 2 {
			t.Errorf("%s: %q costs %d games of 3, with %d faults", tt.format, tt.bad, 3-games, faults)
		}
	}
}

// TestFaultyBase leaves out a bad game of a WTHOR file and what breaks off.
func TestFaultyBase(t *testing.T) {
	start := othello.Rules{}.Start()
	moves, _ := othello.Rules{}.ParseMoves(&start, "f5d6c3d3c4")
	var b othellorecord.Base
	for range 4 {
		b.Games = append(b.Games, othellorecord.Game{Moves: moves})
	}
	var out bytes.Buffer
	if err := b.Write(&out); err != nil {
		t.Fatal(err)
	}
	data := out.Bytes()[:out.Len()-10]
	data[16+68+8] = 11 // the first move of the second game
	if wtb := format(t, othello.Rules{}, "wtb"); !wtb.Detect(data) {
		t.Error("a file that breaks off is not recognised")
	} else {
		var got []string
		for _, err := range wtb.Games(bytes.NewReader(data)) {
			got = append(got, fmt.Sprint(err))
		}
		want := []string{"<nil>", "othello: WTHOR game 2: move 1: a1: illegal move", "<nil>", "othello: WTHOR game 4: unexpected EOF"}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
