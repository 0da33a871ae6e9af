package engine

import (
	"time"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
)

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
