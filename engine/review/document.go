package review

import "github.com/plywood-go/plywood/engine"

// Document is a review as JSON, the document "ply.review/1" of docs/cli.md.
// Index is for reviews of several games.
type Document struct {
	Schema       string           `json:"schema"`
	Index        *int             `json:"index,omitempty"`
	Game         string           `json:"game"`
	Start        string           `json:"start"`
	Players      [2]string        `json:"players"`
	Event        string           `json:"event,omitempty"`
	Place        string           `json:"place,omitempty"`
	Date         string           `json:"date,omitempty"`
	Result       string           `json:"result,omitempty"`
	Opening      string           `json:"opening"`
	OpeningMoves int              `json:"opening_moves"`
	Marks        MarksDocument    `json:"marks"`
	ExactFrom    int              `json:"exact_from"`
	Moves        []MoveDocument   `json:"moves"`
	Sides        [2]TotalDocument `json:"sides"`
	Nodes        uint64           `json:"nodes"`
	TimeMS       float64          `json:"time_ms"`
	Complete     bool             `json:"complete"`
}

// MarksDocument holds the losses from which moves are marked; 0 if only
// outcomes matter.
type MarksDocument struct {
	Unit    string  `json:"unit"`
	Dubious float64 `json:"dubious"`
	Mistake float64 `json:"mistake"`
	Blunder float64 `json:"blunder"`
}

// MoveDocument is a move of a review. Unknown fields are omitted.
type MoveDocument struct {
	Number     int                   `json:"number"`
	Side       string                `json:"side"`
	Position   string                `json:"position"`
	Move       string                `json:"move"`
	Forced     bool                  `json:"forced"`
	Value      *engine.ValueDocument `json:"value,omitempty"`
	Best       string                `json:"best,omitempty"`
	BestValue  *engine.ValueDocument `json:"best_value,omitempty"`
	PV         []string              `json:"pv,omitempty"`
	Loss       *float64              `json:"loss,omitempty"`
	Unit       string                `json:"unit,omitempty"`
	Total      *float64              `json:"total,omitempty"`
	Mark       string                `json:"mark"`
	Turning    bool                  `json:"turning"`
	Exact      bool                  `json:"exact"`
	Depth      int                   `json:"depth"`
	Confidence int                   `json:"confidence,omitempty"`
}

// TotalDocument is the total loss of a side.
type TotalDocument struct {
	Side    string             `json:"side"`
	Judged  int                `json:"judged"`
	Loss    map[string]float64 `json:"loss"`
	Dubious int                `json:"dubious"`
	Mistake int                `json:"mistakes"`
	Blunder int                `json:"blunders"`
}

// Describe returns the document of a review.
func (r *Review) Describe() Document {
	about := r.Record.Start.Game().About()
	h := &r.Record.Heading
	doc := Document{
		Schema: "ply.review/1", Game: about.Name, Start: r.Record.Start.String(), Players: h.Players,
		Event: h.Event, Place: h.Place, Date: h.Date, Result: h.Result,
		Opening: r.Opening, OpeningMoves: r.OpeningMoves,
		Marks:     MarksDocument{about.Unit, about.Grades[0], about.Grades[1], about.Grades[2]},
		ExactFrom: r.ExactFrom, Moves: []MoveDocument{},
		Nodes: r.Nodes, TimeMS: engine.Milliseconds(r.Elapsed), Complete: r.Complete,
	}
	for i := range r.Moves {
		doc.Moves = append(doc.Moves, r.Moves[i].Describe(i+1))
	}
	for i, t := range r.Totals {
		doc.Sides[i] = TotalDocument{
			about.Sides[i], t.Moves, t.Loss, t.Marked[Dubious], t.Marked[Mistake], t.Marked[Blunder],
		}
	}
	return doc
}

// Describe returns the document of a move with its number, from 1.
func (m *Move) Describe(number int) MoveDocument {
	doc := MoveDocument{
		Number: number, Side: m.Position.Side(), Position: m.Position.String(), Move: m.Move, Forced: m.Forced,
		Mark: m.Mark.String(), Turning: m.Turning, Exact: m.Exact, Depth: m.Depth,
	}
	if !m.Known {
		return doc
	}
	best := m.Best.Value.Describe()
	doc.Best, doc.PV, doc.BestValue = m.Best.Move, m.Best.PV, &best
	if !m.Exact {
		doc.Confidence = m.Confidence
	}
	if m.Compared {
		played := m.Played.Describe()
		doc.Value = &played
		if m.Unit != "" {
			loss, total := m.Loss, m.Total // later moves of the review may change these
			doc.Loss, doc.Unit, doc.Total = &loss, m.Unit, &total
		}
	}
	return doc
}
