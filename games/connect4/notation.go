package connect4

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// startpos is the text of the empty board.
const startpos = "startpos"

// columnNames are the names of the columns: digits, then letters on wider boards.
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
	for i, name := range []rune(text) {
		m, err := r.legal(&s, name)
		if err != nil {
			return State{}, reason.Errorf("connect4: move %d: %w", i+1, err)
		}
		r.Play(&s, &s, m)
	}
	return s, nil
}

// FormatPosition returns the columns of a game that leads to s, the first in lexicographic order,
// because a position does not record its game. The empty board is "startpos".
func (r Rules) FormatPosition(s *State) string {
	if s.all == 0 {
		return startpos
	}
	moves, ok := r.record(s, math.MaxInt)
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

// alphabets are the ways to write cells: the letters for the first player's discs, for
// the second player's, and for empty cells.
var alphabets = [][3]string{{"Xx", "Oo", ".-_"}, {"1", "2", "0"}, {"1", "2", ".-_"}, {"Rr", "Yy", ".-_"}, {"Rr", "Yy", "0"}}

// undressed returns text in one of the two forms of ParsePosition: rows with slashes, or
// columns from 1. It converts other customary forms: quotes, a board in lines, the names
// of the columns below it, and a line with the side to move.
func (r Rules) undressed(text string) string {
	text = strings.Trim(strings.TrimSpace(text), "\"'“”`")
	if board, ok := r.undressBoard(text); ok {
		return board
	}
	if r.fromZero(text) {
		return strings.Map(func(c rune) rune { return rune(columnNames[strings.IndexRune("0"+columnNames, c)]) }, text)
	}
	return text
}

// fromZero reports whether columns count from 0: 0 occurs, and no column is beyond the
// last.
func (r Rules) fromZero(columns string) bool {
	return strings.Contains(columns, "0") && strings.Trim(columns, ("0" + columnNames)[:r.Width()]) == ""
}

// undressBoard reads the cells of a whole board, row by row from the top, and the side to
// move if it is given.
func (r Rules) undressBoard(text string) (rows string, ok bool) {
	var cells []rune
	side := ""
	for line := range strings.Lines(text) {
		line = strings.NewReplacer("|", " ", "/", " ").Replace(line)
		plain := strings.Join(strings.Fields(line), "")
		switch {
		case len(cells) >= r.Width()*r.Height() && (plain == columnNames[:r.Width()] || plain == ("0" + columnNames)[:r.Width()]):
			continue // the names of the columns
		case strings.HasSuffix(strings.TrimSpace(line), " to move"):
			side = plain[:1]
			continue
		case strings.Trim(plain, "+-=") == "" && strings.ContainsAny(plain, "+="):
			continue // a border
		}
		cells = append(cells, []rune(plain)...)
	}
	count := r.Width() * r.Height()
	if len(cells) == count+1 && side == "" {
		side, cells = string(cells[count]), cells[:count]
	}
	if len(cells) != count {
		return "", false
	}
	for _, alphabet := range alphabets {
		if rows, ok := r.spelled(cells, side, alphabet); ok {
			return rows, true
		}
	}
	return "", false
}

// spelled rewrites cells of an alphabet in X, O and -. With R and Y, the side with one
// disc more moved first; if the numbers are equal, the side to move did, or R.
func (r Rules) spelled(cells []rune, side string, alphabet [3]string) (rows string, ok bool) {
	var out strings.Builder
	var counts [3]int
	for i, c := range cells {
		kind := slices.IndexFunc(alphabet[:], func(letters string) bool { return strings.ContainsRune(letters, c) })
		if kind < 0 {
			return "", false
		}
		counts[kind]++
		if out.WriteByte("XO-"[kind]); (i+1)%r.Width() == 0 {
			out.WriteByte('/')
		}
	}
	if alphabet[0] == "1" && counts[2] == 0 {
		return "", false // they can be columns
	}
	rows = strings.TrimSuffix(out.String(), "/")
	if side != "" {
		kind := slices.IndexFunc(alphabet[:2], func(letters string) bool { return strings.Contains(letters, side) })
		if kind < 0 || strings.Contains("12", side) {
			return "", false // the number may be a value of the position
		}
		rows += " " + "XO"[kind:][:1]
	}
	if alphabet[0] == "Rr" && (counts[1] > counts[0] || counts[1] == counts[0] && strings.HasSuffix(rows, " O")) {
		rows = strings.NewReplacer("X", "O", "O", "X").Replace(rows)
	}
	return rows, true
}
