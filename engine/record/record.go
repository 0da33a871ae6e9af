// Package record describes games that were played: their headings, moves and
// notes, and notations for whole games. Every game has two notations, the
// transcript and the last position. Other notations belong to one game.
package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"iter"
	"slices"
	"time"

	"github.com/plywood-go/plywood/internal/reason"
)

// Record is a game that was played, or the known part of it.
type Record[S any, M comparable] struct {
	Heading
	// Start is the position before the first move.
	Start S
	// Moves are legal in sequence, passes included.
	Moves []M
	Notes Notes
	// Variations are alternative lines, in the order of the source.
	Variations []Variation[M]
	// Remarks are what the reader noticed, in the order of the source.
	Remarks []Remark
}

// Remark says how a game that was read differs from its text.
type Remark struct {
	// Err names the line, if the notation has lines, and the reason.
	Err error
	// Lost means that a part of the text is not in the game's moves or headings.
	Lost bool
}

// FirstLost returns the first remark on a part of the text that could not be read, or nil.
func FirstLost(remarks []Remark) error {
	for _, r := range remarks {
		if r.Lost {
			return r.Err
		}
	}
	return nil
}

// Variation is a line that departs from a game or from another variation.
type Variation[M any] struct {
	// At is the number of moves of the parent line before the variation.
	At int `json:"at"`
	// Moves are legal in sequence.
	Moves []M `json:"moves"`
	// Notes are indexed by the number of moves of the variation.
	Notes      Notes          `json:"notes,omitempty"`
	Variations []Variation[M] `json:"variations,omitempty"` // of this variation
}

// Heading is the information about a game besides its moves. Empty means unknown.
type Heading struct {
	// Players are the names of the first and the second player.
	Players [2]string `json:"players"`
	Event   string    `json:"event,omitempty"`
	Place   string    `json:"place,omitempty"`
	Round   string    `json:"round,omitempty"` // of the event
	// Date is the known part of the date: 2024-05-31, 2024-05 or 2024.
	Date string `json:"date,omitempty"`
	// Result is the outcome in the notation of the game's players, from the
	// first player's view: "+12" in Othello, "1-0" in chess.
	Result string `json:"result,omitempty"`
	// Comment is about the game as a whole.
	Comment string `json:"comment,omitempty"`
	// Tags are other facts from the source, by the source's own names.
	Tags map[string]string `json:"tags,omitempty"`
}

// SetTag sets the value of a tag.
func (h *Heading) SetTag(name, value string) {
	if h.Tags == nil {
		h.Tags = map[string]string{}
	}
	h.Tags[name] = value
}

// Ending is how a game ended, from the first player's view.
type Ending struct {
	// Outcome is 1 for a win, 0 for a draw and -1 for a loss.
	Outcome int
	// Margin is that of the last position. It is meaningless unless Counted, in games
	// that did not end by the rules.
	Margin  int
	Counted bool
	Cause   Cause
}

// Cause is why a game ended before the rules ended it.
type Cause byte

// The causes, by the letters that GGF and SGF have for them.
const (
	ByRules     Cause = 0
	Resignation Cause = 'r'
	Time        Cause = 't'
	Forfeit     Cause = 'f'
)

// Note is a record's annotation of a move.
type Note struct {
	// Eval is the mover's evaluation of the move, as written.
	Eval string `json:"eval,omitempty"`
	// Depth is how many plies the mover looked ahead; 0 means unknown.
	Depth int `json:"depth,omitempty"`
	// Time is how long the mover thought.
	Time Span `json:"time_ms,omitempty"`
	// Clock is the time left to the mover after the move.
	Clock Left `json:"clock_ms,omitzero"`
	// Sign holds annotation signs as written, separated by spaces: "!", "?! $10".
	Sign string `json:"sign,omitempty"`
	Text string `json:"text,omitempty"` // comment
}

// Span is a duration. In JSON it is a number of milliseconds, exact to a microsecond.
type Span time.Duration

// MarshalJSON returns the number of milliseconds.
func (s Span) MarshalJSON() ([]byte, error) {
	return json.Marshal(float64(time.Duration(s).Microseconds()) / 1000)
}

// UnmarshalJSON reads a number of milliseconds, at most a month of them.
func (s *Span) UnmarshalJSON(text []byte) error {
	const month = 31 * 24 * time.Hour
	var ms float64
	err := json.Unmarshal(text, &ms)
	*s = Span(max(0, min(ms, float64(month.Milliseconds())))*1000) * Span(time.Microsecond)
	return err
}

// Left is the time left on a clock, if it is Known.
type Left struct {
	Span
	Known bool // otherwise there is no such clock
}

// UnmarshalJSON reads a time as Span does.
func (l *Left) UnmarshalJSON(text []byte) error {
	l.Known = string(text) != "null"
	return l.Span.UnmarshalJSON(text)
}

// Notes are the notes of a record by the number of moves played: 0 at the
// initial position, 1 after the first move.
type Notes map[int]Note

// Change changes the note on a move. It does not add an empty note.
func (n *Notes) Change(ply int, change func(*Note)) {
	note := (*n)[ply]
	change(&note)
	if note == (Note{}) {
		return
	}
	if *n == nil {
		*n = Notes{}
	}
	(*n)[ply] = note
}

// Map returns a record with its start and its moves converted.
func Map[S, T any, M, N comparable](r *Record[S, M], start T, moves func([]M) []N) Record[T, N] {
	return Record[T, N]{
		Heading: r.Heading, Start: start, Moves: moves(r.Moves), Notes: r.Notes,
		Variations: mapVariations(r.Variations, moves), Remarks: r.Remarks,
	}
}

func mapVariations[M, N any](list []Variation[M], moves func([]M) []N) []Variation[N] {
	var all []Variation[N]
	for _, v := range list {
		all = append(all, Variation[N]{v.At, moves(v.Moves), v.Notes, mapVariations(v.Variations, moves)})
	}
	return all
}

// DepartsFromMoves returns an error if one of the variations does not replace a move of its
// line, which has that many moves. Movetext writes a variation after the move that it replaces.
func DepartsFromMoves[M any](moves int, variations []Variation[M]) error {
	for _, v := range variations {
		if v.At >= max(1, moves) {
			return reason.Errorf("a variation after move %d, the last, replaces no move", v.At)
		}
		if err := DepartsFromMoves(len(v.Moves), v.Variations); err != nil {
			return err
		}
	}
	return nil
}

// Format is a notation of records.
type Format struct {
	// Name is a short name, its usual file extension if it has one: "ggf".
	Name string
	// Title is a descriptive name.
	Title string
	// Variations means that the notation keeps variations.
	Variations bool
	// Detect reports whether data, perhaps only the beginning of a file, is in this notation and in
	// no other notation of any game. Nil means that it cannot be detected.
	Detect func(data []byte) bool
	// Resembles reports whether data has the form of this notation, if perhaps of another game
	// or with faults. Nil means that Detect alone decides.
	Resembles func(data []byte) bool
	// Foreign returns an error if data is in this notation and holds only games that are
	// not played here. It may be nil.
	Foreign func(data []byte) error
}

// Codec is a Format of one game with its reader and writer.
type Codec[S any, M comparable] struct {
	Format
	// Games reads the games of a file one at a time and does not keep them. For a game that it
	// cannot read it yields a *Fault and continues; any other error is the last. A notation of
	// positions yields games without moves. Nil means that the format is only written.
	Games func(in io.Reader) iter.Seq2[Record[S, M], error]
	// WriteEach writes games one after the other, as they come. It fails for those that
	// the format cannot express. A notation of positions takes the last one of each
	// game. Nil means that the format is only read.
	WriteEach func(w io.Writer, records iter.Seq[Record[S, M]]) error
}

// WriteTexts returns a WriteEach that writes a text for each game.
func WriteTexts[S any, M comparable](text func(r *Record[S, M]) (string, error)) func(io.Writer, iter.Seq[Record[S, M]]) error {
	return func(w io.Writer, records iter.Seq[Record[S, M]]) error {
		for r := range records {
			t, err := text(&r)
			if err == nil {
				_, err = io.WriteString(w, t)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// Write writes a list of games; see WriteEach.
func (c Codec[S, M]) Write(w io.Writer, records []Record[S, M]) error {
	return c.WriteEach(w, slices.Values(records))
}

// Read returns the games of data, at least one. It fails at the first game of which a part
// cannot be read; errors name the place and the offence.
func (c Codec[S, M]) Read(data []byte) (records []Record[S, M], err error) {
	for r, err := range c.Games(bytes.NewReader(data)) {
		if err = cmp.Or(err, FirstLost(r.Remarks)); err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	if records == nil {
		return nil, ErrNoGame
	}
	return records, nil
}

// ErrNoGame is the error of a file without games.
var ErrNoGame = reason.New("no game in the file")

// Fault is the error of one game that a reader skips. Its text is that of Err, which names the
// line and the error.
type Fault struct {
	// Game is the number of the game in its file, from 1.
	Game int
	// Players are the names in its heading, as far as that was read.
	Players [2]string
	Err     error
}

func (f *Fault) Error() string { return f.Err.Error() }

func (f *Fault) Unwrap() error { return f.Err }
