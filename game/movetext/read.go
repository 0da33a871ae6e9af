package movetext

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game/record"
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
	unread  int  // words of the last game that are moves, behind the end of its main line
}

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

// NewReader returns a Reader.
func NewReader[S any, M comparable](in io.Reader, d *Dialect[S, M]) *Reader[S, M] {
	return &Reader[S, M]{dialect: d, scan: newScanner(in, d.Squares), bare: true}
}

// All reads the games of the file. It continues after a *record.Fault; any other error is the
// last.
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
		names := r.tags.players(r.dialect.White)
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

// moveLike reports whether a word with the number of a move, or else the word behind it, has
// the form of a move.
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
	const few = 2 // words behind which a move 1 begins the next game
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

// beyond adds a token to the text behind the end of a line that is cut. It returns the result
// if that ends the game.
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

// position takes a position that is set up amid the moves. Behind moves it begins another game
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

// word reads a number, a move, a sign in letters or a result, which it returns if it ends the
// game.
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
		t.text = text[:20]
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
	m := spacedResult.FindSubmatch(rest)
	if m == nil {
		return number
	}
	r.scan.at += len(m[0])
	return slices.Concat(number, []byte("-"), m[1])
}

// spacedResult is what follows the first number of a result with spaces.
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

// epilogue reads the comments behind the result of a game, which are on its last move.
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

// cutNumber returns a word without the number before a move, 12. or 12..., or the dots before a
// move of the other side. A number without its point stays.
func cutNumber(text []byte) []byte {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	rest := text[n:]
	if bytes.HasPrefix(rest, []byte(".")) || bytes.HasPrefix(rest, []byte("…")) {
		for {
			if after, ok := bytes.CutPrefix(rest, []byte("…")); ok {
				rest = after
			} else if after, ok := bytes.CutPrefix(rest, []byte(".")); ok {
				rest = after
			} else {
				return rest
			}
		}
	}
	return text
}

// isNumber reports whether text has only digits.
func isNumber(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(text) > 0
}

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
