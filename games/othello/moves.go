package othello

import (
	"fmt"
	"strings"

	"github.com/plywood-go/plywood/game"
)

// ParseMoves reads a record of moves from s, such as f5d6c3 or "f5 d6 c3", and
// returns them all, passes included: where a side must pass and the record
// goes on with its opponent's move, the pass is put in.
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
			return nil, fmt.Errorf("othello: move %d: %q, want %s or pass", n, excerpt(rest), r.span())
		}
		if m != Pass && r.Legal(&at, Pass) {
			play(Pass)
		}
		if !r.Legal(&at, m) {
			return nil, fmt.Errorf("othello: move %d: %s: %w", n, rest[:size], game.ErrIllegal)
		}
		play(m)
		rest = strings.TrimSpace(rest[size:])
	}
	return moves, nil
}

// excerpt returns the first few characters of text, for an error.
func excerpt(text string) string {
	word := []rune(strings.Fields(text)[0])
	return string(word[:min(len(word), 8)])
}

// FormatMoves writes a record of moves without spaces, such as f5d6c3. Passes
// are left out, as is usual: ParseMoves puts them in again.
func (r Rules) FormatMoves(moves []Move) string {
	var b strings.Builder
	for _, m := range moves {
		if m != Pass {
			b.WriteString(r.name(m))
		}
	}
	return b.String()
}
