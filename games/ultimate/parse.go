package ultimate

import (
	"math/bits"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/rowtext"
)

// parseRows parses rows, side and board, the first three of words.
func parseRows(words []string) (p Position, err error) {
	if len(words) < 3 {
		return p, reason.New("want rows, the side to move and the board to move in")
	}
	rows := strings.Split(words[0], "/")
	if len(rows) != 9 {
		return p, reason.Errorf("%d rows, want 9", len(rows))
	}
	for y, text := range rows {
		row, err := rowtext.Parse(text, 9)
		if err != nil {
			return p, reason.Errorf("row %d: %w", y+1, err)
		}
		for x, stone := range row {
			if i := strings.IndexByte("XO", stone); i >= 0 {
				m := at(x, y)
				p.Cells[i][m/9] |= 1 << (m % 9)
			}
		}
	}
	i := strings.Index("XO", words[1])
	if i < 0 || len(words[1]) != 1 {
		return p, reason.Errorf("side to move is %q, want X or O", words[1])
	}
	p.Side = game.Player(i)
	if p.Board, err = parseBoard(words[2]); err != nil {
		return p, err
	}
	return p, p.settle()
}

func parseBoard(text string) (uint8, error) {
	switch {
	case text == "-":
		return free, nil
	case len(text) == 1 && text[0] >= '1' && text[0] <= '9':
		return text[0] - '1', nil
	}
	return 0, reason.Errorf("board to move in is %q, want 1 to 9 or -", text)
}

// settle derives the other fields from the stones. It returns an error for
// impossible positions.
func (p *Position) settle() error {
	p.hash = boardKeys[p.Board]
	if p.Side == game.Second {
		p.hash ^= sideKey
	}
	for side := range p.Cells {
		for board, cells := range p.Cells[side] {
			for ; cells != 0; cells &= cells - 1 {
				p.hash ^= cellKeys[side][9*board+bits.TrailingZeros16(uint16(cells))]
			}
		}
	}
	for board := range 9 {
		if err := p.decide(board); err != nil {
			return err
		}
	}
	if err := p.checkTurn(); err != nil {
		return err
	}
	return p.checkBoard()
}

// decide determines whether a board is decided.
func (p *Position) decide(board int) error {
	x, o := p.Cells[0][board], p.Cells[1][board]
	switch {
	case x.HasRow() && o.HasRow():
		return reason.Errorf("board %d has a row of X and one of O", board+1)
	case !x.madeAtOnce() || !o.madeAtOnce():
		return reason.Errorf("board %d has rows that no single move completes", board+1)
	case x.HasRow():
		p.Owned[0] |= 1 << board
		p.close(board, game.First)
	case o.HasRow():
		p.Owned[1] |= 1 << board
		p.close(board, game.Second)
	case x|o == full:
		p.close(board, neither)
	}
	return nil
}

// madeAtOnce reports whether s has no row, or one stone lies in all its rows.
func (s Set) madeAtOnce() bool {
	if !s.HasRow() {
		return true
	}
	for rest := s; rest != 0; rest &= rest - 1 {
		if !(s &^ (rest & -rest)).HasRow() {
			return true
		}
	}
	return false
}

// checkTurn returns an error if the stones or the owned boards contradict the
// side to move.
func (p *Position) checkTurn() error {
	var count [2]int
	for side := range p.Cells {
		for _, cells := range p.Cells[side] {
			count[side] += bits.OnesCount16(uint16(cells))
		}
	}
	if count[0] != count[1]+int(p.Side) {
		return reason.Errorf("%d X and %d O with %c to move", count[0], count[1], "XO"[p.Side])
	}
	if p.Owned[p.Side].HasRow() {
		return reason.Errorf("%c is to move but owns three boards in a row", "XO"[p.Side])
	}
	if !p.Owned[p.Side.Other()].madeAtOnce() {
		return reason.Errorf("no single move completes all the rows of boards of %c", "XO"[p.Side.Other()])
	}
	return nil
}

// checkBoard returns an error if no last move can have sent the side to move to its
// board: the opponent must have a stone in a cell that selects that board. A free
// choice is legal only before the first move or after a move that selects a decided
// board.
func (p *Position) checkBoard() error {
	var named Set // cells of the stones of the side that moved last
	for _, cells := range p.Cells[p.Side.Other()] {
		named |= cells
	}
	switch {
	case p.Board == free && named != 0 && named&p.Done == 0:
		return reason.New("a free choice is impossible: no move can have selected a decided board")
	case p.Board == free:
		return nil
	case p.Done>>p.Board&1 != 0:
		return reason.Errorf("board %d is decided, want - for a free choice", p.Board+1)
	case named>>p.Board&1 == 0:
		return reason.Errorf("no move can have selected board %d", p.Board+1)
	}
	return nil
}
