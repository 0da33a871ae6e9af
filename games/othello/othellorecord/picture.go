package othellorecord

import (
	"bufio"
	"io"
	"iter"
	"strings"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/reason"
)

// A picture is a board in lines of text, as programs draw it and people paste it, and a line
// with the side to move:
//
//	  a b c d e f g h            ---------------------------
//	1 - - - - - - - - 1          | | | |●|○| | | |
//	2 - - - . - - - - 2          ...
//	…                            White to move
//	X to move
//
// [othello.Rules.ReadRank] reads a rank. Other lines are skipped.

// looksLikePicture reports whether data has as many ranks as a board.
func (r rules) looksLikePicture(data []byte) bool {
	ranks := 0
	for line := range strings.Lines(string(data[:min(len(data), 4096)])) {
		if _, _, ok := r.ReadRank(line); ok {
			ranks++
		}
	}
	return ranks >= r.Size()
}

// pictures is the state of a reader of pictures.
type pictures struct {
	rules  rules
	ranks  []string // lines of the board
	side   string   // X or O, "" if it is not known yet
	boards int
	number int // of the line, from 1
	yield  func(Record, error) bool
	done   bool // the reader wants no more
}

// readPictures reads each board of a text as a game without moves.
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

// line reads a line: a rank, the side to move, or something else.
func (p *pictures) line(line string) {
	_, _, isRank := p.rules.ReadRank(line)
	side, isSide := sideToMove(line)
	switch {
	case isRank:
		if len(p.ranks) == p.rules.Size() {
			p.end()
		}
		p.ranks = append(p.ranks, line)
	case isSide:
		p.side = side
		p.end()
	}
}

// end completes a board, if there is one.
func (p *pictures) end() {
	if len(p.ranks) == 0 || p.done {
		return
	}
	p.boards++
	start, err := p.board()
	if err != nil {
		err = &record.Fault{Game: p.boards, Err: reason.Errorf("othello: line %d: %w", p.number, err)}
	}
	p.ranks, p.side = nil, ""
	p.done = !p.yield(Record{Start: start}, err)
}

// board returns the position on the board whose last line has been read.
func (p *pictures) board() (othello.Position, error) {
	switch {
	case len(p.ranks) < p.rules.Size():
		return othello.Position{}, reason.Errorf("the board ends after %d of its %d ranks", len(p.ranks), p.rules.Size())
	case p.side == "":
		return othello.Position{}, reason.New("the board is not followed by whose turn it is: want a line such as X to move")
	}
	return p.rules.ParsePosition(strings.Join(p.ranks, "\n") + "\n" + p.side + " to move")
}

// turnWords mark a line about the side to move, or about the end of the game. After the end
// either side will do.
var turnWords = []string{"to move", "to play", "turn", "next", "has won", "a draw"}

// sideToMove reads a line such as "X to move", "turn: black" or "○" as X or O.
func sideToMove(line string) (side string, ok bool) {
	line = strings.ToLower(strings.TrimSpace(line))
	words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" \t:=,.'’()", c) })
	about := len(words) == 1
	for _, w := range turnWords {
		about = about || strings.Contains(line, w)
	}
	if !about {
		return "", false
	}
	for _, w := range words {
		if w == "black" || w == "white" {
			w = w[:1]
		}
		if c := []rune(othello.Drawn(w)); len(c) == 1 {
			if owner, ok := othello.SideOf(c[0]); ok {
				return sides[owner:][:1], true
			}
		}
	}
	return "X", line == "a draw"
}

// writePictures draws the last position of each game.
func (r rules) writePictures(w io.Writer, records iter.Seq[Record]) error {
	between := ""
	return record.WriteTexts(func(g *Record) (string, error) {
		s := r.last(g)
		text := between + r.Draw(&s)
		between = "\n"
		return text, nil
	})(w, records)
}
