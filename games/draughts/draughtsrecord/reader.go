package draughtsrecord

import (
	"errors"
	"io"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/games/draughts"
)

// Reader reads the games of a file one after the other, and keeps none.
type Reader struct {
	rules   draughts.Rules
	scanner *scanner
	ahead   token // that has been read too early, if isAhead
	isAhead bool
	setup   *draughts.Position // that was set up amid the last game, whose tags remain
	number  int                // of the game, from 1

	// Of the game that is being read:
	record Record
	tags   map[string]string
	lines  []line // the game and the variations that are open
}

// line is a game or a variation that is being read.
type line struct {
	reading
	others []reading // if the text leaves a move open, until a later move decides
	open   error     // the first such move
	at     int       // as in record.Variation
	notes  record.Notes
	branch []Variation
	begins int // the line of the file where it begins
}

// reading is a way to read the moves of a line.
type reading struct {
	moves       []draughts.Move
	before, now draughts.Position // the last move
}

// maxReadings bounds the readings of a line.
const maxReadings = 16

// maxOpen bounds the variations within variations.
const maxOpen = 10_000

// NewReader returns a Reader of games by the rules r.
func NewReader(in io.Reader, r draughts.Rules) *Reader {
	return &Reader{rules: r, scanner: newScanner(in)}
}

// All reads the games of the file. It continues after a *record.Fault; any other error is the
// last.
func (r *Reader) All() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for {
			g, err := r.Next()
			if errors.Is(err, io.EOF) || !yield(g, err) {
				return
			}
			if fault := (*record.Fault)(nil); err != nil && !errors.As(err, &fault) {
				return
			}
		}
	}
}

// Next returns the next game, or io.EOF after the last. If a game cannot be read, the error is
// a *record.Fault, which names the line and the error; the next call returns the game after it.
func (r *Reader) Next() (Record, error) {
	g, err := r.next()
	if err == nil || errors.Is(err, io.EOF) || r.scanner.failed != nil {
		return g, err
	}
	if !r.isAhead || r.ahead.kind != tag { // else the next game has begun
		r.isAhead = false
		r.scanner.skip(len(r.tags) > 0 || r.lines == nil, r.lines != nil)
	}
	return Record{}, &record.Fault{
		Game: r.number, Players: [2]string{r.tags[sideTag(r.rules, 0)], r.tags[sideTag(r.rules, 1)]}, Err: err,
	}
}

func (r *Reader) next() (Record, error) {
	r.number++
	r.record, r.lines = Record{}, nil
	if r.setup != nil {
		r.start(*r.setup, r.scanner.line)
		r.setup = nil
	} else {
		r.tags = map[string]string{}
	}
	for begun := false; ; begun = true {
		t, err := r.token()
		if err != nil {
			return Record{}, err
		}
		switch {
		case t.kind == end && !begun && r.lines == nil:
			return Record{}, io.EOF
		case t.kind == end && r.lines == nil && len(r.tags) == 0 && r.record.Comment == "":
			return Record{}, io.EOF
		case t.kind == comment && r.lines == nil:
			r.record.Comment = join(r.record.Comment, t.text)
			continue
		case t.kind == tag && r.lines == nil && !r.another(t):
			name := known(t.text)
			if _, twice := r.tags[name]; !twice {
				r.tags[name] = t.value
			}
			continue
		case t.kind == tag:
			r.ahead, r.isAhead = t, true
			return r.finish(t.line)
		case r.lines == nil:
			if err := r.begin(t.line); err != nil {
				return Record{}, err
			}
		}
		if done, err := r.take(t); err != nil {
			return Record{}, err
		} else if done {
			return r.finish(t.line)
		}
	}
}

// another reports whether a tag behind a heading begins the next one: a blank line
// divides the two, and it is one that the first has, or the first tag by custom.
func (r *Reader) another(t token) bool {
	_, twice := r.tags[known(t.text)]
	return t.apart && len(r.tags) > 0 && (twice || known(t.text) == knownTags[0])
}

// knownTags are the tags whose letters may be small or capital.
var knownTags = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "FEN", "SetUp"}

// known returns the name of a tag, in the letters of the standard if it has one.
func known(name string) string {
	if slices.Contains(knownTags, name) {
		return name
	}
	for _, n := range knownTags {
		if strings.EqualFold(n, name) {
			return n
		}
	}
	return name
}

func (r *Reader) token() (token, error) {
	if r.isAhead {
		r.isAhead = false
		return r.ahead, nil
	}
	return r.scanner.next()
}

// begin begins the moves of a game, after its tags.
func (r *Reader) begin(at int) error {
	if t := r.tags["GameType"]; t != "" && number(t) != number(gameTypes[r.rules.Variant&3]) {
		return errorf(at, "a game of GameType %s, want %s, %v", number(t), number(gameTypes[r.rules.Variant&3]), r.rules)
	}
	start := r.rules.Start()
	if fen := r.tags["FEN"]; fen != "" {
		var err error
		if start, err = r.rules.ParsePosition(fen); err != nil {
			return errorf(at, "FEN: %w", err)
		}
	}
	r.start(start, at)
	return nil
}

// start begins the moves at a position.
func (r *Reader) start(p draughts.Position, at int) {
	r.record.Start = p
	r.lines = []line{{reading: reading{now: p, before: p}, begins: at}}
}

// setUp takes a position that is set up amid the moves. Behind moves it begins
// another game with the same tags.
func (r *Reader) setUp(t token) (done bool, err error) {
	text := strings.TrimSpace(t.text)
	if len(text) > 3 && strings.EqualFold(text[:3], "FEN") {
		text = text[3:]
	}
	p, err := r.rules.ParsePosition(strings.Trim(text, " \t\r\n\"[]"))
	switch {
	case err != nil:
		return false, errorf(t.line, "FEN: %w", err)
	case len(r.lines) > 1:
		return false, errorf(t.line, "a position set up in a variation is not read")
	case len(r.lines[0].moves) == 0 && len(r.lines[0].branch) == 0:
		l := &r.lines[0]
		r.record.Start, l.now, l.before = p, p, p
		return false, nil
	}
	r.setup = &p
	return true, nil
}

// take adds a token to the game, and reports whether it is the last.
func (r *Reader) take(t token) (done bool, err error) {
	l := &r.lines[len(r.lines)-1]
	switch t.kind {
	case end:
		return true, nil
	case comment:
		l.note(func(n *record.Note) { n.AddComment(t.text) })
	case sign:
		if !signText.MatchString(t.text) {
			return false, errorf(t.line, "%.20q, want a sign such as ! or $7", t.text)
		}
		l.note(func(n *record.Note) { n.Sign = join(n.Sign, t.text) })
	case open:
		if len(r.lines) > maxOpen {
			return false, errorf(t.line, "more than %d variations in each other", maxOpen)
		}
		if l.others != nil {
			return false, l.open
		}
		v := line{at: max(0, len(l.moves)-1), reading: reading{now: l.before, before: l.before}, begins: t.line}
		r.lines = append(r.lines, v)
	case closed:
		return false, r.close(t)
	case word:
		return r.word(t)
	case setup:
		return r.setUp(t)
	}
	return false, nil
}

func join(a, b string) string { return strings.TrimSpace(a + " " + b) }

// signText are the signs of moves: those of commentators, and numbers.
var signText = regexp.MustCompile(`^([!?]{1,6}|\$[0-9]{1,9})$`)

// note changes the annotation of the last move of the line.
func (l *line) note(change func(*record.Note)) { l.notes.Change(len(l.moves), change) }

// close ends a variation.
func (r *Reader) close(t token) error {
	last := len(r.lines) - 1
	if last == 0 {
		return errorf(t.line, ") without a variation")
	}
	v, parent := r.lines[last], &r.lines[last-1]
	if v.others != nil {
		return v.open
	}
	r.lines = r.lines[:last]
	parent.branch = append(parent.branch, Variation{At: v.at, Moves: v.moves, Notes: v.notes, Variations: v.branch})
	return nil
}

// cutNumber returns a word without the number before a move, 12. or 12..., or the dots
// before a move of the other side.
func cutNumber(text string) string {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	if n > 9 || n == len(text) || text[n] != '.' {
		return text
	}
	return strings.TrimLeft(text[n:], ".")
}

// longestMove is more than the text of any move, in bytes: of twenty captures.
const longestMove = 80

// word adds a move or a number, or ends the game.
func (r *Reader) word(t token) (done bool, err error) {
	l := &r.lines[len(r.lines)-1]
	text, isNumber, err := r.joined(l, cutNumber(clean(t.text)))
	if err != nil || isNumber {
		return false, err
	}
	if end := result(text); end != "" {
		if len(r.lines) > 1 {
			return false, nil // how a variation might end
		}
		if r.tags["Result"] == "" && end != "*" {
			r.tags["Result"] = end
		}
		return true, r.epilogue(l)
	}
	if len(text) > longestMove {
		return false, errorf(t.line, "move %d: %.20q is too long for a move", len(l.moves)+1, text)
	}
	move := strings.TrimRight(text, "*")
	if err := r.play(l, move, t.line); err != nil {
		return false, err
	}
	if move != text { // the move is forced
		l.note(func(n *record.Note) { n.Sign = "$7" })
	}
	return false, nil
}

// play adds a move to every reading of a line, and drops those where it is illegal.
func (r *Reader) play(l *line, move string, at int) error {
	if m, err := r.rules.ParseMove(&l.now, move); err == nil && l.others == nil {
		l.before = l.now
		r.rules.Play(&l.now, &l.before, m)
		l.moves = append(l.moves, m)
		return nil
	}
	var next []reading
	var failed error
	for _, before := range append([]reading{l.reading}, l.others...) {
		m, err := r.rules.ParseMove(&before.now, move)
		found := []draughts.Move{m}
		if err != nil {
			found = loose(r.rules, &before.now, move)
		}
		if len(found) == 0 && failed == nil {
			failed = errorf(at, "move %d: %w", len(l.moves)+1, err)
		} else if len(found) > 1 && l.open == nil {
			l.open = errorf(at, "move %d: %w", len(l.moves)+1, err)
		}
		for _, m := range found {
			after := reading{moves: append(slices.Clip(before.moves), m), before: before.now}
			r.rules.Play(&after.now, &after.before, m)
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

// epilogue reads the comments after the result of a game.
func (r *Reader) epilogue(l *line) error {
	for {
		t, err := r.token()
		if err != nil {
			return err
		}
		if t.kind != comment {
			r.ahead, r.isAhead = t, true
			return nil
		}
		l.note(func(n *record.Note) { n.Text = join(n.Text, t.text) })
	}
}

// joined returns a word together with the following words that belong to it, as in 1- 6 or 12 x
// 19. isNumber means that it is the number of a move, or nothing.
func (r *Reader) joined(l *line, text string) (whole string, isNumber bool, err error) {
	for {
		ends := text == "" || strings.IndexByte("-x:", text[len(text)-1]) >= 0
		half := isLone(text)
		if text == "" || !ends && !half || len(text) > longestMove {
			return text, text == "", nil
		}
		next, err := r.token()
		if err != nil {
			return text, false, err
		}
		more := clean(next.text)
		numbered := text == strconv.Itoa((len(l.moves)+int(r.record.Start.Turn)+l.at)/2+1)
		switch {
		case next.kind != word || more == "":
		case ends, strings.IndexByte("-x:", more[0]) >= 0, more[0] == '*' && !numbered:
			text += more
			if more == "*" {
				text = text[:len(text)-1] + "x"
			}
			continue
		}
		r.ahead, r.isAhead = next, true
		return text, numbered, nil
	}
}

// finish returns the game that has ended.
func (r *Reader) finish(at int) (Record, error) {
	if r.lines == nil {
		if err := r.begin(at); err != nil {
			return Record{}, err
		}
	}
	if last := r.lines[len(r.lines)-1]; len(r.lines) > 1 {
		return Record{}, errorf(last.begins, "the variation that begins here does not end")
	}
	l := r.lines[0]
	if l.others != nil {
		return Record{}, l.open
	}
	r.record.Moves, r.record.Notes, r.record.Variations = l.moves, l.notes, l.branch
	comment := r.record.Comment
	r.record.Heading = r.heading()
	r.record.Comment = comment
	return r.record, nil
}

// heading returns what the tags say.
func (r *Reader) heading() (h record.Heading) {
	all := r.tags
	defer func() { r.tags = all }()
	r.tags = maps.Clone(all)
	take := func(name string) string {
		value := r.tags[name]
		delete(r.tags, name)
		if strings.Trim(value, "?") == "" {
			return ""
		}
		return value
	}
	h.Players[0], h.Players[1] = take(sideTag(r.rules, 0)), take(sideTag(r.rules, 1))
	h.Event, h.Place, h.Round, h.Result = take("Event"), take("Site"), take("Round"), take("Result")
	h.Date = parseDate(take("Date"))
	for _, known := range []string{"GameType", "FEN", "SetUp"} {
		delete(r.tags, known)
	}
	for _, name := range slices.Sorted(maps.Keys(r.tags)) {
		if h.Tags == nil {
			h.Tags = map[string]string{}
		}
		h.Tags["pdn."+name] = r.tags[name]
	}
	return h
}

// parseDate returns as much of a date, 2012.02.??, as is known.
func parseDate(text string) string {
	text, _, _ = strings.Cut(text, ".?")
	return strings.ReplaceAll(text, ".", "-")
}
