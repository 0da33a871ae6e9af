package movetext

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
)

const (
	maxGame     = 16 << 20 // bytes of a game
	maxOpen     = 10_000   // variations within variations
	maxReadings = 16       // of a line
	maxRemarks  = 20       // on a game; a text of another kind has thousands of faults
	longestMove = 80       // bytes; a capture of twenty men has fewer
	longestSign = 10       // bytes, with a number
	longestMark = 6        // bytes, of ! and ?
)

// Reader reads the games of a file one after the other, and keeps none.
type Reader[S any, M comparable] struct {
	dialect *Dialect[S, M]
	scan    *scanner
	ahead   token // has been read too early, if isAhead
	isAhead bool
	number  int  // of the game, from 1
	bare    bool // no game of the file has had a heading or a number
	setUp   *S   // where the next game, of the same heading, begins
	spare   []M

	// Of the game that is being read:
	game  record.Record[S, M]
	tags  tags
	lines []line[S, M] // the game and the variations that are open

	isOther bool // by its tags it is another game
	whole   bool // the file could be read to its end
	unread  int  // words of the last game that are moves, after the end of its main line
}

// NewReader returns a Reader.
func NewReader[S any, M comparable](in io.Reader, d *Dialect[S, M]) *Reader[S, M] {
	return &Reader[S, M]{dialect: d, scan: newScanner(in, d.Squares), bare: true}
}

// All reads the games of the file. It continues after a *record.Fault; any other error is the last.
func (r *Reader[S, M]) All() iter.Seq2[record.Record[S, M], error] {
	return func(yield func(record.Record[S, M], error) bool) {
		for {
			g, err := r.Next()
			if errors.Is(err, io.EOF) || !yield(g, err) || err != nil && err == r.scan.failed {
				return
			}
		}
	}
}

// Next returns the next game, or io.EOF after the last. The game's Remarks name the parts that
// are not read. If none of it can be read, the error is a *record.Fault, which names the line
// and the reason; the next call returns the game after it.
func (r *Reader[S, M]) Next() (record.Record[S, M], error) {
	if r.scan.failed != nil {
		return record.Record[S, M]{}, r.scan.failed
	}
	r.number++
	r.game, r.lines, r.unread = record.Record[S, M]{}, r.lines[:0], 0
	r.isOther, r.whole = false, false
	if r.number == 1 {
		r.around()
	}
	r.scan.size = 0
	if r.setUp == nil {
		r.tags = tags{}
	}
	err := r.read()
	if r.scan.failed != nil && !r.whole {
		return record.Record[S, M]{}, r.scan.failed
	}
	if err != nil && !errors.Is(err, io.EOF) {
		var names [2]string
		names[r.dialect.White&1], names[r.dialect.White&1^1] = r.tags.get("White"), r.tags.get("Black")
		return record.Record[S, M]{}, &record.Fault{Game: r.number, Players: names, Err: err}
	}
	return r.game, err
}

// token returns the next token.
func (r *Reader[S, M]) token() token {
	if r.isAhead {
		r.isAhead = false
		return r.ahead
	}
	return r.scan.next()
}

// back makes t the next token.
func (r *Reader[S, M]) back(t token) { r.ahead, r.isAhead = t, true }

// remark adds a remark on the game. lost means that a part of it is not read.
func (r *Reader[S, M]) remark(at int, lost bool, err error) {
	if len(r.game.Remarks) < maxRemarks {
		r.game.Remarks = append(r.game.Remarks, record.Remark{Err: r.dialect.errorf(at, "%w", err), Lost: lost})
	}
}

// around skips the text of the page around games, up to the next game or the end.
func (r *Reader[S, M]) around() {
	skipped := 0 // the first line of it
	for {
		t := r.token()
		if t.kind == end || t.kind == tag || t.isTag || t.kind == comment && skipped == 0 || r.begins(t) {
			r.back(t)
			break
		}
		if t.kind != mark && skipped == 0 {
			skipped = t.line
		}
	}
	if skipped > 0 && (len(r.lines) > 0 || r.ahead.kind != end) {
		r.remark(skipped, false, reason.New("text outside a game is not read"))
	}
}

// begins reports whether a game without a heading begins with t: with move 1, or with a move
// at the beginning of a line if all games of the file so far have begun like this.
func (r *Reader[S, M]) begins(t token) bool {
	switch t.kind {
	case setup:
		return true
	case open: // a variation of the first move
		text := r.following()
		return t.first && (isFirst(text) || r.bare && r.dialect.Resembles(r.tidy(text)))
	case word:
		return isFirst(t.text) && r.moveLike(t.text) || r.bare && t.first && r.dialect.Resembles(r.tidy(t.text))
	}
	return false
}

// moveLike reports whether the rest of a word after the number of a move, or else the next word,
// has the form of a move. A comment or the end of the line also counts.
func (r *Reader[S, M]) moveLike(text []byte) bool {
	move := cutNumber(text)
	if len(move) == 0 || len(move) == len(text) {
		move = r.following()
	}
	return len(move) == 0 || move[0] == '{' || r.dialect.Resembles(r.tidy(move))
}

// following returns the next word of the line, empty at its end.
func (r *Reader[S, M]) following() []byte {
	rest := bytes.TrimLeft(r.scan.line[r.scan.at:], " \t\r\n")
	if len(rest) == 0 {
		return nil
	}
	return rest[:wordLength(rest)]
}

// isFirst reports whether a word is, or begins with, the number 1 of White's first move.
func isFirst(text []byte) bool {
	if len(text) == 0 || text[0] != '1' {
		return false
	}
	return len(text) == 1 || text[1] == '.' && (len(text) == 2 || text[2] != '.')
}

func (r *Reader[S, M]) tidy(text []byte) []byte {
	if r.dialect.Tidy == nil {
		return text
	}
	return r.dialect.Tidy(text)
}

// read reads a game.
func (r *Reader[S, M]) read() error {
	if r.setUp != nil {
		start := *r.setUp
		r.setUp = nil
		return r.play(start, r.scan.number)
	}
	var start S
	var remarks []error
	for {
		t := r.token()
		switch {
		case t.kind == end && len(r.tags.list) == 0:
			return cmp.Or(record.FirstLost(r.game.Remarks), io.EOF)
		case t.kind == comment:
			r.game.Comment = join(r.game.Comment, string(t.text))
			r.complain(t)
		case t.kind == tag && !r.tags.ended(t):
			r.bare = false
			r.complain(t)
			if !r.tags.add(t) {
				r.remark(t.line, true, reason.Errorf("a second tag %s", t.text))
			}
		case t.kind == stray:
			r.complain(t)
		case t.kind == mark && !closes(t):
		default:
			r.back(t)
			err := r.dialect.Other(r.tags.get)
			r.isOther = err != nil
			if err == nil {
				start, remarks, err = r.dialect.Start(r.tags.get)
			}
			if err != nil {
				r.skip()
				return r.dialect.errorf(t.line, "%w", err)
			}
			for _, text := range remarks {
				r.remark(t.line, false, text)
			}
			return r.play(start, t.line)
		}
	}
}

// complain makes the fault of a token a remark.
func (r *Reader[S, M]) complain(t token) {
	if t.fault != nil {
		r.remark(t.line, true, t.fault)
	}
}

// closes reports whether a mark of a forum ends a game.
func closes(t token) bool {
	return string(t.text) == "/pgn" || string(t.text) == "/pdn"
}

// play reads the moves from start on, and the result.
func (r *Reader[S, M]) play(start S, at int) error {
	r.game.Start = start
	first := line[S, M]{begins: at}
	first.now, first.before, first.moves = start, start, r.spare[:0]
	r.lines = append(r.lines[:0], first)
	over := ""
	for over == "" {
		t := r.token()
		if r.scan.size > maxGame {
			r.skip()
			return r.dialect.errorf(at, "a game longer than %d MiB", maxGame>>20)
		}
		if t.kind == end || t.kind == tag || closes(t) || r.restarts(t) {
			r.back(t)
			break
		}
		over = r.element(t)
		if r.setUp != nil {
			break
		}
	}
	return r.finish(over)
}

// restarts reports whether a token begins the next game without a heading: with move 1 at the
// beginning of a line.
func (r *Reader[S, M]) restarts(t token) bool {
	l := &r.lines[0]
	return len(r.lines) == 1 && t.kind == word && t.first && isFirst(t.text) && (len(l.moves) > 1 || l.cut) && l.depth == 0 && r.moveLike(t.text)
}

// skip moves to the end of a game that is left out.
func (r *Reader[S, M]) skip() {
	r.lines = append(r.lines[:0], line[S, M]{cut: true})
	const few = 2 // words after which a move 1 begins the next game
	for words := 0; ; words++ {
		t := r.token()
		l := &r.lines[0]
		if t.kind == end || t.kind == tag || closes(t) || words > few && r.restarts(t) {
			r.back(t)
			break
		}
		if over := r.beyond(l, t); over != "" {
			r.epilogue(nil)
			break
		}
		l.rest = nil
	}
	r.around()
}

// finish completes the game, whose moves have ended.
func (r *Reader[S, M]) finish(over string) error {
	r.whole = r.scan.failed == nil
	for len(r.lines) > 1 {
		r.remark(r.lines[len(r.lines)-1].begins, true, reason.New("the variation that begins here does not end"))
		r.close()
	}
	l := &r.lines[0]
	if over != "" {
		r.epilogue(l)
	}
	main := r.end(l)
	r.spare = main.Moves[:0]
	r.game.Moves, r.game.Notes, r.game.Variations = slices.Clone(main.Moves), main.Notes, main.Variations
	r.heading(over)
	if r.setUp == nil {
		r.around()
	}
	return nil
}

// epilogue reads the comments after the result of a game. They are about its last move.
func (r *Reader[S, M]) epilogue(l *line[S, M]) {
	for {
		t := r.token()
		if t.kind != comment {
			r.back(t)
			return
		}
		if l != nil {
			l.notes.Change(len(l.moves), func(n *record.Note) { n.Text = join(n.Text, string(t.text)) })
			r.complain(t)
		}
	}
}
