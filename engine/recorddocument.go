package engine

import "github.com/plywood-go/plywood/game/record"

// RecordDocument is the document "ply.record/1": a game from a file.
type RecordDocument struct {
	Schema   string               `json:"schema"`
	Index    int                  `json:"index"`
	Game     string               `json:"game"`
	Start    string               `json:"start"`
	Moves    []string             `json:"moves"`
	Position string               `json:"position"`
	Players  [2]string            `json:"players"`
	Event    string               `json:"event,omitempty"`
	Place    string               `json:"place,omitempty"`
	Round    string               `json:"round,omitempty"`
	Date     string               `json:"date,omitempty"`
	Result   string               `json:"result,omitempty"`
	Comment  string               `json:"comment,omitempty"`
	Opening  string               `json:"opening,omitempty"`
	Tags     map[string]string    `json:"tags,omitempty"`
	Notes    map[int]NoteDocument `json:"notes,omitempty"`

	Variations []VariationDocument `json:"variations,omitempty"`
}

// VariationDocument is a variation that departs from a game after At moves.
type VariationDocument struct {
	At         int                  `json:"at"`
	Moves      []string             `json:"moves"`
	Notes      map[int]NoteDocument `json:"notes,omitempty"`
	Variations []VariationDocument  `json:"variations,omitempty"`
}

// NoteDocument is the annotation of a move in a record.
type NoteDocument struct {
	Eval   string  `json:"eval,omitempty"`
	TimeMS float64 `json:"time_ms,omitempty"`
	Sign   string  `json:"sign,omitempty"`
	Text   string  `json:"text,omitempty"`
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
		docs[i] = NoteDocument{n.Eval, Milliseconds(n.Time), n.Sign, n.Text}
	}
	return docs
}

func describeVariations(list []record.Variation[string]) (docs []VariationDocument) {
	for _, v := range list {
		docs = append(docs, VariationDocument{v.At, v.Moves, describeNotes(v.Notes), describeVariations(v.Variations)})
	}
	return docs
}
