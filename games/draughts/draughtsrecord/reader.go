package draughtsrecord

import (
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/games/draughts"
)

// Reader reads the games of a file one after the other, and keeps none.
type Reader struct {
	rules   draughts.Rules
	scanner *scanner
	ahead   *token // a token that has been read too early
	number  int    // of the game, from 1
	played  bool   // the last game has a move

	// Of the game that is being read:
	record Record
	tags   map[string]string
	lines  []line // the game and the variations that are open
}

// line is a game or a variation that is being read.
type line struct {
	at     int // as in record.Variation
	moves  []draughts.Move
	notes  record.Notes
	branch []Variation

	before, now draughts.Position // the last move
	begins      int               // the line of the file where it begins
}

// maxOpen bounds the variations within variations.
const maxOpen = 10_000

// NewReader returns a Reader of games by the rules r.
func NewReader(in io.Reader, r draughts.Rules) *Reader {
	return &Reader{rules: r, scanner: newScanner(in)}
}

// Next returns the next game, io.EOF after the last. Other errors name the line
// and the offence.
func (r *Reader) Next() (Record, error) {
	r.record, r.tags, r.lines = Record{}, map[string]string{}, nil
	r.number++
	for begun := false; ; begun = true {
		t, err := r.token()
		if err != nil {
			return Record{}, err
		}
		switch {
		case t.kind == end && !begun:
			return Record{}, io.EOF
		case t.kind == tag && r.lines == nil:
			if _, twice := r.tags[t.text]; !twice {
				r.tags[t.text] = t.value
			}
			continue
		case t.kind == tag:
			r.ahead = &t
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

func (r *Reader) token() (token, error) {
	if r.ahead != nil {
		t := *r.ahead
		r.ahead = nil
		return t, nil
	}
	return r.scanner.next()
}

// begin begins the moves of a game, behind its tags.
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
	r.record.Start = start
	r.lines = []line{{now: start, before: start, begins: at}}
	return nil
}

// take adds a token to the game, and reports whether it is the last.
func (r *Reader) take(t token) (done bool, err error) {
	l := &r.lines[len(r.lines)-1]
	switch t.kind {
	case end:
		return true, nil
	case comment:
		l.note(func(n *record.Note) { thought(n, t.text) })
	case sign:
		if !signText.MatchString(t.text) {
			return false, errorf(t.line, "%.20q, want a sign such as ! or $7", t.text)
		}
		l.note(func(n *record.Note) { n.Sign = join(n.Sign, t.text) })
	case open:
		if len(r.lines) > maxOpen {
			return false, errorf(t.line, "more than %d variations in each other", maxOpen)
		}
		v := line{at: max(0, len(l.moves)-1), now: l.before, before: l.before, begins: t.line}
		r.lines = append(r.lines, v)
	case closed:
		return false, r.close(t)
	case word:
		return r.word(t)
	}
	return false, nil
}

func join(a, b string) string { return strings.TrimSpace(a + " " + b) }

// value is that of a move as its mover told it, in men or won or lost, and thoughts
// are what remark writes.
var (
	value    = regexp.MustCompile(`^[+-](M|[0-9]{1,9}\.[0-9]{2})$`)
	thoughts = regexp.MustCompile(`^([+-](?:M|[0-9]{1,9}\.[0-9]{2}))/([1-9][0-9]{0,5})\s([0-9]{1,6}\.[0-9]{3})s(?:\s|$)`)
)

// thought takes in a comment on a move: what its mover thought, and words.
func thought(n *record.Note, text string) {
	if m := thoughts.FindStringSubmatch(text); m != nil && n.Eval == "" && n.Text == "" {
		n.Eval, text = m[1], strings.TrimSpace(text[len(m[0]):])
		n.Depth, _ = strconv.Atoi(m[2])
		seconds, _ := strconv.ParseFloat(m[3], 64)
		n.Time = time.Duration(math.Round(seconds*1000)) * time.Millisecond
	}
	n.Text = join(n.Text, text)
}

// signText are the signs of moves: those of commentators, and numbers.
var signText = regexp.MustCompile(`^([!?]{1,6}|\$[0-9]{1,9})$`)

// note changes what is said of the last move of the line.
func (l *line) note(change func(*record.Note)) {
	n := l.notes[len(l.moves)]
	change(&n)
	if n == (record.Note{}) {
		return
	}
	if l.notes == nil {
		l.notes = record.Notes{}
	}
	l.notes[len(l.moves)] = n
}

// close ends a variation.
func (r *Reader) close(t token) error {
	last := len(r.lines) - 1
	if last == 0 {
		return errorf(t.line, ") without a variation")
	}
	v, parent := r.lines[last], &r.lines[last-1]
	r.lines = r.lines[:last]
	parent.branch = append(parent.branch, Variation{At: v.at, Moves: v.moves, Notes: v.notes, Variations: v.branch})
	return nil
}

// results end games.
var results = []string{"1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*"}

// moveNumber is the number before a move, 12. or 12..., or the dots for a move of
// the other side.
var moveNumber = regexp.MustCompile(`^([0-9]{1,9}\.+|\.+)`)

// longestMove is more than the text of any move, in bytes: of twenty captures.
const longestMove = 80

// word adds a move or a number, or ends the game.
func (r *Reader) word(t token) (done bool, err error) {
	if slices.Contains(results, t.text) {
		if len(r.lines) > 1 {
			return false, nil // how a variation might end
		}
		if r.tags["Result"] == "" && t.text != "*" {
			r.tags["Result"] = t.text
		}
		return true, nil
	}
	text := moveNumber.ReplaceAllString(t.text, "")
	if text == "" {
		return false, nil
	}
	l := &r.lines[len(r.lines)-1]
	if len(text) > longestMove {
		return false, errorf(t.line, "game %d: move %d: %.20q is too long for a move", r.number, len(l.moves)+1, text)
	}
	move := strings.TrimRight(text, "*")
	m, err := r.rules.ParseMove(&l.now, move)
	if err != nil {
		return false, errorf(t.line, "game %d: move %d: %w", r.number, len(l.moves)+1, err)
	}
	l.before = l.now
	r.rules.Play(&l.now, &l.before, m)
	l.moves = append(l.moves, m)
	if move != text { // the move is forced
		l.note(func(n *record.Note) { n.Sign = "$7" })
	}
	return false, nil
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
	r.played = len(l.moves) > 0
	r.record.Moves, r.record.Notes, r.record.Variations = l.moves, l.notes, l.branch
	r.record.Heading = r.heading()
	return r.record, nil
}

// heading returns what the tags say.
func (r *Reader) heading() (h record.Heading) {
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
