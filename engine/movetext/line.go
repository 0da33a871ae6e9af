package movetext

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
)

// line is a game or a variation that is being read.
type line[S any, M comparable] struct {
	reading[S, M]
	others  []reading[S, M] // if the text leaves a move open, until a later move decides
	open    error           // the first such move
	decided int             // moves before it

	at     int // as in record.Variation
	plies  int // of the game before the line
	notes  record.Notes
	branch []record.Variation[M]
	begins int // the line of the file

	cut   bool     // at a word that cannot be read
	rest  []string // the text from that word on
	depth int      // open parentheses in rest
}

// reading is a way to read the moves of a line.
type reading[S any, M comparable] struct {
	moves       []M
	before, now S // the last move
}

// element reads a part of a line. It returns the result if that ends the game.
func (r *Reader[S, M]) element(t token) (over string) {
	l := &r.lines[len(r.lines)-1]
	if l.cut {
		return r.beyond(l, t)
	}
	switch t.kind {
	case comment:
		l.comment(r.dialect, string(t.text))
		r.complain(t)
	case sign:
		if len(t.text) > longestSign || t.text[0] != '$' && len(t.text) > longestMark || string(t.text) == "$" {
			r.remark(t.line, true, reason.Errorf("%.20q, want a sign such as ! or $7", t.text))
			break
		}
		l.sign(string(t.text))
	case open:
		if len(r.lines) > maxOpen {
			r.cut(l, t, reason.Errorf("more than %d variations in each other", maxOpen))
			break
		}
		if l.others != nil {
			r.cut(l, t, l.open)
			break
		}
		v := line[S, M]{at: max(0, len(l.moves)-1), begins: t.line}
		v.plies = l.plies + v.at
		v.now, v.before = l.before, l.before
		r.lines = append(r.lines, v)
	case closed:
		if len(r.lines) == 1 {
			r.remark(t.line, true, reason.New(") without a variation"))
			break
		}
		r.close()
	case stray:
		r.complain(t)
	case word:
		return r.word(l, t)
	case setup:
		r.position(l, t)
	}
	return ""
}

// cut ends a line before t, which cannot be read. Without an error there is no remark.
func (r *Reader[S, M]) cut(l *line[S, M], t token, err error) {
	l.settle()
	l.cut = true
	if err != nil {
		r.remark(t.line, true, err)
	}
	r.beyond(l, t)
}

// beyond adds a token to the text after the end of a line that is cut. It returns the result if
// that ends the game.
func (r *Reader[S, M]) beyond(l *line[S, M], t token) (over string) {
	text := string(unbraced(r.scan.joined(t.text)))
	switch t.kind {
	case open:
		l.depth++
	case closed:
		if l.depth--; l.depth < 0 {
			if len(r.lines) > 1 {
				r.close()
				return ""
			}
			l.depth = 0
		}
	case comment:
		text = strings.ReplaceAll(text, "[%", "[") // a value is of an unread move
	case word:
		if isNumber(t.text) {
			text = string(r.result(t.text))
		}
		if over = r.dialect.Result(text); over != "" && l.depth == 0 && len(r.lines) == 1 {
			return over
		}
		if l.depth == 0 && len(r.lines) == 1 && r.dialect.Resembles(cutNumber(r.tidy(t.text))) {
			r.unread++
		}
	case mark:
		return ""
	}
	if text != "" {
		l.rest = append(l.rest, text)
	}
	return ""
}

// position takes a position that is set up amid the moves. After moves it begins another game
// with the same heading.
func (r *Reader[S, M]) position(l *line[S, M], t token) {
	text := strings.TrimSpace(string(t.text))
	if len(text) > 3 && strings.EqualFold(text[:3], "FEN") {
		text = text[3:]
	}
	s, err := r.dialect.Rules.ParsePosition(strings.Trim(text, " \t\r\n\"[]"))
	switch {
	case err != nil:
		r.cut(l, t, reason.Errorf("FEN: %w", err))
	case len(r.lines) > 1:
		r.cut(l, t, reason.New("a position set up in a variation is not read"))
	case len(l.moves) == 0 && len(l.branch) == 0:
		r.game.Start, l.now, l.before = s, s, s
	default:
		r.setUp = &s
	}
}

// word reads a number, a move, a sign in letters or a result, which it returns if it ends the game.
func (r *Reader[S, M]) word(l *line[S, M], t token) (over string) {
	text := r.tidy(t.text)
	if bare := cutNumber(text); len(bare) != len(text) {
		r.bare, text = false, bare
	}
	if r.dialect.Squares {
		var isNumber bool
		if text, isNumber = r.spaced(l, text); isNumber {
			return ""
		}
		t.text = text // that of the token may be gone
	} else if isNumber(text) {
		r.bare = false
		if text = r.result(text); isNumber(text) {
			return ""
		}
	}
	if len(text) == 0 {
		return ""
	}
	if l.others == nil {
		if m, ok := r.dialect.Move(&l.now, text); ok {
			l.play(r.dialect, m)
			return ""
		}
	}
	if over := r.dialect.Result(string(text)); over != "" {
		if len(r.lines) == 1 {
			return over
		}
		if over != "*" {
			l.comment(r.dialect, over)
		}
		return ""
	}
	if s, ok := symbols[string(text)]; ok {
		l.sign(s)
		return ""
	}
	if len(text) > longestMove {
		r.cut(l, t, reason.Errorf("move %d: %.20q is too long for a move", l.plies+len(l.moves)+1, text))
		return ""
	}
	move, number := cutSymbol(text, r.dialect)
	err := l.spell(r.dialect, string(move))
	switch {
	case errors.Is(err, ErrNull) && len(r.lines) > 1:
		r.cut(l, t, nil)
	case err != nil:
		r.cut(l, t, err)
	case number != "":
		l.sign(number)
	}
	return ""
}

// result returns the result with spaces, 1 - 0, that begins with a number, or the number.
func (r *Reader[S, M]) result(number []byte) []byte {
	rest := r.scan.line[r.scan.at:]
	if next := bytes.TrimLeft(rest, " \t"); len(next) == 0 || next[0] < utf8.RuneSelf && next[0] != '-' && next[0] != ':' {
		return number
	}
	m := spacedResult.FindSubmatch(rest)
	if m == nil {
		return number
	}
	r.scan.at += len(m[0])
	return slices.Concat(number, []byte("-"), m[1])
}

// spacedResult matches the rest of a result with spaces after its first number.
var spacedResult = regexp.MustCompile(`^[ \t]*[-–—:][ \t]*(0|1|1/2|½)(?:\s|$)`)

// ErrNull is an error of a Dialect's Spelled for a null move. In a variation it is not a
// fault: the variation ends there.
var ErrNull = reason.New("a null move is not a move")

// play adds a move to a line without open moves.
func (l *line[S, M]) play(d *Dialect[S, M], m M) {
	l.before = l.now
	d.Rules.Play(&l.now, &l.before, m)
	l.moves = append(l.moves, m)
}

// spell adds a move to every reading of a line, and drops the readings where the text spells no
// legal move. If no reading is left, it returns the reason.
func (l *line[S, M]) spell(d *Dialect[S, M], text string) (failed error) {
	var next []reading[S, M]
	for _, before := range append([]reading[S, M]{l.reading}, l.others...) {
		moves, err := d.Spelled(&before.now, text)
		err = reason.Errorf("move %d: %w", l.plies+len(before.moves)+1, err)
		switch {
		case len(moves) == 0 && failed == nil:
			failed = err
		case len(moves) == 1 && l.others == nil:
			l.play(d, moves[0])
			return nil
		case len(moves) > 1 && l.open == nil:
			l.open, l.decided = err, len(l.moves)
		}
		for _, m := range moves {
			after := reading[S, M]{moves: append(slices.Clip(before.moves), m), before: before.now}
			d.Rules.Play(&after.now, &after.before, m)
			next = append(next, after)
		}
	}
	switch {
	case next == nil:
		return failed
	case len(next) > maxReadings:
		return l.open
	}
	l.reading, l.others = next[0], next[1:]
	if len(next) == 1 {
		l.others, l.open = nil, nil
	}
	return nil
}

// settle ends a line whose text leaves a move open before that move.
func (l *line[S, M]) settle() (open error) {
	if l.others == nil {
		return nil
	}
	open = l.open
	l.moves, l.others, l.open = l.moves[:l.decided], nil, nil
	l.branch = slices.DeleteFunc(l.branch, func(v record.Variation[M]) bool { return v.At >= l.decided })
	for ply := range l.notes {
		if ply > l.decided {
			delete(l.notes, ply)
		}
	}
	return open
}

// comment adds a comment on the last move.
func (l *line[S, M]) comment(d *Dialect[S, M], text string) {
	mover := d.Rules.ToMove(&l.before)
	if len(l.moves) == 0 {
		mover = mover.Other()
	}
	l.notes.Change(len(l.moves), func(n *record.Note) { addComment(n, text, mover == d.White) })
}

// sign adds a sign to the last move.
func (l *line[S, M]) sign(text string) {
	l.notes.Change(len(l.moves), func(n *record.Note) { n.Sign = join(n.Sign, text) })
}

// close ends the innermost variation.
func (r *Reader[S, M]) close() {
	last := len(r.lines) - 1
	v := r.end(&r.lines[last])
	r.lines = r.lines[:last]
	parent := &r.lines[last-1]
	parent.branch = append(parent.branch, v)
}

// end returns a line that has ended.
func (r *Reader[S, M]) end(l *line[S, M]) record.Variation[M] {
	if open := l.settle(); open != nil {
		r.remark(l.begins, true, open)
	}
	if l.rest != nil {
		l.notes.Change(len(l.moves), func(n *record.Note) { n.Text = join(n.Text, snug.Replace(strings.Join(l.rest, " "))) })
	}
	return record.Variation[M]{At: l.at, Moves: l.moves, Notes: l.notes, Variations: l.branch}
}

// snug writes parentheses without spaces inside.
var snug = strings.NewReplacer("( ", "(", " )", ")")

// cutNumber returns a word without the number before a move, 12. or 12..., or the dots before a
// move of the other side. A number without its point stays.
func cutNumber(text []byte) []byte {
	rest := bytes.TrimLeftFunc(text, func(c rune) bool { return c >= '0' && c <= '9' })
	if move := bytes.TrimLeftFunc(rest, func(c rune) bool { return c == '.' || c == '…' }); len(move) < len(rest) {
		return move
	}
	return text
}

const digits = "0123456789"

// isNumber reports whether text has only digits.
func isNumber(text []byte) bool { return len(text) > 0 && len(bytes.Trim(text, digits)) == 0 }

// spaced returns a word together with the following words that belong to the same move, as in
// 1- 6 or 12 x 19. isNumber means that the word is the number of a move.
func (r *Reader[S, M]) spaced(l *line[S, M], text []byte) (whole []byte, isNumber bool) {
	for {
		ends := len(text) > 0 && strings.IndexByte("-x:", text[len(text)-1]) >= 0
		if len(text) == 0 || !ends && !isLone(text) || len(text) > longestMove {
			return text, false
		}
		text = bytes.Clone(text) // the next token ends its life
		next := r.token()
		more := r.tidy(next.text)
		numbered := string(text) == strconv.Itoa((len(l.moves)+int(r.dialect.Rules.ToMove(&r.game.Start))+l.at)/2+1)
		switch {
		case next.kind != word || len(more) == 0:
		case ends, strings.IndexByte("-x:", more[0]) >= 0, more[0] == '*' && !numbered:
			text = append(text, more...)
			if string(more) == "*" {
				text[len(text)-1] = 'x'
			}
			continue
		}
		r.back(next)
		return text, numbered
	}
}

// isLone reports whether text is a square by itself, or half a result.
func isLone(text []byte) bool {
	if len(text) == 2 && text[0]|0x20 >= 'a' && text[0]|0x20 <= 'h' {
		return text[1] >= '1' && text[1] <= '8'
	}
	return string(text) == "1/2" || len(text) <= 3 && isNumber(text)
}

func join(a, b string) string { return strings.TrimSpace(a + " " + b) }
