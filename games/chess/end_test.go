package chess_test

import (
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
)

// TestStatus tells how positions end.
func TestStatus(t *testing.T) {
	for fen, want := range map[string]game.Status{
		"startpos":                               game.Ongoing,
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1":         game.Draw,
		"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1":         game.Loss,
		"7k/6Q1/6K1/8/8/8/8/8 b - - 100 90":      game.Loss,
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":          game.Draw,
		"4k3/8/8/8/8/8/8/4KB2 w - - 0 1":         game.Draw,
		"4k3/8/8/8/8/8/8/4KN2 b - - 0 1":         game.Draw,
		"2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1":       game.Draw, // both on light squares
		"2b1kb2/8/8/8/8/8/8/4K3 w - - 0 1":       game.Ongoing,
		"5b1k/8/8/8/8/8/8/4KB2 w - - 0 1":        game.Ongoing, // on squares of two colours
		"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1":        game.Ongoing, // mate is possible, if not forced
		"4k1n1/8/8/8/8/8/8/4KB2 w - - 0 1":       game.Ongoing,
		"4k3/8/8/8/8/8/7P/4K3 w - - 0 1":         game.Ongoing,
		"k7/8/8/8/8/B1B1B3/1B1B4/4K2b w - - 0 1": game.Ongoing,
		"k7/8/8/8/8/B1B1B3/1B1B3b/4K3 w - - 0 1": game.Draw,
	} {
		s := position(t, fen)
		_, got := rules.Moves(&s, nil)
		if got != want || rules.Status(&s) != want {
			t.Errorf("%s: Moves says %v, Status %v, want %v", fen, got, rules.Status(&s), want)
		}
	}
}

// play returns the line of play from a position.
func play(t *testing.T, fen, moves string) []chess.Position {
	t.Helper()
	line := []chess.Position{position(t, fen)}
	for _, text := range strings.Fields(moves) {
		s := line[len(line)-1]
		m, err := rules.ParseMove(&s, text)
		if err != nil {
			t.Fatal(err)
		}
		rules.Play(&s, &s, m)
		line = append(line, s)
	}
	return line
}

// TestDrawn tells claims from draws that end the game.
func TestDrawn(t *testing.T) {
	const round = "Nf3 Nf6 Ng1 Ng8 "
	for _, tt := range []struct {
		fen, moves string
		want       chess.Draw
		limit      string
	}{
		{"startpos", round, chess.NoDraw, ""},
		{"startpos", round + round, chess.ThirdOccurrence, ""},
		{"startpos", round + round + round, chess.ThirdOccurrence, ""},
		{"startpos", round + round + round + round, chess.FifthOccurrence, ""},
		// The first position had a right to castle.
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8", chess.NoDraw, ""},
		{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8", chess.ThirdOccurrence, ""},
		{"7k/R7/5K2/8/8/8/8/8 w - - 98 80", "Rb7", chess.NoDraw, ""},
		{"7k/R7/5K2/8/8/8/8/8 w - - 99 80", "Rb7", chess.FiftyMoves, "50 moves"},
		{"7k/R7/5K2/8/8/8/8/8 w - - 149 80", "Rb7", chess.SeventyFiveMoves, "75 moves"},
		{"7k/R7/6K1/8/8/8/8/8 w - - 99 80", "Ra8", chess.NoDraw, ""}, // mate goes first
		{"7k/8/6K1/8/8/8/8/R7 w - - 9 80", "Ra7", chess.NoDraw, ""},
		{"7k/8/5K2/8/8/8/8/6R1 w - - 99 80", "Kf7", chess.FiftyMoves, "50 moves"},
		{"k7/8/1K6/8/8/8/8/2Q5 w - - 99 80", "Qc7", chess.Stalemate, "50 moves"},
		{"4k3/8/8/8/8/8/3r4/3K4 w - - 99 80", "Kxd2", chess.DeadPosition, ""},
	} {
		line := play(t, tt.fen, tt.moves)
		s := &line[len(line)-1]
		if got := rules.Drawn(line); got != tt.want {
			t.Errorf("%s %s: %v, want %v", tt.fen, tt.moves, got, tt.want)
		}
		if got := rules.LimitName(s); got != tt.limit {
			t.Errorf("%s %s: limit %q, want %q", tt.fen, tt.moves, got, tt.limit)
		}
	}
	for d, want := range map[chess.Draw]bool{
		chess.ThirdOccurrence: true, chess.FiftyMoves: true, chess.FifthOccurrence: false, chess.SeventyFiveMoves: false,
		chess.Stalemate: false, chess.DeadPosition: false,
	} {
		if d.Claim() != want || d.String() == "" {
			t.Errorf("%v: a claim %t, want %t", d, d.Claim(), want)
		}
	}
}

// TestLongGame plays 6000 plies: the counters stay in their bounds.
func TestLongGame(t *testing.T) {
	s := position(t, "4k3/8/8/8/8/8/8/R3K3 w - - 65000 65000")
	for range 1500 {
		for _, text := range []string{"Ra2", "Ke7", "Ra1", "Ke8"} {
			m, err := rules.ParseMove(&s, text)
			if err != nil {
				t.Fatal(err)
			}
			rules.Play(&s, &s, m)
		}
	}
	if s.Quiet() != 65535 || s.Number() != 65535 {
		t.Errorf("%d quiet plies, move %d, want 65535 for both", s.Quiet(), s.Number())
	}
}

// TestPassed gives the turn away.
func TestPassed(t *testing.T) {
	s := position(t, "2k5/8/8/3pP3/8/8/8/4K3 w - d6 7 1")
	p := s.Passed()
	want := position(t, "2k5/8/8/3pP3/8/8/8/4K3 b - - 0 1")
	if p != want {
		t.Errorf("%+v, want %+v", p, want)
	}
}
