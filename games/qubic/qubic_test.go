package qubic_test

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/qubic"
)

var (
	_ game.Rules[qubic.Position, qubic.Move]    = qubic.Rules{}
	_ game.Notation[qubic.Position, qubic.Move] = qubic.Rules{}
)

// allLines finds the 76 lines by trying all cells and steps.
func allLines() (lines []uint64) {
	seen := map[uint64]bool{}
	for cell := range 64 {
		for step := range 27 {
			d := [3]int{step%3 - 1, step/3%3 - 1, step/9 - 1}
			c := [3]int{cell & 3, cell >> 2 & 3, cell >> 4}
			line, ok := uint64(0), d != [3]int{}
			for range 4 {
				for axis := range c {
					ok = ok && c[axis]&^3 == 0
				}
				if ok {
					line |= 1 << (c[0] + 4*c[1] + 16*c[2])
				}
				for axis := range c {
					c[axis] += d[axis]
				}
			}
			if ok && !seen[line] {
				seen[line] = true
				lines = append(lines, line)
			}
		}
	}
	return lines
}

func TestLines(t *testing.T) {
	lines := allLines()
	if len(lines) != 76 {
		t.Fatalf("%d lines, want 76", len(lines))
	}
	starts := 0
	for _, d := range qubic.Directions() {
		starts += bits.OnesCount64(d.Starts)
	}
	if starts != 76 {
		t.Errorf("%d starts of lines, want 76", starts)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		stones := rng.Uint64() | rng.Uint64()&rng.Uint64()
		if rng.IntN(2) == 0 {
			stones &= rng.Uint64()
		}
		var has bool
		var completing uint64
		for _, l := range lines {
			gap := l &^ stones
			has = has || gap == 0
			if bits.OnesCount64(gap) == 1 {
				completing |= gap
			}
		}
		if got := qubic.HasLine(stones); got != has {
			t.Fatalf("HasLine(%#x) = %v", stones, got)
		}
		if got := qubic.Completing(stones) &^ stones; got != completing {
			t.Fatalf("Completing(%#x) = %#x, want %#x", stones, got, completing)
		}
	}
}

// TestPerft checks falling factorials: no line can be complete before ply 7.
func TestPerft(t *testing.T) {
	r := qubic.Rules{}
	start := r.Start()
	for depth, want := range []int{1, 64, 4032, 249984, 15249024} {
		if depth == 4 && testing.Short() {
			break
		}
		if got := int(game.Perft(r, &start, depth, nil).Leaves); got != want {
			t.Errorf("perft(%d) = %d, want %d", depth, got, want)
		}
	}
}

func TestText(t *testing.T) {
	r := qubic.Rules{}
	const one = "X---/4/4/4|4/-O--/4/4|4/4/4/4|4/4/4/4 X"
	tests := []struct{ in, out string }{
		{"startpos", "4/4/4/4|4/4/4/4|4/4/4/4|4/4/4/4 X"},
		{one, one},
		{"1a1 2b2", one},
		{"startpos 1a1 2b2", one},
		{"X3/4/4/4|4/.O2/4/4|4/4/4/4|4/4/4/4", one},
		{"4/4/4/4|4/4/4/4|4/4/4/4|4/4/4/4 X 4d4", "4/4/4/4|4/4/4/4|4/4/4/4|4/4/4/---X O"},
	}
	for _, tt := range tests {
		p, err := r.ParsePosition(tt.in)
		if got := r.FormatPosition(&p); err != nil || got != tt.out {
			t.Errorf("%q reads as %s, %v; want %s", tt.in, got, err, tt.out)
		}
	}
	bad := []struct{ in, offence string }{
		{"", "empty position"},
		{"4/4/4/4|4/4/4/4", "2 levels, want 4"},
		{"4/4/4|4/4/4/4|4/4/4/4|4/4/4/4", "level 1: 3 rows, want 4"},
		{"4/4/4/4|4/4/5/4|4/4/4/4|4/4/4/4", "level 2: row 3: more than 4 cells"},
		{"O---/4/4/4|4/4/4/4|4/4/4/4|4/4/4/4", "0 X and 1 O"},
		{"X---/4/4/4|4/4/4/4|4/4/4/4|4/4/4/4 X", "side to move is X, but the stones leave O"},
		{"XXXX/OOO-/4/---O|4/4/4/4|4/4/4/4|4/4/4/4 X", "X is to move but has a line"},
		{"1a1 1a1", "move 2: 1a1: illegal move: the cell is taken"},
		{"1a1 2a1 1b1 2b1 1c1 2c1 1d1 2d1", "move 8: 2d1: illegal move: the game is over"},
		{"5a1", `"5a1", want a level`},
		{"1e1", `"1e1"`},
		{"1a0", `"1a0"`},
		{"1a", `"1a"`},
		{"1a11", `"1a11"`},
	}
	for _, tt := range bad {
		if _, err := r.ParsePosition(tt.in); err == nil || !strings.Contains(err.Error(), tt.offence) {
			t.Errorf("%q: error %v, want one with %q", tt.in, err, tt.offence)
		}
	}
	p := r.Start()
	if _, err := r.ParseMove(&p, "9z9"); err == nil || errors.Is(err, game.ErrIllegal) {
		t.Errorf("ParseMove(9z9): error %v", err)
	}
}

func TestDraw(t *testing.T) {
	r := qubic.Rules{}
	p, err := r.ParsePosition("1a1 2b2 4d4")
	if err != nil {
		t.Fatal(err)
	}
	const want = "   level 1     level 2     level 3     level 4\n" +
		"   a b c d     a b c d     a b c d     a b c d\n" +
		"1  X - - -     - - - -     - - - -     - - - -\n" +
		"2  - - - -     - O - -     - - - -     - - - -\n" +
		"3  - - - -     - - - -     - - - -     - - - -\n" +
		"4  - - - -     - - - -     - - - -     - - - X\n" +
		"O to move\n"
	if got := r.Draw(&p); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRandomGames(t *testing.T) {
	r := qubic.Rules{}
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 5))
		p := r.Start()
		for {
			text := r.FormatPosition(&p)
			if q, err := r.ParsePosition(text); err != nil || q != p {
				t.Fatalf("%s reads as %v, %v", text, q, err)
			}
			moves, status := r.Moves(&p, nil)
			if status != r.Status(&p) {
				t.Fatalf("%s: Moves says %v, Status %v", text, status, r.Status(&p))
			}
			if status.Over() {
				break
			}
			m := moves[rng.IntN(len(moves))]
			r.Play(&p, &p, m)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{
		"startpos", "1a1 2b2", "X---/4/4/4|4/-O--/4/4|4/4/4/4|4/4/4/4 X", "4/4/4/4|4/4/4/4|4/4/4/4|4/4/4/4 X 4d4", "|||", "///|", "é", "1a1 1a1",
	} {
		f.Add(text)
	}
	r := qubic.Rules{}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := r.ParsePosition(text)
		if err != nil {
			return
		}
		if q, err := r.ParsePosition(r.FormatPosition(&p)); err != nil || q != p {
			t.Errorf("%q reads as %s, which reads as %v, %v", text, r.FormatPosition(&p), q, err)
		}
	})
}

func BenchmarkHasLine(b *testing.B) {
	stones := uint64(0x8421)
	for b.Loop() {
		if qubic.HasLine(stones) {
			stones++
		}
	}
}
