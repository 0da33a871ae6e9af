package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/engine"
)

// reviewTime is how long a review looks at a move if no limit is given.
const reviewTime = time.Second

// reviewFlags are the flags of the review command.
type reviewFlags struct {
	recordFlags
	limitFlags
	strengthFlags
}

func (a *app) reviewCommand() *cobra.Command {
	var f reviewFlags
	c := &cobra.Command{
		Use:   "review [FILE]",
		Short: "Annotate records of games: what each move has cost",
		Long: `Annotate records of games: the value of each move, the best move, what was
lost, and where the game turned.

Without FILE, or with -, standard input is read. The notation and the game are
found out unless flags name them. Each move is looked at for 1 s unless limits
are given.`,
		Example: "  ply review game.ggf\n  ply review --game othello --moves f5d6c3d3c4 --depth 8",
		Args:    cobra.MaximumNArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.review(c.Context(), args, &f) },
	}
	f.recordFlags.add(c)
	f.strengthFlags.add(c)
	f.limitFlags.add(c)
	for _, name := range []string{"multipv", "algo"} { // a review has its own
		c.Flags().Lookup(name).Hidden = true
	}
	c.Flags().StringVar(&f.moves, "moves", "", "review these `moves` instead of a file")
	return c
}

func (a *app) review(ctx context.Context, args []string, f *reviewFlags) error {
	options, limits, err := f.check(args)
	if err != nil {
		return err
	}
	records, err := a.records(args, &f.recordFlags)
	if err != nil {
		return err
	}
	e := records[0].Start.Game().NewEngine(options)
	for i := range records {
		r, err := a.reviewOne(ctx, e, records, i, limits)
		if err != nil {
			return invalid(fmt.Errorf("game %d: %w", i+1, err))
		}
		a.printReview(r, i, len(records))
		if !r.Complete {
			return exit(exitInterrupted)
		}
	}
	return nil
}

// check turns the flags into options and limits.
func (f *reviewFlags) check(args []string) (engine.Options, engine.ReviewLimits, error) {
	var limits engine.ReviewLimits
	options, err := f.options()
	if err != nil {
		return options, limits, err
	}
	if limits.Limits, err = f.limits(reviewTime); err != nil {
		return options, limits, err
	}
	switch {
	case f.algorithm != searchAlgorithm:
		return options, limits, usage(fmt.Errorf("--algo: review needs %s", searchAlgorithm))
	case f.multipv != 1:
		return options, limits, usage(fmt.Errorf("--multipv: review compares the best move with the one played"))
	case f.moves != "" && len(args) > 0:
		return options, limits, usage(fmt.Errorf("--moves excludes FILE"))
	}
	if err := f.strengthFlags.check(&f.limitFlags); err != nil {
		return options, limits, err
	}
	limits.Level, limits.Confidence = f.level, f.confidence
	if f.level > 0 {
		limits.Time = f.time
	}
	return options, limits, nil
}

// reviewOne reviews the i-th of records and shows how far it is.
func (a *app) reviewOne(ctx context.Context, e engine.Engine, records []engine.Record, i int, limits engine.ReviewLimits) (*engine.Review, error) {
	var progress func(done, total int)
	if isTerminal(a.err) {
		show, done := status(a.err)
		defer done()
		progress = func(moves, of int) {
			show(fmt.Sprintf("game %d of %d: %d of %d moves", i+1, len(records), moves, of))
		}
	}
	return engine.NewReview(ctx, e, &records[i], limits, progress)
}

func (a *app) printReview(r *engine.Review, index, of int) {
	if !a.json {
		if index > 0 {
			fmt.Fprintln(a.out)
		}
		a.writeReview(r)
		return
	}
	doc := describeReview(r)
	if of > 1 {
		doc.Index = &index
	}
	a.writeJSON(doc)
}

// reviewJSON is the document "ply.review/1".
type reviewJSON struct {
	Schema       string         `json:"schema"`
	Index        *int           `json:"index,omitempty"`
	Game         string         `json:"game"`
	Start        string         `json:"start"`
	Players      [2]string      `json:"players"`
	Event        string         `json:"event,omitempty"`
	Place        string         `json:"place,omitempty"`
	Date         string         `json:"date,omitempty"`
	Result       string         `json:"result,omitempty"`
	Opening      string         `json:"opening"`
	OpeningMoves int            `json:"opening_moves"`
	Marks        marksJSON      `json:"marks"`
	ExactFrom    int            `json:"exact_from"`
	Moves        []moveJSON     `json:"moves"`
	Sides        [2]reviewTotal `json:"sides"`
	Nodes        uint64         `json:"nodes"`
	TimeMS       float64        `json:"time_ms"`
	Complete     bool           `json:"complete"`
}

// marksJSON are the losses from which moves are marked; 0 if only outcomes
// count.
type marksJSON struct {
	Unit    string  `json:"unit"`
	Dubious float64 `json:"dubious"`
	Mistake float64 `json:"mistake"`
	Blunder float64 `json:"blunder"`
}

// moveJSON is a move of a review. What is not known is left out.
type moveJSON struct {
	Number     int      `json:"number"`
	Side       string   `json:"side"`
	Position   string   `json:"position"`
	Move       string   `json:"move"`
	Forced     bool     `json:"forced"`
	Value      *valued  `json:"value,omitempty"`
	Best       string   `json:"best,omitempty"`
	BestValue  *valued  `json:"best_value,omitempty"`
	PV         []string `json:"pv,omitempty"`
	Loss       *float64 `json:"loss,omitempty"`
	Unit       string   `json:"unit,omitempty"`
	Total      *float64 `json:"total,omitempty"`
	Mark       string   `json:"mark"`
	Turning    bool     `json:"turning"`
	Exact      bool     `json:"exact"`
	Depth      int      `json:"depth"`
	Confidence int      `json:"confidence,omitempty"`
}

// valued is a value with its unit.
type valued struct {
	Value   float64 `json:"value"`
	Unit    string  `json:"unit"`
	Outcome int     `json:"outcome"`
}

// reviewTotal is what a side has lost.
type reviewTotal struct {
	Side    string             `json:"side"`
	Judged  int                `json:"judged"`
	Loss    map[string]float64 `json:"loss"`
	Dubious int                `json:"dubious"`
	Mistake int                `json:"mistakes"`
	Blunder int                `json:"blunders"`
}

func describeReview(r *engine.Review) reviewJSON {
	about := r.Record.Start.Game().About()
	h := &r.Record.Heading
	doc := reviewJSON{
		Schema: "ply.review/1", Game: about.Name, Start: r.Record.Start.String(), Players: h.Players,
		Event: h.Event, Place: h.Place, Date: h.Date, Result: h.Result,
		Opening: r.Opening, OpeningMoves: r.OpeningMoves,
		Marks:     marksJSON{about.Unit, about.Grades[0], about.Grades[1], about.Grades[2]},
		ExactFrom: r.ExactFrom, Moves: []moveJSON{},
		Nodes: r.Nodes, TimeMS: engine.Milliseconds(r.Elapsed), Complete: r.Complete,
	}
	for i := range r.Moves {
		doc.Moves = append(doc.Moves, describeReviewed(i+1, &r.Moves[i]))
	}
	for i, t := range r.Totals {
		doc.Sides[i] = reviewTotal{
			about.Sides[i], t.Moves, t.Loss, t.Marked[engine.Dubious], t.Marked[engine.Mistake], t.Marked[engine.Blunder],
		}
	}
	return doc
}

func describeReviewed(number int, m *engine.ReviewedMove) moveJSON {
	doc := moveJSON{
		Number: number, Side: m.Position.Side(), Position: m.Position.String(), Move: m.Move, Forced: m.Forced,
		Mark: m.Mark.String(), Turning: m.Turning, Exact: m.Exact, Depth: m.Depth,
	}
	if !m.Known {
		return doc
	}
	doc.Best, doc.PV = m.Best.Move, m.Best.PV
	doc.BestValue = &valued{m.Best.Value.Number, m.Best.Value.Unit, m.Best.Value.Outcome}
	if !m.Exact {
		doc.Confidence = m.Confidence
	}
	if m.Compared {
		doc.Value = &valued{m.Played.Number, m.Played.Unit, m.Played.Outcome}
		if m.Unit != "" {
			doc.Loss, doc.Unit, doc.Total = &m.Loss, m.Unit, &m.Total
		}
	}
	return doc
}
