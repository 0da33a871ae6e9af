package openings

import (
	"bytes"
	"compress/flate"
	_ "embed" // for the scores
	"fmt"
	"io"
	"sync"

	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/internal/reason"
)

// lastPly is the number of plies up to which all positions have scores.
const lastPly = 8

// Score returns the exact score of a position on the standard board for the side to move. It is the
// number of discs that the winner has left when completing a four, including the last disc played;
// it is negative if the opponent wins, and 0 for a draw. ok is false if there are more than 8
// discs, if the game is over, or if no play leads to s. The first call takes some milliseconds.
func Score(s *connect4.State) (score int, ok bool) {
	if n := s.Plies(); n <= lastPly {
		score, ok = scores().of(s)
	}
	return score, ok
}

//go:embed openings.bin
var packed []byte

var scores = sync.OnceValue(func() table {
	t, err := unpack(packed, lastPly)
	if err != nil {
		panic(fmt.Sprintf("openings: %v", err))
	}
	return t
})

// table holds the codes of scores by ply and board number.
type table []page

type page struct {
	*numbering
	codes []byte
}

// The code of a score is score+middle. It is never none, because the lowest score is -21.
const (
	none   = 0
	middle = 22
)

// newTable returns a table without scores.
func newTable(plies int) (t table) {
	for n := range plies + 1 {
		number := newNumbering(n)
		t = append(t, page{number, make([]byte, number.size())})
	}
	return t
}

func (t table) of(s *connect4.State) (score int, ok bool) {
	p := t[s.Plies()]
	code := p.codes[p.of(s)]
	return int(code) - middle, code != none
}

func unpack(data []byte, plies int) (table, error) {
	t := newTable(plies)
	r := flate.NewReader(bytes.NewReader(data))
	for _, p := range t {
		if _, err := io.ReadFull(r, p.codes); err != nil {
			return nil, reason.Errorf("scores of %d plies: %w", p.plies, err)
		}
	}
	if n, err := io.Copy(io.Discard, r); n > 0 || err != nil {
		return nil, reason.Errorf("%d bytes too many: %w", n, err)
	}
	return t, nil
}
