package othello

import (
	"math/bits"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// ParseMoves parses moves from s, such as f5d6c3 or "f5 d6 c3". It inserts
// omitted passes.
func (r Rules) ParseMoves(s *Position, record string) ([]Move, error) {
	at := *s
	var moves []Move
	play := func(m Move) {
		moves = append(moves, m)
		r.Play(&at, &at, m)
	}
	rest := strings.TrimSpace(strings.ToLower(record))
	for n := 1; rest != ""; n++ {
		m, size := r.ReadMove(rest)
		if size == 0 {
			return moves, reason.Errorf("othello: move %d: %q, want %s or pass", n, excerpt(rest), r.span())
		}
		if m != Pass && r.Legal(&at, Pass) {
			play(Pass)
		}
		if !r.Legal(&at, m) {
			return moves, reason.Errorf("othello: move %d: %s: %w", n, rest[:size], game.ErrIllegal)
		}
		play(m)
		rest = strings.TrimSpace(rest[size:])
	}
	return moves, nil
}

// excerpt returns the first characters of text for an error.
func excerpt(text string) string {
	word := []rune(strings.Fields(text)[0])
	return string(word[:min(len(word), 8)])
}

// FormatMoves returns moves without spaces, such as f5d6c3. It omits passes, as
// usual; ParseMoves inserts them again.
func (r Rules) FormatMoves(moves []Move) string {
	var b strings.Builder
	for _, m := range moves {
		if m != Pass {
			b.WriteString(r.name(m))
		}
	}
	return b.String()
}

// lastFlips maps the place of a move on an otherwise full line and the mover's discs on it to
// twice the number of discs turned.
var lastFlips = newLastFlips()

func newLastFlips() (t [8][256]uint8) {
	for at := range 8 {
		for own := range 256 {
			if above := own >> (at + 1); above != 0 {
				t[at][own] += uint8(2 * bits.TrailingZeros(uint(above)))
			}
			if below := own & (1<<at - 1); below != 0 {
				t[at][own] += uint8(2 * (at - bits.Len(uint(below))))
			}
		}
	}
	return t
}

// LastFlips returns twice the number of discs that own turns by a move on sq,
// the only empty square.
func LastFlips(sq uint, own uint64) int {
	file, rank := sq&7, sq&56
	onFile, d := &lastFlips[file], &diagonals[sq&63]
	return int(onFile[uint8(own>>rank)]) +
		int(onFile[(own&d[0])*gather>>56]) +
		int(onFile[(own&d[1])*gather>>56]) +
		int(lastFlips[rank>>3][(own>>file&fileA)*gatherFile>>56])
}
