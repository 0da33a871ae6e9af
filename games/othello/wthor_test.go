package othello_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
)

// TestReadWTHOR reads a year of the base, if it is there: games that are
// recorded to the end must have the result that the file says.
func TestReadWTHOR(t *testing.T) {
	f, err := os.Open("../../../shared/data/othello/wthor/WTH_2000.wtb")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	games, err := othello.ReadWTHOR(f)
	if err != nil {
		t.Fatal(err)
	}
	r := othello.Rules{}
	complete := 0
	for _, g := range games {
		s := r.Start()
		for _, m := range g.Moves {
			r.Play(&s, &s, m)
		}
		margin, over := r.Status(&s).Margin()
		if !over {
			continue
		}
		if s.Turn == othello.White {
			margin = -margin
		}
		if 2*g.Discs-64 == margin {
			complete++
		}
	}
	if len(games) != 4253 || complete < len(games)*95/100 {
		t.Errorf("%d games, %d with the recorded result; want 4253, nearly all", len(games), complete)
	}
}

func FuzzReadWTHOR(f *testing.F) {
	game := make([]byte, 16+68)
	game[4], game[10], game[11] = 1, 208, 7
	copy(game[24:], []byte{56, 64, 33})
	f.Add(game)
	f.Fuzz(func(t *testing.T, file []byte) {
		games, err := othello.ReadWTHOR(bytes.NewReader(file))
		if err == nil && len(games) > len(file)/68 {
			t.Fatalf("%d games in %d bytes", len(games), len(file))
		}
	})
}
