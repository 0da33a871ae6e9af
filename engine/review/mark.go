package review

import (
	"strconv"

	"github.com/plywood-go/plywood/engine"
)

// Mark is the severity of a bad move.
type Mark int

// The marks, mildest first. A good move is Unmarked.
const (
	Unmarked Mark = iota
	Dubious
	Mistake
	Blunder
)

// markNames are the marks in the notation of players.
var markNames = [...]string{"", "?!", "?", "??"}

// String returns "", "?!", "?" or "??".
func (m Mark) String() string { return markNames[m] }

// The marks follow the expected points of the side that moves: 1 for a win, 1/2 for a draw. A loss
// of 1/4 is half the way from one outcome to the next. Each milder mark is for half as much.
const (
	blunderLoss = 1. / 4
	mistakeLoss = blunderLoss / 2
	dubiousLoss = mistakeLoss / 2
	// hopeless is the number of points below which a position counts as lost: no move
	// there is marked. In chess that is about a queen down.
	hopeless = dubiousLoss / 4
)

// Costly reports whether a move of value played would be marked where the best move is worth best.
func Costly(best, played engine.Value) bool { return points(best)-points(played) >= dubiousLoss }

// judge computes the loss of a move and marks it. alike means that both values are
// proven, or both are estimates. In a game that the engine solves, estimates have
// no loss: they only replace missing proofs.
func (m *Move) judge(alike bool) {
	best, played := m.Best.Value, m.Played
	alike = alike && (m.Exact || !m.Position.Game().About().Solver)
	if alike && best.Unit == played.Unit && gradual(best) && gradual(played) {
		m.Loss, m.Unit = max(0, decimal(best.Number-played.Number)), best.Unit
	}
	if m.Forced {
		return
	}
	m.Mark = m.mark()
	m.Turning = m.Mark > Unmarked && standing(best) > standing(played)
}

// mark returns the mark of a move. A move to a forced loss is a blunder unless the
// position was hopeless. In games without odds two estimates are not compared.
func (m *Move) mark() Mark {
	best, played := m.Best.Value, m.Played
	before := points(best)
	loss := before - points(played)
	switch {
	case !best.Odds.Known() && !m.Exact && best.Outcome == 0 && played.Outcome == 0:
		return Unmarked
	case before < hopeless:
		return Unmarked
	case loss >= blunderLoss, played.Outcome == -1 && best.Outcome != -1:
		return Blunder
	case loss >= mistakeLoss:
		return Mistake
	case loss >= dubiousLoss:
		return Dubious
	}
	return Unmarked
}

// points returns the expected points of a value. Without odds an estimate stands for
// nearly a win, a draw or nearly a loss, by the side that is ahead: a win that becomes
// such an estimate is not marked, and a position with one is not hopeless.
func points(v engine.Value) float64 {
	const nearly = (hopeless + dubiousLoss) / 2
	switch {
	case v.Odds.Known():
		return v.Odds.Points()
	case v.Outcome == 0:
		return 0.5 + (0.5-nearly)*float64(standing(v))
	}
	return 0.5 + 0.5*float64(v.Outcome)
}

// decimal rounds to twelve significant digits, so that sums of decimal numbers print
// as such: 0.56 - 0.39 is 0.17, not 0.17000000000000004.
func decimal(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return y
}

// gradual reports whether differences between values in v's unit are
// meaningful: differences of distances to the end are not.
func gradual(v engine.Value) bool { return v.Unit != "plies" && v.Unit != "outcome" }

// standing returns 1, 0 or -1 for the side that is ahead by a value; 0 in games without winners.
func standing(v engine.Value) int {
	switch {
	case v.Outcome == engine.NoOutcome:
		return 0
	case v.Number > 0:
		return 1
	case v.Number < 0:
		return -1
	}
	return v.Outcome
}

// sum adds up the known losses of both sides, and finds the move from which on
// all values are proven.
func (r *Review) sum() {
	exact := true
	for i := len(r.Moves) - 1; i >= 0 && exact; i-- {
		if exact = r.Moves[i].Exact; exact {
			r.ExactFrom = i + 1
		}
	}
	for i := range r.Totals {
		r.Totals[i] = Total{Loss: map[string]float64{}}
	}
	for i := range r.Moves {
		m := &r.Moves[i]
		t := &r.Totals[m.Position.ToMove()&1]
		if !m.Compared {
			continue
		}
		if !m.Forced {
			t.Moves++
			t.Marked[m.Mark]++
		}
		if m.Unit != "" {
			t.Loss[m.Unit] = decimal(t.Loss[m.Unit] + m.Loss)
			m.Total = t.Loss[m.Unit]
		}
	}
}

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
