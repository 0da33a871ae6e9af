package ultimate

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/rowtext"
)

// at returns the move to column x and row y of the 9×9 board.
func at(x, y int) Move { return Move(9*(x/3+y/3*3) + x%3 + y%3*3) }

// place returns the column and row of m in the 9×9 board.
func (m Move) place() (x, y int) {
	board, cell := int(m/9), int(m%9)
	return board%3*3 + cell%3, board/3*3 + cell/3
}

// FormatMove returns the column letter and row number, such as e5.
func (Rules) FormatMove(_ *Position, m Move) string {
	x, y := m.place()
	return string([]byte{'a' + byte(x), '1' + byte(y)})
}

// ParseMove parses the name of a cell that can be taken.
func (r Rules) ParseMove(p *Position, text string) (Move, error) {
	m, err := r.parseMove(p, text)
	if err != nil {
		return 0, reason.Errorf("ultimate: move %w", err)
	}
	return m, nil
}

func (r Rules) parseMove(p *Position, text string) (Move, error) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'i' || text[1] < '1' || text[1] > '9' {
		return 0, reason.Errorf("%q, want a column a to i and a row 1 to 9", text)
	}
	m := at(int(text[0]-'a'), int(text[1]-'1'))
	board, cell := m/9, m%9
	switch {
	case r.Status(p).Over():
		return 0, reason.Errorf("%s: %w: the game is over", text, game.ErrIllegal)
	case p.Open(int(board))>>cell&1 == 0:
		return 0, reason.Errorf("%s: %w: the cell is taken", text, game.ErrIllegal)
	case p.Done>>board&1 != 0:
		return 0, reason.Errorf("%s: %w: board %d is decided", text, game.ErrIllegal, board+1)
	case p.Board != free && p.Board != uint8(board):
		return 0, reason.Errorf("%s: %w: the move must be in board %d", text, game.ErrIllegal, p.Board+1)
	}
	return m, nil
}

// cells returns X, O or - for each cell, row by row.
func (p *Position) cells() []byte {
	cells := make([]byte, 81)
	for i := range cells {
		m := at(i%9, i/9)
		cells[i] = rowtext.Cell(p.Cells[0][m/9]>>(m%9)&1 != 0, p.Cells[1][m/9]>>(m%9)&1 != 0)
	}
	return cells
}

// FormatPosition returns the rows, the side to move and its board.
func (Rules) FormatPosition(p *Position) string {
	return rowtext.FormatRows(p.cells(), 9) + " " + "XO"[p.Side:][:1] + " " + boardNames[p.Board:][:1]
}

// boardNames are the names of the values of Position.Board.
const boardNames = "123456789-"

// ParsePosition parses a position; see the package comment. It rejects wrong numbers of stones,
// rows that no single move can complete, and a next board that no move can have selected.
func (r Rules) ParsePosition(text string) (Position, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return r.Start(), reason.New("ultimate: empty position, want startpos, rows or moves")
	}
	p := r.Start()
	switch {
	case words[0] == "startpos":
		words = words[1:]
	case strings.Contains(words[0], "/"):
		var err error
		if p, err = parseRows(words); err != nil {
			return r.Start(), reason.Errorf("ultimate: %w", err)
		}
		words = words[3:]
	}
	for i, word := range words {
		m, err := r.parseMove(&p, word)
		if err != nil {
			return r.Start(), reason.Errorf("ultimate: move %d: %w", i+1, err)
		}
		r.Play(&p, &p, m)
	}
	return p, nil
}

// Draw returns the board with its coordinates and the state of the game.
func (r Rules) Draw(p *Position) string {
	var out strings.Builder
	out.WriteString("   a b c   d e f   g h i\n")
	for i, stone := range p.cells() {
		switch {
		case i%27 == 0 && i > 0:
			out.WriteString("   ------+-------+------\n")
			fallthrough
		case i%9 == 0:
			fmt.Fprintf(&out, "%d ", i/9+1)
		case i%3 == 0:
			out.WriteString(" |")
		}
		fmt.Fprintf(&out, " %c", stone)
		if i%9 == 8 {
			out.WriteByte('\n')
		}
	}
	out.WriteString(r.standing(p).Text + "\n")
	return out.String()
}

// Captions returns the side and the board to move in, or the result.
func (r Rules) Captions(p *Position) []game.Caption { return []game.Caption{r.standing(p)} }

func (r Rules) standing(p *Position) game.Caption {
	c := game.Standing(r.Status(p), p.Side, [2]string{"X", "O"})
	switch {
	case c.Says != game.ToMove:
	case p.Board == free:
		c.Says, c.Text = game.ToMoveAny, c.Text+" in any board"
	default:
		c.What = strconv.Itoa(int(p.Board) + 1)
		c.Says, c.Text = game.ToMoveIn, c.Text+" in board "+c.What
	}
	return c
}

// parseRows parses rows, side and board, the first three of words.
func parseRows(words []string) (p Position, err error) {
	if len(words) < 3 {
		return p, reason.New("want rows, the side to move and the board to move in")
	}
	cells, err := rowtext.ParseRows(words[0], 9, 9)
	if err != nil {
		return p, err
	}
	for c, stone := range cells {
		if i := strings.IndexByte("XO", stone); i >= 0 {
			m := at(c%9, c/9)
			p.Cells[i][m/9] |= 1 << (m % 9)
		}
	}
	i := strings.Index("XO", words[1])
	if i < 0 || len(words[1]) != 1 {
		return p, reason.Errorf("side to move is %q, want X or O", words[1])
	}
	p.Side = game.Player(i)
	i = strings.Index(boardNames, words[2])
	if i < 0 || len(words[2]) != 1 {
		return p, reason.Errorf("board to move in is %q, want 1 to 9 or -", words[2])
	}
	p.Board = uint8(i)
	return p, p.settle()
}

// settle derives the other fields from the stones. It returns an error for impossible positions.
func (p *Position) settle() error {
	p.hash = p.imageHash(0)
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

// checkTurn returns an error if the stones or the owned boards contradict the side to move.
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

// checkBoard returns an error if no last move can have sent the side to move to its board: the
// opponent must have a stone in a cell that selects that board. A free choice is legal only before
// the first move or after a move that selects a decided board.
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
