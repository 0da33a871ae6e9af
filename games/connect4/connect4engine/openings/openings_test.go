package openings

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
)

// played returns the position after moves in these columns, numbered from 1.
func played(t *testing.T, columns string) (s connect4.State) {
	t.Helper()
	var r connect4.Rules
	for _, c := range columns {
		m, err := r.ParseMove(&s, string(c))
		if err != nil {
			t.Fatal(err)
		}
		r.Play(&s, &s, m)
	}
	return s
}

// TestFirstMoves compares the values of the first moves with those that Allen
// and Allis found in 1988 and Tromp published with distances.
func TestFirstMoves(t *testing.T) {
	for column, want := range map[string]int{"": 1, "1": 2, "2": 1, "3": 0, "4": -1, "5": 0, "6": 1, "7": 2} {
		s := played(t, column)
		if got, ok := Score(&s); !ok || got != want {
			t.Errorf("after %q: %d, %v, want %d", column, got, ok, want)
		}
	}
}

// TestScores compares every score with its successors'.
func TestScores(t *testing.T) {
	var r connect4.Rules
	levels := Levels(Plies)
	for n, states := range levels {
		for i := range states {
			s := &states[i]
			score, ok := Score(s)
			mirrored := mirrorOf(s)
			if again, _ := Score(&mirrored); !ok || again != score || score < -21 || score > 21 {
				t.Fatalf("%s: %d, %v, and mirrored %d", r.FormatPosition(s), score, ok, again)
			}
			if n == Plies {
				continue
			}
			best := -100
			moves, _ := r.Moves(s, nil)
			for _, m := range moves {
				var next connect4.State
				r.Play(&next, s, m)
				reply, ok := Score(&next)
				if r.Status(&next) == game.Loss {
					reply, ok = -(width*height+1-n)/2, !ok // its discs left; terminal positions have no score
				}
				if !ok {
					t.Fatalf("%s: no score after column %d", r.FormatPosition(s), m+1)
				}
				best = max(best, -reply)
			}
			if best != score {
				t.Errorf("%s: %d, but the best move is worth %d", r.FormatPosition(s), score, best)
			}
		}
	}
}

// mirrorOf returns the mirror image of a position.
func mirrorOf(s *connect4.State) (image connect4.State) {
	connect4.Rules{}.Image(&image, s, 0, 1)
	return image
}

// TestNoScore checks positions without a score.
func TestNoScore(t *testing.T) {
	late := played(t, "444444555"[:Plies+1])
	if _, ok := Score(&late); ok {
		t.Errorf("a score after %d plies", late.Plies())
	}
	won := played(t, "1212121")
	if score, ok := newTable(7).of(&won); ok {
		t.Errorf("a position that no one has solved has the score %d", score)
	}
}

// TestNumbers checks that all positions of 6 plies have distinct numbers with
// few gaps.
func TestNumbers(t *testing.T) {
	const plies = 6
	number := newNumbering(plies)
	seen := map[int]bool{}
	states := Levels(plies)[plies]
	for i := range states {
		k := number.of(&states[i])
		if k < 0 || k >= number.size() || seen[k] {
			t.Fatalf("%s: number %d of %d, seen before: %v", connect4.Rules{}.FormatPosition(&states[i]), k, number.size(), seen[k])
		}
		seen[k] = true
	}
	// 16 422 positions of six plies, counting both of each mirror pair (A212693
	// of the OEIS).
	if twice := len(states)*2 - selfMirrored(states); twice != 16422 || number.size() > 2*len(states) {
		t.Errorf("%d positions, want 16422, of %d numbers", twice, number.size())
	}
}

func selfMirrored(states []connect4.State) (n int) {
	for i := range states {
		if mirrorOf(&states[i]) == states[i] {
			n++
		}
	}
	return n
}

// TestPack packs two plies and unpacks them.
func TestPack(t *testing.T) {
	levels := Levels(2)
	var last []int
	for i := range levels[2] {
		score, _ := Score(&levels[2][i])
		last = append(last, score)
	}
	file := Pack(levels, last)
	got, err := unpack(file, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, states := range levels {
		for i := range states {
			want, _ := Score(&states[i])
			if score, ok := got.of(&states[i]); !ok || score != want {
				t.Errorf("%d, %v, want %d", score, ok, want)
			}
		}
	}
	for _, plies := range []int{1, 3} {
		if _, err := unpack(file, plies); err == nil {
			t.Errorf("a file of 2 plies is taken for one of %d", plies)
		}
	}
}

// TestWinAtOnce derives the score of a position with an immediate win.
func TestWinAtOnce(t *testing.T) {
	s := played(t, "112233")
	if got := newTable(7).best(&s); got != 18 {
		t.Errorf("the fourth disc of 21 wins: %d, want 18", got)
	}
}

// TestManifest compares the manifest with the file and the positions.
func TestManifest(t *testing.T) {
	data, err := os.ReadFile("openings.json")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Plies     int    `json:"plies"`
		Positions []int  `json:"positions"`
		SHA256    string `json:"sha256"`
	}
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	var counts []int
	for _, states := range Levels(Plies) {
		counts = append(counts, len(states))
	}
	sum := sha256.Sum256(packed)
	if m.Plies != Plies || !slices.Equal(m.Positions, counts) || m.SHA256 != hex.EncodeToString(sum[:]) {
		t.Errorf("the manifest %+v is of another file: %d plies, positions %v, checksum %x", m, Plies, counts, sum)
	}
}
