package engine

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/internal/capability"
	"github.com/plywood-go/plywood/search"
)

// Playable is what a game must have to be used as text.
type Playable[S any, M comparable] = record.Rules[S, M]

// Searcher analyses states of one game: a search.Searcher, or a solver of the
// game's own that reports in the same terms.
type Searcher[S any, M comparable] interface {
	Search(ctx context.Context, pos *S, q search.Query, c search.Control, report func(search.Result[M])) search.Result[M]
	Clear()
}

// Spec is what Adapt needs to know of a game beyond its rules. Only About is
// required.
type Spec[S any, M comparable] struct {
	About About
	// NewSearcher makes the engine of the game. Nil means search.New over the
	// rules.
	NewSearcher func(Options) Searcher[S, M]
	// Measure turns a score at s into the game's terms. Nil means plies for
	// proven wins and losses, points for margins, About.Unit for estimates.
	Measure func(s *S, v game.Score) Value
	// ParseMoves reads a list of moves played one after the other from s, for
	// games whose players write them without separators or leave out passes.
	// Nil means that moves are separated by spaces or commas.
	ParseMoves func(s *S, text string) ([]M, error)
	// Levels say what levels of strength mean. Nil means that a level is a
	// depth.
	Levels *Levels[S]
	// OpenBook opens the file of an opening book for the game. Nil means that
	// there are no books.
	OpenBook func(path string) (BookOf[S, M], error)
	// Clock says how a clock is to be spent from s on: it sets Clock.Moves to
	// the number of moves that are worth thinking about. Nil means that the
	// clock is spent as given.
	Clock func(s *S, c search.Clock) search.Clock
	// FormatMoves writes moves played one after the other from s in a form
	// that ParseMoves reads. Nil means that they are separated by spaces.
	FormatMoves func(s *S, moves []M) string
	// Codecs are the notations of whole games, other than the transcript that
	// every game has.
	Codecs []record.Codec[S, M]
	// Opening returns the name of the opening whose position s is, "" if it is
	// that of none. Nil means that no opening has a name.
	Opening func(s *S) string
	// Openings goes through the names of openings and the moves from the initial
	// position to each. Nil means that no opening has a name.
	Openings iter.Seq2[string, []M]
	// Offers are what the game alone can do, each of the type by which Offered
	// finds it. Nil means that there is nothing.
	Offers []any
	// Board is how positions are drawn and moves entered. Nil means as text.
	Board *BoardOf[S, M]
}

// Adapt makes a Game of typed rules.
func Adapt[S any, M comparable, R Playable[S, M]](rules R, spec Spec[S, M]) Game {
	text := record.Transcriber[S, M]{Rules: rules, ParseMoves: spec.ParseMoves, FormatMoves: spec.FormatMoves}
	g := &adapter[S, M, R]{rules: rules, spec: spec, text: text, board: spec.board(), caps: capability.Of[S, M](rules)}
	if g.spec.NewSearcher == nil {
		g.spec.NewSearcher = func(o Options) Searcher[S, M] { return search.New(rules, o.Options) }
	}
	if g.spec.Measure == nil {
		g.spec.Measure = func(_ *S, v game.Score) Value { return Measure(v, spec.About.Unit) }
	}
	if g.spec.Levels == nil {
		g.spec.Levels = plainLevels[S]()
	}
	return g
}

// Measure is the usual way to tell a score: the distance in plies of a proven
// win (positive) or loss (negative), the points of a margin, an estimate in
// the given unit. The unit "discs" or the like serves margins too.
func Measure(v game.Score, unit string) Value {
	if n, won, ok := v.Plies(); ok {
		if won {
			return Value{Number: float64(n), Unit: "plies", Plies: n, Outcome: 1}
		}
		return Value{Number: float64(-n), Unit: "plies", Plies: n, Outcome: -1}
	}
	if n, ok := v.Points(); ok {
		return Value{Number: float64(n), Unit: unit, Plies: -1, Outcome: v.Outcome()}
	}
	return Value{Number: float64(v), Unit: unit, Plies: -1}
}

type adapter[S any, M comparable, R Playable[S, M]] struct {
	rules R
	spec  Spec[S, M]
	text  record.Transcriber[S, M]
	caps  capability.Set[S, M]
	board *Board
}

func (g *adapter[S, M, R]) About() About { return g.spec.About }

func (g *adapter[S, M, R]) at(s S) *position[S, M, R] { return &position[S, M, R]{game: g, state: s} }

func (g *adapter[S, M, R]) Start() Position { return g.at(g.rules.Start()) }

func (g *adapter[S, M, R]) Parse(text string) (Position, error) {
	s, err := g.text.ReadPosition(text)
	if err != nil {
		return nil, err
	}
	return g.at(s), nil
}

func (g *adapter[S, M, R]) Rules() Rules {
	return &boxed[S, M, R]{rules: g.rules, evaluator: g.caps.Evaluator, passer: g.caps.Passer, alternates: g.caps.Alternates}
}

func (g *adapter[S, M, R]) NewEngine(o Options) Engine {
	o.Threads = max(1, o.Threads)
	e := &textEngine[S, M, R]{game: g, options: o}
	if o.Prove {
		e.searcher = newProver[S, M](g.rules, o)
	} else {
		e.searcher = g.spec.NewSearcher(o)
	}
	return e
}

type position[S any, M comparable, R Playable[S, M]] struct {
	game   *adapter[S, M, R]
	state  S
	before *position[S, M, R] // from which it was played; nil at the first and where none comes back
}

// after returns the position after m.
func (p *position[S, M, R]) after(m M) *position[S, M, R] {
	next := p.game.at(p.state)
	p.game.rules.Play(&next.state, &p.state, m)
	if p.game.caps.Repeater != nil {
		next.before = p
	}
	return next
}

// history returns the hashes of the positions that the line of p could come back
// to, the latest last.
func (p *position[S, M, R]) history() (hashes []uint64) {
	if p.game.caps.Repeater == nil {
		return nil
	}
	back, _ := p.game.caps.Repeater.Repetition(&p.state)
	for at := p.before; at != nil && back > 0; at = at.before {
		hashes = append(hashes, at.Hash())
		back--
	}
	slices.Reverse(hashes)
	return hashes
}

func (p *position[S, M, R]) Game() Game          { return p.game }
func (p *position[S, M, R]) String() string      { return p.game.rules.FormatPosition(&p.state) }
func (p *position[S, M, R]) Board() string       { return p.game.rules.Draw(&p.state) }
func (p *position[S, M, R]) ToMove() game.Player { return p.game.rules.ToMove(&p.state) }
func (p *position[S, M, R]) Side() string        { return p.game.spec.About.Sides[p.ToMove()&1] }
func (p *position[S, M, R]) Hash() uint64        { return p.game.rules.Hash(&p.state) }

func (p *position[S, M, R]) Status() game.Status {
	_, st := p.game.rules.Moves(&p.state, nil)
	return st
}

func (p *position[S, M, R]) Moves() []string {
	moves, _ := p.game.rules.Moves(&p.state, nil)
	return p.format(&p.state, moves)
}

// format writes moves that are all played from s.
func (p *position[S, M, R]) format(s *S, moves []M) []string {
	text := make([]string, len(moves))
	for i, m := range moves {
		text[i] = p.game.rules.FormatMove(s, m)
	}
	return text
}

// line writes moves that are played one after the other.
func (p *position[S, M, R]) line(moves []M) []string { return p.game.text.WriteLine(p.state, moves) }

func (p *position[S, M, R]) Play(move string) (Position, error) {
	m, err := p.game.rules.ParseMove(&p.state, move)
	if err != nil {
		return nil, err
	}
	return p.after(m), nil
}

func (p *position[S, M, R]) PlayAll(text string) (Position, error) {
	moves, err := p.game.text.ReadMoves(p.state, text)
	if err != nil {
		return nil, err
	}
	at := p
	for _, m := range moves {
		at = at.after(m)
	}
	return at, nil
}

func (p *position[S, M, R]) State() State               { return State{p.state} }
func (p *position[S, M, R]) Measure(v game.Score) Value { return p.game.spec.Measure(&p.state, v) }

func (p *position[S, M, R]) Perft(ctx context.Context, depth int) game.Counts {
	stop := func() bool { return ctx.Err() != nil }
	if c := p.game.caps.PathCounter; c != nil {
		return c.CountPaths(&p.state, depth, stop)
	}
	return game.Perft(p.game.rules, &p.state, depth, stop)
}

func (p *position[S, M, R]) Divide(ctx context.Context, depth int) []Share {
	stop := func() bool { return ctx.Err() != nil }
	var shares []Share
	for _, s := range game.Divide(p.game.rules, &p.state, depth, stop) {
		shares = append(shares, Share{p.game.rules.FormatMove(&p.state, s.Move), s.Counts})
	}
	return shares
}

type textEngine[S any, M comparable, R Playable[S, M]] struct {
	game     *adapter[S, M, R]
	options  Options
	searcher Searcher[S, M]
}

func (e *textEngine[S, M, R]) Clear() { e.searcher.Clear() }

// errForeign is the panic for a caller's bug: positions belong to their game.
var errForeign = errors.New("engine: position of another game")

func (e *textEngine[S, M, R]) Analyze(ctx context.Context, pos Position, q search.Query, c search.Control, report func(Analysis)) Analysis {
	p, ok := pos.(*position[S, M, R])
	if !ok {
		panic(errForeign)
	}
	if q.History == nil {
		q.History = p.history()
	}
	if e.options.Outcome {
		q.Window = game.Window{Alpha: -1, Beta: 1}
	}
	twins := twinsOf(e.game.rules, &e.game.caps, &p.state)
	var typed func(search.Result[M])
	if report != nil {
		typed = func(r search.Result[M]) { report(e.describe(p, twins.share(r))) }
	}
	return e.describe(p, twins.share(e.searcher.Search(ctx, &p.state, q, c, typed)))
}

func (e *textEngine[S, M, R]) describe(p *position[S, M, R], r search.Result[M]) Analysis {
	a := Analysis{
		Position: p, Proof: r.Proof, Depth: r.Depth, SelDepth: r.SelDepth, Confidence: r.Confidence,
		Stats: r.Stats, Elapsed: r.Elapsed, Threads: max(1, r.Threads), Stopped: r.Stopped,
	}
	for i, l := range r.Lines {
		line := Line{
			PV: p.line(l.PV), Score: l.Score, Value: p.Measure(l.Score),
			Bound: l.Bound, Proof: l.Proof, Depth: l.Depth,
		}
		switch {
		case e.options.Prove:
			line.Value = measureOutcome(l.Score)
		case l.Score == 0 && (l.Proof == game.Exact || i == 0 && a.Exact()) && e.game.spec.About.Proven != "":
			line.Value.Unit = e.game.spec.About.Proven // a draw, not an estimate of equality
		}
		if len(line.PV) > 0 {
			line.Move = line.PV[0]
		}
		a.Lines = append(a.Lines, line)
	}
	return a
}
