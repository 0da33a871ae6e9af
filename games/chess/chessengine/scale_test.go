package chessengine

import (
	"testing"

	"github.com/plywood-go/plywood/game"
)

// TestScale measures estimates: a pawn is an even chance of winning, for any material.
func TestScale(t *testing.T) {
	g, err := Game("")
	if err != nil {
		t.Fatal(err)
	}
	for fen, material := range map[string]game.Score{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": 78,
		"4k3/pp3ppp/4r3/8/8/4R3/PP3PPP/4K3 b - - 0 1":              20,
		"4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1":                    8,
		"4k3/p7/8/8/8/8/P7/4K3 w - - 0 1":                          8, // the least
	} {
		p, err := g.Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		even := (2100 + material/2) / material
		v, back := p.Measure(even), p.Measure(-even)
		if v.Number < 0.98 || v.Number > 1.02 || v.Odds.Win < 0.49 || v.Odds.Win > 0.51 || v.Odds.Win != back.Odds.Loss {
			t.Errorf("%s: %d is %+v, and %+v", fen, even, v, back)
		}
	}
}
