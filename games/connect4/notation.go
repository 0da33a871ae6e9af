package connect4

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// startpos is the text of the empty board.
const startpos = "startpos"

// columnNames are the names of the columns: digits, then letters on wider
// boards.
const columnNames = "123456789abcdefghijklmnopqrstuvw"

// FormatMove returns the name of the column: 1 to 9, then a to w.
func (r Rules) FormatMove(_ *State, m Move) string { return columnNames[m : m+1] }

// ParseMove parses the name of a column that is not full.
func (r Rules) ParseMove(s *State, text string) (Move, error) {
	name, size := utf8.DecodeRuneInString(text)
	if size == 0 || size != len(text) {
		return 0, reason.Errorf("connect4: move %q: want one of the columns %s", text, r.columns())
	}
	m, err := r.legal(s, name)
	if err != nil {
		return 0, reason.Errorf("connect4: %w", err)
	}
	return m, nil
}

// legal returns the legal move in the named column of s.
func (r Rules) legal(s *State, name rune) (Move, error) {
	c := strings.IndexRune(columnNames, name)
	if c < 0 || c >= r.Width() {
		return 0, reason.Errorf("%q is none of the columns %s", name, r.columns())
	}
	if s.all&r.board().top&r.board().column(c) != 0 {
		return 0, reason.Errorf("column %c is full: %w", name, game.ErrIllegal)
	}
	if r.Status(s).Over() {
		return 0, reason.Errorf("column %c: the game is over: %w", name, game.ErrIllegal)
	}
	return Move(c), nil
}

// columns returns the names of the columns as a range.
func (r Rules) columns() string { return "1-" + columnNames[r.Width()-1:r.Width()] }

// ParsePosition parses the columns played from the empty board, first move first, or
// "startpos". It also parses a board: rows from the top, separated by slashes, of X, O, -
// and numbers of empty cells, and optionally the side to move: "7/7/7/7/---O---/---X---
// X". The rows may also be separate lines, or follow each other without a separator.
// Their cells may be X, O and one of . - _; or 1, 2 and 0; or R and Y. Columns may count
// from 0 if 0 is among them. Quotes around the text are ignored.
func (r Rules) ParsePosition(text string) (State, error) {
	var s State
	text = r.undressed(text)
	if text == startpos {
		return s, nil
	}
	if text == "" {
		return s, reason.Errorf("connect4: no position: want the columns played, the rows of a board, or %s", startpos)
	}
	if strings.Contains(text, "/") {
		s, err := r.parseRows(text)
		if err != nil {
			return State{}, reason.Errorf("connect4: %w", err)
		}
		return s, nil
	}
	ply := 0
	for _, name := range text {
		ply++
		m, err := r.legal(&s, name)
		if err != nil {
			return State{}, reason.Errorf("connect4: move %d: %w", ply, err)
		}
		r.Play(&s, &s, m)
	}
	return s, nil
}

// FormatPosition returns the columns of a game that leads to s, the first in
// lexicographic order, because a position does not record its game. The empty board is
// "startpos".
func (r Rules) FormatPosition(s *State) string {
	if s.all == 0 {
		return startpos
	}
	moves, ok := r.record(s)
	if !ok {
		return "unreachable"
	}
	text := make([]byte, len(moves))
	for i, m := range moves {
		text[i] = columnNames[m]
	}
	return string(text)
}

// Draw returns the board, the names of the columns, and the side to move. X is the first
// player, O the second.
func (r Rules) Draw(s *State) string {
	var out strings.Builder
	for row := r.Height() - 1; row >= 0; row-- {
		for c := range r.Width() {
			out.WriteByte(r.glyph(s, c, row))
			out.WriteByte(" \n"[(c+1)/r.Width()])
		}
	}
	names := strings.Split(columnNames[:r.Width()], "")
	out.WriteString(strings.Join(names, " "))
	out.WriteByte('\n')
	out.WriteString(r.standing(s).Text)
	out.WriteByte('\n')
	return out.String()
}

func (r Rules) glyph(s *State, c, row int) byte {
	cell := uint64(1) << (c*int(r.board().stride) + row)
	switch {
	case s.all&cell == 0:
		return '.'
	case (s.own&cell != 0) == (r.ToMove(s) == game.First):
		return 'X'
	}
	return 'O'
}

// Captions returns the side to move, or the winner.
func (r Rules) Captions(s *State) []game.Caption { return []game.Caption{r.standing(s)} }

func (r Rules) standing(s *State) game.Caption {
	return game.Standing(r.Status(s), r.ToMove(s), [2]string{"X", "O"})
}

// String returns "connect4", followed by the board size unless it is the
// standard one, as in "connect4:6x5".
func (r Rules) String() string {
	if r.other == nil {
		return "connect4"
	}
	return fmt.Sprintf("connect4:%dx%d", r.Width(), r.Height())
}

// ParseSize returns the rules for a size written as width and height, "7x6".
func ParseSize(text string) (Rules, error) {
	w, h, ok := strings.Cut(text, "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	if !ok || errW != nil || errH != nil {
		return Rules{}, reason.Errorf("connect4: size %q: want width and height, as in 7x6", text)
	}
	return New(width, height)
}
