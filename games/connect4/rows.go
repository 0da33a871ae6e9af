package connect4

import (
	"math/bits"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/rowtext"
)

// maxTries limits the number of boards visited to find out whether a set of discs can
// arise in a game. It exceeds the number of height vectors of the standard board. Games
// that exist are found after some hundreds.
const maxTries = 1 << 20

// parseRows parses a board: rows from the top, X for the first player, and optionally the
// side to move. It rejects discs that cannot arise in a game.
func (r Rules) parseRows(text string) (State, error) {
	words := strings.Fields(text)
	discs, err := r.discs(words[0])
	if err != nil {
		return State{}, err
	}
	x, o := bits.OnesCount64(discs[0]), bits.OnesCount64(discs[1])
	if x != o && x != o+1 {
		return State{}, reason.Errorf("%d X and %d O, want as many or one X more", x, o)
	}
	mover := x - o
	switch side := "XO"[mover:][:1]; {
	case len(words) > 2:
		return State{}, reason.Errorf("%q after the side to move", words[2])
	case len(words) == 2 && words[1] != side:
		return State{}, reason.Errorf("side to move is %s, but the discs leave %s to move", words[1], side)
	}
	s := State{own: discs[mover], all: discs[0] | discs[1]}
	rec := recorder{rules: r, first: discs[game.First], all: s.all, dead: map[uint64]bool{}, tries: maxTries}
	if !rec.extend(0) {
		return State{}, reason.New("no game leads to these discs")
	}
	return s, nil
}

// discs returns the discs of X and of O. It fails if a disc is above an empty cell.
func (r Rules) discs(text string) (discs [2]uint64, err error) {
	rows := strings.Split(text, "/")
	if len(rows) != r.Height() {
		return discs, reason.Errorf("%d rows, want %d", len(rows), r.Height())
	}
	for i, row := range rows {
		cells, err := rowtext.Parse(row, r.Width())
		if err != nil {
			return discs, reason.Errorf("row %d: %w", i+1, err)
		}
		for c, disc := range cells {
			if side := strings.IndexByte("XO", disc); side >= 0 {
				discs[side] |= uint64(1) << (c*int(r.board().stride) + r.Height() - 1 - i)
			}
		}
	}
	all := discs[0] | discs[1]
	for c := range r.Width() {
		if column := all & r.board().column(c); column&(column+r.foot(Move(c))) != 0 {
			return discs, reason.Errorf("column %c: a disc hangs above an empty cell", columnNames[c])
		}
	}
	return discs, nil
}
