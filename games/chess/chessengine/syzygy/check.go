package syzygy

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/reason"
)

// Check compares the entries of samples random positions of each table with the entries of
// the positions after their moves. progress, if not nil, receives the number of positions
// checked. The error wraps ErrDamaged if a file is damaged or a position contradicts
// another, and names the position.
func (t *Tables) Check(ctx context.Context, samples int, progress func(done, total int)) error {
	list := slices.SortedFunc(slices.Values(t.all), func(a, b *table) int { return slices.Compare(a.material[:], b.material[:]) })
	for i, one := range list {
		random := rand.New(rand.NewPCG(1, uint64(i)))
		for n := range samples {
			if n%256 == 0 {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if progress != nil {
					progress(i*samples+n, len(list)*samples)
				}
			}
			s := one.random(random)
			if err := t.checkOne(&s); err != nil {
				return err
			}
		}
	}
	return nil
}

// random returns a random position of the material.
func (m material) random(random *rand.Rand) chess.Position {
	for {
		var board [64]byte
		for side := range m {
			for _, l := range letters {
				for range m.count(side, l.piece) {
					sq := random.IntN(64)
					if l.piece == chess.Pawn {
						sq = 8 + random.IntN(48)
					}
					board[sq] = l.letter + byte(side)*('a'-'A')
				}
			}
		}
		s, err := parseBoard(&board, "wb"[random.IntN(2)])
		if err == nil && materialOf(&s) == m {
			return s
		}
	}
}

// parseBoard returns the position with the letters of a board, from a1 on, and the side to
// move as in FEN.
func parseBoard(board *[64]byte, turn byte) (chess.Position, error) {
	var text []byte
	for rank := 7; rank >= 0; rank-- {
		for _, b := range board[8*rank:][:8] {
			text = append(text, cmp.Or(b, '1'))
		}
		text = append(text, '/')
	}
	text[len(text)-1] = ' '
	return chess.Rules{}.ParsePosition(string(append(text, turn)) + " - - 0 1")
}

// checkOne compares the entry of s with those of the positions after its moves.
func (t *Tables) checkOne(s *chess.Position) error {
	o, ok := t.Outcome(s)
	d, ok2 := t.Distance(s)
	if !ok || !ok2 {
		if err := t.Load(); err != nil {
			return err
		}
		return reason.Errorf("%w: no entry for %s", ErrDamaged, chess.Rules{}.FormatPosition(s))
	}
	want := 0
	moves, status := chess.Rules{}.Moves(s, nil)
	switch {
	case status == game.Loss:
		want = -1
	case !status.Over():
		for i, m := range moves {
			after, ok := t.After(s, m)
			if !ok {
				return reason.Errorf("%w: no entry for %s", ErrDamaged, chess.Rules{}.FormatPosition(s))
			}
			if i == 0 || Compare(after, want) < 0 {
				want = after
			}
		}
	}
	cursed := o == CursedWin || o == BlessedLoss
	rounded := d-want <= 1 && want-d <= 1
	if o.sign() != sign(d) || sign(want) != sign(d) || !rounded || cursed && d*d < 100*100 {
		return reason.Errorf("%w: %s contradicts the positions after it", ErrDamaged,
			fmt.Sprintf("%s (%d, %d, %d)", chess.Rules{}.FormatPosition(s), o, d, want))
	}
	return nil
}
