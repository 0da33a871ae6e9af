package chess_test

import (
	"testing"

	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/kit/gametest"
)

var rules chess.Rules

func position(t testing.TB, fen string) chess.Position {
	t.Helper()
	s, err := rules.ParsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tricky are positions for the laws and the oracle: pins, checks, captures in
// passing that are legal or not, castling, promotions, few pieces.
var tricky = []string{
	"startpos",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
	"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",  // the capture in passing opens a rank
	"8/8/8/1k6/2pP4/8/8/B3K3 b - d3 0 1", // it takes the pawn that gives check
	"4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",  // it would uncover the king
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	"1r2k2r/8/8/8/8/8/8/RR2K2R w KBkb - 0 1", // the inner rook castles
	"8/8/8/8/8/8/8/rR2K2k w B - 0 1",         // the rook shields its king
	"rk2r3/pp6/8/8/8/8/1P6/1RK4R w HBea - 0 1",
	"8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
	"4k3/8/8/8/8/8/4q3/R3K2R w KQ - 0 1",
	"n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - - 97 60",
	"8/8/4kpp1/3p4/p6P/2B5/1P6/6K1 w - - 0 1",
	"4k3/3p1p2/4N3/1B5B/1b5b/4n3/3P1P2/4K3 w - - 0 1", // pawns pinned on diagonals
	"4k3/3p1p2/4N3/1B5B/1b5b/4n3/3P1P2/4K3 b - - 0 1",
	"4k3/3p1p2/2B3B1/8/8/2b3b1/3P1P2/4K3 w - - 0 1", // and able to take the pinner
	"4k3/3p1p2/2B3B1/8/8/2b3b1/3P1P2/4K3 b - - 0 1",
	"R7/8/8/R2R4/8/7k/8/R2R2K1 w - - 98 70",
}

func positions(t testing.TB) (all []chess.Position) {
	for _, fen := range tricky {
		all = append(all, position(t, fen))
	}
	return all
}

// TestLaws plays random games.
func TestLaws(t *testing.T) {
	plies := 60
	if testing.Short() {
		plies = 20
	}
	gametest.Test(t, rules, gametest.Config[chess.Position, chess.Move]{
		Starts: positions(t), Games: len(tricky), Plies: plies,
		Equal:   func(a, b *chess.Position) bool { return *a == *b },
		Illegal: []string{"", "e", "e9", "0000", "x", "O-O-O-O", "é", "\xff", "e8=", "e8/", "(Q)", "Nf3g5h7", "=Q", "a1a1a1", "K", "exe", "e2e4e5"},
		Perft:   []gametest.Count[chess.Position]{{Depth: 3, Leaves: 8902}},
	})
}

// TestCastlingPastAttacks checks that castling may pass an attacked b1 or b8 with the rook,
// but not an attacked square with the king.
func TestCastlingPastAttacks(t *testing.T) {
	for _, tt := range []struct {
		position string
		legal    bool
	}{
		{"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", true},
		{"2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", false},
		{"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", false},
		{"r3k3/8/8/8/8/8/8/1R2K3 b q - 0 1", true},
	} {
		s := position(t, tt.position)
		if _, err := rules.ParseMove(&s, "O-O-O"); (err == nil) != tt.legal {
			t.Errorf("%s: castling: %v, legal: %t", tt.position, err, tt.legal)
		}
	}
}
