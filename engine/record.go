package engine

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"iter"
	"slices"
	"strings"

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
	Schema         string   `json:"schema"`   // "ply.record/1"
	Index          int      `json:"index"`    // in the file, from 0
	Game           string   `json:"game"`     // as About.Name
	Start          string   `json:"start"`    // position before the first move
	Moves          []string `json:"moves"`    // as Position.Moves writes them
	Position       string   `json:"position"` // after the last move
	record.Heading          // as written in the file
	Opening        string   `json:"opening,omitempty"` // name of the last named opening on the way

	Notes      record.Notes               `json:"notes,omitempty"`      // by the number of moves played
	Variations []record.Variation[string] `json:"variations,omitempty"` // from the moves of the game
}

// Describe returns the document of the record at an index of its file. It fails if a move
// is illegal.
func (r *Record) Describe(index int) (RecordDocument, error) {
	positions, err := r.Positions()
	if err != nil {
		return RecordDocument{}, err
	}
	opening, _ := Opening(positions)
	return RecordDocument{
		Schema: "ply.record/1", Index: index, Game: r.Start.Game().About().Name, Start: r.Start.String(), Moves: append([]string{}, r.Moves...),
		Position: positions[len(positions)-1].String(), Heading: r.Heading, Opening: opening, Notes: r.Notes, Variations: r.Variations,
	}, nil
}

// Record returns the record of g that a document describes, of which Game, Position and Opening
// are ignored. An empty Start is the initial position.
func (d *RecordDocument) Record(g *Game) (r Record, err error) {
	r = Record{Heading: d.Heading, Start: g.Start(), Moves: d.Moves, Notes: d.Notes, Variations: d.Variations}
	if d.Start != "" {
		if r.Start, err = g.Parse(d.Start); err != nil {
			return r, reason.Errorf("start: %w", err)
		}
	}
	_, err = g.boxed(&r) // are the moves legal?
	return r, err
}
