package review

import "github.com/plywood-go/plywood/engine"

// Document is a review as JSON, the document "ply.review/1" of docs/cli/analyse.md.
// Index is for reviews of several games.
type Document struct {
	Schema       string           `json:"schema"`           // "ply.review/1"
	Index        *int             `json:"index,omitempty"`  // of the game in its file, from 0
	Game         string           `json:"game"`             // as engine.About.Name
	Start        string           `json:"start"`            // position before the first move
	Players      [2]string        `json:"players"`          // first player first; the headings are as in the record
	Event        string           `json:"event,omitempty"`  // tournament or match
	Place        string           `json:"place,omitempty"`  // of the event
	Date         string           `json:"date,omitempty"`   // of the game
	Result       string           `json:"result,omitempty"` // of the game
	Opening      string           `json:"opening"`          // name; "" if none is known
	OpeningMoves int              `json:"opening_moves"`    // moves that belong to it
	Marks        MarksDocument    `json:"marks"`            // losses from which on moves are marked
	ExactFrom    int              `json:"exact_from"`       // as in Review
	Moves        []MoveDocument   `json:"moves"`            // in order
	Sides        [2]TotalDocument `json:"sides"`            // totals by player
	Nodes        uint64           `json:"nodes"`            // positions visited
	TimeMS       float64          `json:"time_ms"`          // milliseconds spent
	Complete     bool             `json:"complete"`         // false if the review was interrupted
}

// MarksDocument holds the losses from which moves are marked.
type MarksDocument struct {
	Unit    string  `json:"unit"`    // "expected points": 1 for a win, 1/2 for a draw
	Dubious float64 `json:"dubious"` // least loss of each mark
	Mistake float64 `json:"mistake"` // likewise
	Blunder float64 `json:"blunder"` // likewise
}

// MoveDocument is a move of a review. Unknown fields are omitted.
type MoveDocument struct {
	Number     int                   `json:"number"`               // from 1
	Side       string                `json:"side"`                 // that moves
	Position   string                `json:"position"`             // before the move
	Move       string                `json:"move"`                 // as played
	Forced     bool                  `json:"forced"`               // there was no other move
	Value      *engine.ValueDocument `json:"value,omitempty"`      // of the move played, for its side
	Best       string                `json:"best,omitempty"`       // best move; absent if the review did not reach it
	BestValue  *engine.ValueDocument `json:"best_value,omitempty"` // of Best, for the same side
	PV         []string              `json:"pv,omitempty"`         // the line that begins with Best
	Loss       *float64              `json:"loss,omitempty"`       // BestValue minus Value; absent if it has no meaning
	Unit       string                `json:"unit,omitempty"`       // of Loss and Total
	Total      *float64              `json:"total,omitempty"`      // loss of the side so far
	Mark       string                `json:"mark"`                 // "?!", "?", "??" or ""
	Turning    bool                  `json:"turning"`              // the outcome became worse
	Why        []Why                 `json:"why,omitempty"`        // why the move was bad, where that is certain
	Exact      bool                  `json:"exact"`                // both values are proven
	Depth      int                   `json:"depth"`                // plies searched
	Confidence int                   `json:"confidence,omitempty"` // of selective rules in percent; 0 if not measured
}

// TotalDocument is the total loss of a side.
type TotalDocument struct {
	Side    string             `json:"side"`     // name of the player
	Judged  int                `json:"judged"`   // moves judged; forced ones are not
	Loss    map[string]float64 `json:"loss"`     // sum of the losses, by unit
	Dubious int                `json:"dubious"`  // moves with each mark
	Mistake int                `json:"mistakes"` // moves with this mark
	Blunder int                `json:"blunders"` // moves with this mark
}

// Describe returns the document of a review.
func (r *Review) Describe() Document {
	about := r.Record.Start.Game().About()
	h := &r.Record.Heading
	doc := Document{
		Schema: "ply.review/1", Game: about.Name, Start: r.Record.Start.String(), Players: h.Players,
		Event: h.Event, Place: h.Place, Date: h.Date, Result: h.Result,
		Opening: r.Opening, OpeningMoves: r.OpeningMoves,
		Marks:     MarksDocument{"expected points", dubiousLoss, mistakeLoss, blunderLoss},
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
		Mark: m.Mark.String(), Turning: m.Turning, Why: m.Why, Exact: m.Exact, Depth: m.Depth,
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
