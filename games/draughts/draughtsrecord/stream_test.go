package draughtsrecord_test

import (
	"bytes"
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsrecord"
)

// collection returns random games of 60 plies in PDN.
func collection(tb testing.TB, r draughts.Rules, games int) []byte {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	var records []draughtsrecord.Record
	for range games {
		g := draughtsrecord.Record{Start: r.Start()}
		g.Players, g.Event, g.Date, g.Result = [2]string{"A. Player", "B. Player"}, "Tournament", "2024-05-31", "1-0"
		s := r.Start()
		for range 60 {
			moves, _ := r.Moves(&s, nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			g.Moves = append(g.Moves, m)
			r.Play(&s, &s, m)
		}
		records = append(records, g)
	}
	var out bytes.Buffer
	if err := draughtsrecord.Codec(r).Write(&out, records); err != nil {
		tb.Fatal(err)
	}
	return append(out.Bytes(), '\n')
}

// TestAllocations bounds the memory that a game takes while it is read: the text of its
// moves, the moves and the heading.
func TestAllocations(t *testing.T) {
	text := collection(t, english, 20)
	next, stop := iter.Pull2(draughtsrecord.Codec(english).Games(bytes.NewReader(bytes.Repeat(text, 20))))
	defer stop()
	perGame := testing.AllocsPerRun(300, func() {
		if _, err, ok := next(); err != nil || !ok {
			t.Fatal(err)
		}
	})
	const most = 300 // of 60 moves and 30 numbers; it was 930 with regular expressions
	if perGame > most {
		t.Errorf("%v allocations a game, want %d at most", perGame, most)
	}
}

// BenchmarkRead reads games of 60 plies.
func BenchmarkRead(b *testing.B) {
	for _, r := range []draughts.Rules{english, {Variant: draughts.International}} {
		b.Run(r.String(), func(b *testing.B) {
			text := collection(b, r, 200)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				for _, err := range draughtsrecord.Codec(r).Games(bytes.NewReader(text)) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				if n != 200 {
					b.Fatal(n)
				}
			}
		})
	}
}
