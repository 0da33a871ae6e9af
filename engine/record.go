package engine

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
)

// Record is a game that was played, as text.
type Record struct {
	record.Heading
	// Start is the position before the first move. It determines the game.
	Start *Position
	// Moves are legal in sequence, passes included, in the form of
	// Position.Moves. In the results of Game.Records they are not nil.
	Moves []string
	Notes record.Notes
	// Variations are legal, in the same form as Moves.
	Variations []record.Variation[string]
	// Remarks are those of the reader.
	Remarks []record.Remark
}

// Positions returns the positions of the game, one more than its moves.
func (r *Record) Positions() ([]*Position, error) {
	all := []*Position{r.Start}
	for i, m := range r.Moves {
		next, err := all[i].Play(m)
		if err != nil {
			return nil, reason.Errorf("move %d: %w", i+1, err)
		}
		all = append(all, next)
	}
	return all, nil
}

// Formats returns the notations for reading and writing records of the game.
// The last two, "transcript" and "position", exist for all games.
func (g *Game) Formats() []record.Format {
	codecs := g.codecs()
	formats := make([]record.Format, len(codecs))
	for i, c := range codecs {
		formats[i] = c.Format
	}
	return formats
}

// codecs returns the formats of the game, with the common ones last.
func (g *Game) codecs() []record.Codec[State, Move] {
	return append(slices.Clone(g.spec.Codecs), g.text.Codecs()...)
}

func (g *Game) codec(name string) (record.Codec[State, Move], error) {
	codecs := g.codecs()
	names := make([]string, len(codecs))
	for i, c := range codecs {
		if c.Name == name {
			return c, nil
		}
		names[i] = c.Name
	}
	return record.Codec[State, Move]{}, reason.Errorf("%s: no format %q: want one of %s", g.spec.About.Name, name, strings.Join(names, ", "))
}

// detect returns the format that data shows or resembles. Without one it returns the first
// format of every game.
func (g *Game) detect(data []byte) record.Codec[State, Move] {
	for _, test := range []func(f *record.Format) func([]byte) bool{
		func(f *record.Format) func([]byte) bool { return f.Detect },
		func(f *record.Format) func([]byte) bool { return f.Resembles },
	} {
		for _, c := range g.spec.Codecs {
			if shows := test(&c.Format); c.Games != nil && shows != nil && shows(data) {
				return c
			}
		}
	}
	return g.text.Codecs()[0]
}

// FormatOf returns the name of the format in which the game reads data.
func (g *Game) FormatOf(data []byte) string { return g.detect(beginning(data)).Name }

// Records reads the games in data, at least one. format names their notation. If it is empty,
// data shows its notation, or else is a transcript. Records fails at the first game of which a
// part cannot be read; errors name the place and the offence.
func (g *Game) Records(data []byte, format string) (records []Record, err error) {
	for r, err := range g.EachRecord(bytes.NewReader(data), format) {
		if err = cmp.Or(err, record.FirstLost(r.Remarks)); err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	if records == nil {
		return nil, record.ErrNoGame
	}
	return records, nil
}

// EachRecord reads the games of a file one at a time, like Records, but does not keep them. For a
// game that it cannot read it yields a *record.Fault and continues; any other error is the last.
func (g *Game) EachRecord(in io.Reader, format string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		head := bufio.NewReaderSize(in, DetectBytes)
		data, _ := head.Peek(DetectBytes)
		c, err := g.detect(data), error(nil)
		if format != "" {
			c, err = g.codec(format)
		}
		if err == nil && c.Games == nil {
			err = reason.Errorf("%s: format %s is only written, not read", g.spec.About.Name, c.Name)
		}
		if err != nil {
			yield(Record{}, err)
			return
		}
		for r, err := range c.Games(head) {
			told := Record{}
			if err == nil {
				told = Record{
					r.Heading, g.at(r.Start), g.text.WriteLine(r.Start, r.Moves), r.Notes,
					g.text.WriteVariations(r.Start, r.Moves, r.Variations), r.Remarks,
				}
			}
			if !yield(told, err) {
				return
			}
		}
	}
}

// WriteRecords writes records of the game in the named format. It fails for a
// game that the format cannot express, possibly after writing others.
func (g *Game) WriteRecords(w io.Writer, format string, records []Record) error {
	return g.WriteEach(w, format, slices.Values(records))
}

// WriteEach writes records one after the other, as they come; see WriteRecords.
func (g *Game) WriteEach(w io.Writer, format string, records iter.Seq[Record]) error {
	c, err := g.codec(format)
	if err != nil {
		return err
	}
	if c.WriteEach == nil {
		return reason.Errorf("%s: format %s is only read, not written", g.spec.About.Name, c.Name)
	}
	var wrong error
	err = c.WriteEach(w, func(yield func(record.Record[State, Move]) bool) {
		n := 0
		for r := range records {
			n++
			boxed, err := g.boxed(&r)
			if err != nil {
				wrong = reason.Errorf("game %d: %w", n, err)
				return
			}
			if !yield(boxed) {
				return
			}
		}
	})
	return cmp.Or(err, wrong)
}

// boxed returns a record with its moves read.
func (g *Game) boxed(r *Record) (boxed record.Record[State, Move], err error) {
	boxed = record.Record[State, Move]{Heading: r.Heading, Start: r.Start.state, Notes: r.Notes}
	if boxed.Moves, err = g.text.ReadLine(r.Start.state, r.Moves); err == nil {
		boxed.Variations, err = g.text.ReadVariations(r.Start.state, boxed.Moves, r.Variations)
	}
	return boxed, err
}

// RecordDocument is the document "ply.record/1": a game from a file.
type RecordDocument struct {
	Schema   string               `json:"schema"`            // "ply.record/1"
	Index    int                  `json:"index"`             // in the file, from 0
	Game     string               `json:"game"`              // as About.Name
	Start    string               `json:"start"`             // position before the first move
	Moves    []string             `json:"moves"`             // as Position.Moves writes them
	Position string               `json:"position"`          // after the last move
	Players  [2]string            `json:"players"`           // first player first
	Event    string               `json:"event,omitempty"`   // the headings are as written in the file
	Place    string               `json:"place,omitempty"`   // where it was played
	Round    string               `json:"round,omitempty"`   // of the event
	Date     string               `json:"date,omitempty"`    // of the game
	Result   string               `json:"result,omitempty"`  // of the game
	Comment  string               `json:"comment,omitempty"` // on the whole game
	Opening  string               `json:"opening,omitempty"` // name of the last named opening on the way
	Tags     map[string]string    `json:"tags,omitempty"`    // other headings of the file, by name
	Notes    map[int]NoteDocument `json:"notes,omitempty"`   // by the number of moves played, as record.Notes

	Variations []VariationDocument `json:"variations,omitempty"` // from the moves of the game
}

// VariationDocument is a variation that departs from a game after At moves.
type VariationDocument struct {
	At         int                  `json:"at"`                   // moves of the game before the variation
	Moves      []string             `json:"moves"`                // as Position.Moves writes them
	Notes      map[int]NoteDocument `json:"notes,omitempty"`      // by the number of moves played, as record.Notes
	Variations []VariationDocument  `json:"variations,omitempty"` // of this variation
}

// NoteDocument is the annotation of a move in a record.
type NoteDocument struct {
	Eval    string   `json:"eval,omitempty"`     // evaluation by the side that moved, as written
	Depth   int      `json:"depth,omitempty"`    // plies that the mover looked ahead
	TimeMS  float64  `json:"time_ms,omitempty"`  // milliseconds spent on the move
	ClockMS *float64 `json:"clock_ms,omitempty"` // milliseconds left of the mover's time
	Sign    string   `json:"sign,omitempty"`     // such as "!" or "?"
	Text    string   `json:"text,omitempty"`     // comment
}

// Describe returns the document of the record at an index of its file. It fails if a move
// is illegal.
func (r *Record) Describe(index int) (RecordDocument, error) {
	positions, err := r.Positions()
	if err != nil {
		return RecordDocument{}, err
	}
	opening, _ := Opening(positions)
	doc := RecordDocument{
		Schema: "ply.record/1", Index: index, Game: r.Start.Game().About().Name,
		Start: r.Start.String(), Moves: append([]string{}, r.Moves...), Position: positions[len(positions)-1].String(),
		Players: r.Players, Event: r.Event, Place: r.Place, Round: r.Round, Date: r.Date,
		Result: r.Result, Comment: r.Comment, Opening: opening, Tags: r.Tags,
	}
	doc.Notes, doc.Variations = describeNotes(r.Notes), describeVariations(r.Variations)
	return doc, nil
}

func describeNotes(notes record.Notes) (docs map[int]NoteDocument) {
	for i, n := range notes {
		if docs == nil {
			docs = map[int]NoteDocument{}
		}
		doc := NoteDocument{Eval: n.Eval, Depth: n.Depth, TimeMS: Milliseconds(n.Time), Sign: n.Sign, Text: n.Text}
		if n.Clocked {
			left := Milliseconds(n.Clock)
			doc.ClockMS = &left
		}
		docs[i] = doc
	}
	return docs
}

func describeVariations(list []record.Variation[string]) (docs []VariationDocument) {
	for _, v := range list {
		docs = append(docs, VariationDocument{v.At, v.Moves, describeNotes(v.Notes), describeVariations(v.Variations)})
	}
	return docs
}

// Record returns the record of g that a document describes, of which Game, Position and Opening
// are ignored. An empty Start is the initial position.
func (d *RecordDocument) Record(g *Game) (r Record, err error) {
	r = Record{
		Heading: record.Heading{
			Players: d.Players, Event: d.Event, Place: d.Place, Round: d.Round, Date: d.Date, Result: d.Result, Comment: d.Comment, Tags: d.Tags,
		},
		Start: g.Start(), Moves: d.Moves, Notes: readNotes(d.Notes), Variations: readVariations(d.Variations),
	}
	if d.Start != "" {
		if r.Start, err = g.Parse(d.Start); err != nil {
			return r, reason.Errorf("start: %w", err)
		}
	}
	_, err = g.boxed(&r) // are the moves legal?
	return r, err
}

func readNotes(docs map[int]NoteDocument) (notes record.Notes) {
	for i, d := range docs {
		notes.Change(i, func(n *record.Note) {
			*n = record.Note{Eval: d.Eval, Depth: d.Depth, Time: duration(d.TimeMS), Sign: d.Sign, Text: d.Text}
			if d.ClockMS != nil {
				n.Clock, n.Clocked = duration(*d.ClockMS), true
			}
		})
	}
	return notes
}

func readVariations(docs []VariationDocument) (list []record.Variation[string]) {
	for _, d := range docs {
		list = append(list, record.Variation[string]{At: d.At, Moves: d.Moves, Notes: readNotes(d.Notes), Variations: readVariations(d.Variations)})
	}
	return list
}

// duration returns a number of milliseconds, at most a month of them.
func duration(ms float64) time.Duration {
	const month = 31 * 24 * time.Hour
	return time.Duration(max(0, min(ms, float64(month.Milliseconds())))*1000) * time.Microsecond
}
