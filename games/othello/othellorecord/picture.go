package othellorecord

import (
	"bufio"
	"io"
	"iter"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/reason"
)

// A picture is a board in lines of text, as programs draw it and people paste
// it, and a line that says who is to move:
//
//	  a b c d e f g h            ---------------------------
//	1 - - - - - - - - 1          | | | |●|○| | | |
//	2 - - - . - - - - 2          ...
//	…                            White to move
//	X to move
//
// Coordinates and frames are left out of account. A rank has as many symbols
// as the board squares, or as many cells between bars, empty ones perhaps blank.

// pictureColours are the symbols of discs beside those of a position's text.
var pictureColours = map[rune]game.Player{'●': othello.Black, '⚫': othello.Black, '#': othello.Black, '@': othello.Black, '○': othello.White, '⚪': othello.White}

// cell returns the owner of a disc; disc is false for an empty square, ok for a
// symbol that is none.
func cell(c rune) (owner game.Player, disc, ok bool) {
	if owner, ok := pictureColours[c]; ok {
		return owner, true, true
	}
	if owner, ok := othello.SideOf(c); ok {
		return owner, true, true
	}
	return 0, false, strings.ContainsRune("-._·", c)
}

// rank reads a line as a rank of a picture.
func (r rules) rank(line string) (squares []rune, ok bool) {
	line = strings.TrimSpace(line)
	line = strings.TrimLeft(line, "12345678")
	line = strings.TrimSpace(strings.TrimRight(line, "12345678 \t"))
	if strings.Count(line, "|") == r.Size()+1 {
		line = blankCells(line)
	}
	for _, c := range line {
		if c == '|' || c == ' ' || c == '\t' {
			continue
		}
		if _, _, known := cell(c); !known || len(squares) == r.Size() {
			return nil, false
		}
		squares = append(squares, c)
	}
	return squares, len(squares) == r.Size()
}

// blankCells puts a dash in the blank cells between bars.
func blankCells(line string) string {
	cells := strings.Split(line, "|")
	for i := range cells[1 : len(cells)-1] {
		if strings.TrimSpace(cells[i+1]) == "" {
			cells[i+1] = "-"
		}
	}
	return strings.Join(cells, "")
}

// looksLikePicture reports whether data has as many ranks of a board as the
// board has.
func (r rules) looksLikePicture(data []byte) bool {
	ranks := 0
	for line := range strings.Lines(string(data[:min(len(data), 4096)])) {
		if _, ok := r.rank(line); ok {
			ranks++
		}
	}
	return ranks >= r.Size()
}

// pictures is the state of a reader of pictures.
type pictures struct {
	rules   rules
	squares []rune
	side    rune // 0 if it is not known yet
	boards  int
	number  int // of the line, from 1
	yield   func(Record, error) bool
	done    bool // the reader wants no more
}

// readPictures reads the boards of a text, each as a game without moves.
func (r rules) readPictures(in io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		p := pictures{rules: r, yield: yield}
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, record.MaxLine)
		for !p.done && lines.Scan() {
			p.number++
			p.line(lines.Text())
		}
		if err := lines.Err(); err != nil && !p.done {
			yield(Record{}, reason.Errorf("othello: line %d: %w", p.number+1, err))
		} else if !p.done {
			p.end()
		}
	}
}

// line reads a line: a rank, whose turn it is, or something else.
func (p *pictures) line(line string) {
	squares, isRank := p.rules.rank(line)
	side, isSide := sideToMove(line)
	full := len(p.squares) == p.rules.squares()
	switch {
	case isRank && full:
		p.end()
		p.squares = squares
	case isRank:
		p.squares = append(p.squares, squares...)
	case isSide:
		p.side = side
		p.end()
	}
}

// end completes a board, if there is one.
func (p *pictures) end() {
	if len(p.squares) == 0 || p.done {
		return
	}
	p.boards++
	start, err := p.board()
	if err != nil {
		err = &record.Fault{Game: p.boards, Err: reason.Errorf("othello: line %d: %w", p.number, err)}
	}
	p.squares, p.side = nil, 0
	p.done = !p.yield(Record{Start: start}, err)
}

// board returns the position on the board that has ended.
func (p *pictures) board() (othello.Position, error) {
	switch {
	case len(p.squares) < p.rules.squares():
		return othello.Position{}, reason.Errorf("the board ends after %d of its %d ranks", len(p.squares)/p.rules.Size(), p.rules.Size())
	case p.side == 0:
		return othello.Position{}, reason.New("the board is not followed by whose turn it is: want a line such as X to move")
	}
	text := make([]byte, 0, len(p.squares)+1)
	for _, c := range append(p.squares, p.side) {
		symbol := byte('-')
		if owner, disc, _ := cell(c); disc {
			symbol = sides[owner]
		}
		text = append(text, symbol)
	}
	return p.rules.ParsePosition(string(text))
}

// turnWords tell that a line is about the side to move, or about how the game
// ended, in which case either side will do.
var turnWords = []string{"to move", "to play", "turn", "next", "has won", "a draw"}

// sideToMove reads a line such as "X to move", "turn: black" or "○".
func sideToMove(line string) (symbol rune, ok bool) {
	line = strings.ToLower(strings.TrimSpace(line))
	words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" \t:=,.'’()", c) })
	about := len(words) == 1
	for _, w := range turnWords {
		about = about || strings.Contains(line, w)
	}
	if !about {
		return 0, false
	}
	for _, w := range words {
		if w == "black" || w == "white" {
			return rune(w[0]), true
		}
		if c := []rune(w); len(c) == 1 && w != "a" {
			if _, disc, _ := cell(c[0]); disc {
				return c[0], true
			}
		}
	}
	return 'x', line == "a draw"
}

// writePictures draws the last position of each game.
func (r rules) writePictures(w io.Writer, records iter.Seq[Record]) error {
	between := ""
	for record := range records {
		s := r.last(&record)
		if _, err := io.WriteString(w, between+r.Draw(&s)); err != nil {
			return err
		}
		between = "\n"
	}
	return nil
}
