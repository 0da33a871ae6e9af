package chessrecord

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/reason"
)

// Reader reads the games of a file one after the other, and keeps none.
type Reader struct {
	split  *splitter
	number int // of the game, from 1
	spare  []chess.Move
}

// NewReader returns a Reader.
func NewReader(in io.Reader) *Reader { return &Reader{split: newSplitter(in)} }

// All reads the games of the file. It continues after a *record.Fault; any other error is the
// last.
func (r *Reader) All() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for {
			g, err := r.Next()
			if errors.Is(err, io.EOF) || !yield(g, err) || r.split.err != nil {
				return
			}
		}
	}
}

// Next returns the next game, or io.EOF after the last. If a game cannot be read, the error is
// a *record.Fault, which names the line and the error; the next call returns the game after it.
func (r *Reader) Next() (g Record, err error) {
	text, err := r.split.next()
	if errors.Is(err, io.EOF) || r.split.err != nil {
		return g, err
	}
	r.number++
	p := parser{text: text, line: r.split.begins, spare: r.spare}
	if err == nil {
		if g, err = p.game(); err == nil {
			r.spare = p.spare
			return g, nil
		}
	}
	return Record{}, &record.Fault{Game: r.number, Players: p.players(), Err: err}
}

// parser reads one game.
type parser struct {
	text     []byte
	at       int
	line     int // of the first byte of text
	language chess.Language

	tags  []tagPair
	moved int // moves read so far, of all lines
	lines []line
	spare []chess.Move
}

type tagPair struct{ name, value string }

// line is a game or a variation that is being read.
type line struct {
	at       int // as in record.Variation
	moves    []chess.Move
	notes    record.Notes
	branches []Variation

	before, now chess.Position // the last move
	begins      int            // the byte where it begins
}

// maxOpen bounds the variations within variations.
const maxOpen = 1000

// lineOf returns the line of a byte in the file.
func (p *parser) lineOf(at int) int { return p.line + bytes.Count(p.text[:at], []byte{'\n'}) }

// game reads the text, with English letters of pieces or, where these do not do,
// with those of the first language that has all letters in it and reads all moves.
func (p *parser) game() (Record, error) {
	if !utf8.Valid(p.text) {
		p.text = fromWindows(p.text)
	}
	if err := p.heading(); err != nil {
		return Record{}, err
	}
	start, err := p.start()
	if err != nil {
		return Record{}, err
	}
	begin := p.at
	g, first := p.movetext(start)
	if first == nil {
		return g, nil
	}
	farthest, used := p.moved, p.letters(begin)
	for _, l := range append(chess.Languages()[1:], mixed) {
		if l != mixed && slices.ContainsFunc(used, func(letter rune) bool { return !l.Has(letter) }) {
			continue
		}
		p.at, p.language = begin, l
		if g, err = p.movetext(start); err == nil {
			return g, nil
		}
		if p.moved > farthest {
			farthest, first = p.moved, err
		}
	}
	return g, first
}

// mixed represents the piece letters of several languages, as ParseMove reads them.
const mixed = chess.Language(0xff)

// letters returns the letters with which moves begin.
func (p *parser) letters(begin int) (used []rune) {
	for p.at = begin; p.at < len(p.text); {
		switch c := p.text[p.at]; {
		case c == '{' || c == ';':
			if _, err := p.comment(); err != nil {
				return used
			}
		case isEnd[c]:
			p.at++
		default:
			letter, _ := utf8.DecodeRune(p.word())
			if (unicode.IsUpper(letter) || unicode.IsSymbol(letter)) && letter != 'O' && letter != utf8.RuneError && !slices.Contains(used, letter) {
				used = append(used, letter)
			}
		}
	}
	return used
}

func (p *parser) players() (names [2]string) {
	for _, t := range p.tags {
		switch t.name {
		case "White":
			names[0] = t.value
		case "Black":
			names[1] = t.value
		}
	}
	return names
}

// knownTags are the tags whose letters may be small or capital.
var knownTags = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "Variant"}

// get returns the value of a tag; "" if it is missing.
func (p *parser) get(name string) string {
	for _, t := range p.tags {
		if t.name == name {
			return t.value
		}
	}
	return ""
}

// heading reads the tags, and the comments before and between them as a tag
// without a name.
func (p *parser) heading() error {
	for {
		p.space()
		if p.at == len(p.text) {
			return nil
		}
		begins := p.at
		switch c := p.text[p.at]; {
		case c == '[':
			if err := p.tag(); err != nil {
				return err
			}
		case c == '{' || c == ';':
			text, err := p.comment()
			if err != nil {
				return err
			}
			if ahead := bytes.TrimLeft(p.text[p.at:], " \t\r\n"); len(ahead) > 0 && ahead[0] != '[' && ahead[0] != '{' && ahead[0] != ';' || len(ahead) == 0 {
				p.tags = append(p.tags, tagPair{"", text})
				return nil
			}
			p.tags = append(p.tags, tagPair{"", text})
		default:
			p.at = begins
			return nil
		}
	}
}

// space skips white space and lines that begin with %.
func (p *parser) space() {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '%' && (p.at == 0 || p.text[p.at-1] == '\n'):
			p.at += lineLength(p.text[p.at:])
		case c > ' ':
			return
		default:
			p.at++
		}
	}
}

func lineLength(text []byte) int {
	if n := bytes.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

// tag reads [Name "value"]. In a value a backslash protects the character that
// follows it.
func (p *parser) tag() error {
	begins := p.at
	text := p.text[p.at : p.at+lineLength(p.text[p.at:])]
	open := bytes.IndexByte(text, '"')
	if open < 0 {
		return errorf(p.lineOf(begins), "%.20q, want the name of a tag and its value", strings.Trim(string(text), "[] \r"))
	}
	name := strings.TrimSpace(string(text[1:open]))
	if name == "" || strings.ContainsAny(name, " ]{}()") {
		return errorf(p.lineOf(begins), "%.20q, want the name of a tag and its value", name)
	}
	for _, known := range knownTags {
		if strings.EqualFold(name, known) {
			name = known
		}
	}
	value, i := []byte(nil), open+1
	for ; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		value = append(value, text[i])
	}
	end := bytes.IndexByte(text[min(i, len(text)):], ']')
	if i >= len(text) || end < 0 {
		return errorf(p.lineOf(begins), "the %s that begins here does not end", reason.Phrase("tag"))
	}
	if rest := bytes.TrimSpace(text[i+1 : i+end]); len(rest) > 0 {
		return errorf(p.lineOf(begins), "%.20q behind the value of the tag %s", rest, name)
	}
	p.at += i + end + 1
	if p.get(name) == "" {
		p.tags = append(p.tags, tagPair{name, strings.Join(strings.Fields(string(value)), " ")})
	}
	return nil
}

// start returns the initial position.
func (p *parser) start() (chess.Position, error) {
	rules := chess.Rules{}
	fen := p.get("FEN")
	if fen == "" {
		return rules.Start(), nil
	}
	s, err := rules.ParsePosition(fen)
	if err != nil {
		return s, errorf(p.lineOf(p.at), "FEN: %w", err)
	}
	return s, nil
}

// movetext reads the moves and the result.
func (p *parser) movetext(start chess.Position) (Record, error) {
	g := Record{Start: start}
	p.moved = 0
	p.lines = append(p.lines[:0], line{now: start, before: start, moves: p.spare[:0]})
	over := ""
	for {
		p.space()
		if p.at == len(p.text) {
			break
		}
		if over != "" && p.text[p.at] != '{' && p.text[p.at] != ';' {
			return g, errorf(p.lineOf(p.at), "%.20q behind the result", p.text[p.at:])
		}
		ends, err := p.element()
		if err != nil {
			return g, err
		}
		if ends != "" {
			over = ends
		}
	}
	if last := p.lines[len(p.lines)-1]; len(p.lines) > 1 {
		return g, errorf(p.lineOf(last.begins), "the variation that begins here does not end")
	}
	l := p.lines[0]
	g.Moves, g.Notes, g.Variations = slices.Clone(l.moves), l.notes, l.branches
	p.spare = l.moves[:0]
	p.fill(&g, over)
	return g, nil
}

// element reads a comment, a sign, a parenthesis, a move or a result, which it
// returns if it ends the game.
func (p *parser) element() (over string, err error) {
	l := &p.lines[len(p.lines)-1]
	begins := p.at
	switch c := p.text[p.at]; c {
	case '{', ';':
		text, err := p.comment()
		if err == nil {
			l.note(func(n *record.Note) { n.AddComment(text) })
		}
		return "", err
	case '(':
		if n := p.signIn(); n > 0 {
			p.at += n
			return "", nil
		}
		p.at++
		if len(p.lines) > maxOpen {
			return "", errorf(p.lineOf(begins), "more than %d variations in each other", maxOpen)
		}
		v := line{at: max(0, len(l.moves)-1), now: l.before, before: l.before, begins: begins}
		p.lines = append(p.lines, v)
		return "", nil
	case ')':
		p.at++
		return "", p.close(begins)
	case '$', '!', '?':
		return "", p.sign(l)
	case '}', ']', '[', '<', '>':
		return "", errorf(p.lineOf(begins), "%q, which nothing has begun", c)
	}
	word := p.word()
	if len(word) == 0 {
		return "", nil
	}
	if end := result(word); end != "" {
		if len(p.lines) > 1 {
			return "", nil // how a variation might end
		}
		return end, nil
	}
	return "", p.move(l, word, begins)
}

// isEnd tells the bytes that end a word.
var isEnd = func() (set [256]bool) {
	for c := range ' ' + 1 {
		set[c] = true
	}
	for _, c := range "{}();$!?[]" {
		set[c] = true
	}
	return set
}()

// word reads a word without the number of a move, or the dots before a move of
// Black; it may be empty.
func (p *parser) word() []byte {
	begins := p.at
	for p.at < len(p.text) && !isEnd[p.text[p.at]] {
		p.at++
	}
	if p.at < len(p.text) && p.text[p.at] == '(' && p.at > begins && p.promotes() { // e8(Q)
		p.at += bytes.IndexByte(p.text[p.at:], ')') + 1
	}
	word := p.text[begins:p.at]
	n := 0
	for n < len(word) && word[n] >= '0' && word[n] <= '9' {
		n++
	}
	switch {
	case n == len(word) && n > 0: // a number without its point
		return nil
	case n < len(word) && word[n] == '.':
		word = word[n:]
	case n < len(word) && bytes.HasPrefix(word[n:], []byte("…")):
		word = word[n:]
	}
	for len(word) > 0 && word[0] == '.' {
		word = word[1:]
	}
	word = bytes.TrimPrefix(word, []byte("…"))
	if s := string(word); s == "e.p." || s == "ep" || s == "+" || s == "#" || s == "++" || s == "mate" || s == "=" || s == "N" {
		return nil // what a mover says of the move before
	}
	return word
}

// promotes reports whether a piece in parentheses, (Q), comes next.
func (p *parser) promotes() bool {
	ahead := p.text[p.at:]
	return len(ahead) > 2 && ahead[2] == ')' && ahead[1] >= 'A' && ahead[1] <= 'Z'
}

// longestMove is more than the text of any move, in bytes.
const longestMove = 40

// move plays a move.
func (p *parser) move(l *line, word []byte, at int) error {
	rules := chess.Rules{}
	if len(word) > longestMove {
		return errorf(p.lineOf(at), "move %d: %.20q is too long for a move", len(l.moves)+1, word)
	}
	m, ok := rules.ReadMove(&l.now, word)
	if !ok || p.language != chess.English {
		text := string(word)
		if text == "--" || text == "Z0" || text == "0000" || text == "null" {
			if len(p.lines) == 1 {
				return errorf(p.lineOf(at), "move %d: %w", len(l.moves)+1, errNull)
			}
			rest, err := p.unplayed(at)
			l.note(func(n *record.Note) { n.AddComment(rest) })
			return err
		}
		var err error
		if p.language == mixed {
			m, err = rules.ParseMove(&l.now, text)
		} else {
			m, err = rules.ParseMoveIn(&l.now, text, p.language)
		}
		if err != nil {
			return errorf(p.lineOf(at), "move %d: %w", len(l.moves)+1, err)
		}
	}
	p.moved++
	l.before = l.now
	rules.Play(&l.now, &l.before, m)
	l.moves = append(l.moves, m)
	return nil
}

// unplayed returns the rest of a variation from a byte on as the text of a
// comment.
func (p *parser) unplayed(at int) (string, error) {
	depth := 0
	for p.at = at; p.at < len(p.text); p.at++ {
		switch p.text[p.at] {
		case '{', ';':
			if _, err := p.comment(); err != nil {
				return "", err
			}
			p.at--
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				text := strings.NewReplacer("{", "", "}", "").Replace(string(p.text[at:p.at]))
				return strings.Join(strings.Fields(text), " "), nil
			}
		}
	}
	return "", nil // the variation does not end
}

var errNull = reason.New("a null move is not a move")

// note changes the annotation of the last move of the line.
func (l *line) note(change func(*record.Note)) { l.notes.Change(len(l.moves), change) }

// close ends a variation.
func (p *parser) close(at int) error {
	last := len(p.lines) - 1
	if last == 0 {
		return errorf(p.lineOf(at), ") without a variation")
	}
	v, parent := p.lines[last], &p.lines[last-1]
	p.lines = p.lines[:last]
	parent.branches = append(parent.branches, Variation{At: v.at, Moves: v.moves, Notes: v.notes, Variations: v.branches})
	return nil
}

// sign reads a sign: !, ?!, $7.
func (p *parser) sign(l *line) error {
	begins := p.at
	number := p.text[p.at] == '$'
	for p.at++; p.at < len(p.text); p.at++ {
		if c := p.text[p.at]; number && (c < '0' || c > '9') || !number && c != '!' && c != '?' {
			break
		}
	}
	text := string(p.text[begins:p.at])
	if len(text) > 6 || text == "$" {
		return errorf(p.lineOf(begins), "%.20q, want a sign such as ! or $7", text)
	}
	l.note(func(n *record.Note) { n.Sign = strings.TrimSpace(n.Sign + " " + text) })
	return nil
}

// signIn reads a sign in parentheses, (?!), and returns its length with them, 0
// if it is none.
func (p *parser) signIn() int {
	ahead := p.text[p.at+1:]
	n := 0
	for n < len(ahead) && n < 6 && (ahead[n] == '!' || ahead[n] == '?') {
		n++
	}
	if n == 0 || n == len(ahead) || ahead[n] != ')' {
		return 0
	}
	l := &p.lines[len(p.lines)-1]
	l.note(func(note *record.Note) { note.Sign = strings.TrimSpace(note.Sign + " " + string(ahead[:n])) })
	return n + 2
}

// comment reads a comment, without its line ends.
func (p *parser) comment() (string, error) {
	begins := p.at
	p.at++
	rest, n := p.text[p.at:], 0
	if p.text[begins] == ';' {
		n = lineLength(rest)
		p.at += n
	} else {
		if n = bytes.IndexByte(rest, '}'); n < 0 {
			return "", errorf(p.lineOf(begins), "the %s that begins here does not end", reason.Phrase("comment"))
		}
		p.at += n + 1
	}
	text := rest[:n]
	if bytes.IndexByte(text, '\n') < 0 && !bytes.Contains(text, []byte("  ")) {
		return string(bytes.TrimSpace(text)), nil
	}
	return strings.Join(strings.Fields(string(text)), " "), nil
}

// fill fills a heading from the tags. over is the result after the moves.
func (p *parser) fill(g *Record, over string) {
	h := &g.Heading
	for _, t := range p.tags {
		value := t.value
		if t.name != "" && strings.Trim(value, "?") == "" {
			continue
		}
		switch t.name {
		case "":
			h.Comment = strings.TrimSpace(h.Comment + " " + value)
		case "Event":
			h.Event = value
		case "Site":
			h.Place = value
		case "Date":
			h.Date = parseDate(value)
		case "Round":
			h.Round = value
		case "White":
			h.Players[0] = value
		case "Black":
			h.Players[1] = value
		case "Result":
			if h.Result = result([]byte(value)); h.Result == "" {
				h.Result = value
			}
		case "FEN", "SetUp":
		default:
			if t.name == "Variant" && value == fischerVariant && fischer(&g.Start) {
				continue // the position says it
			}
			if h.Tags == nil {
				h.Tags = map[string]string{}
			}
			h.Tags["pgn."+t.name] = value
		}
	}
	if h.Result == "" || h.Result == "*" {
		h.Result = over
	}
	if h.Result == "*" {
		h.Result = ""
	}
}

// parseDate returns as much of a date, 2012.02.??, as is known.
func parseDate(text string) string {
	if strings.HasPrefix(text, "?") {
		return ""
	}
	text, _, _ = strings.Cut(text, ".?")
	return strings.ReplaceAll(text, ".", "-")
}
