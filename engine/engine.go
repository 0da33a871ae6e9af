// Package engine turns typed games into text. A [Game] reads and writes positions and moves as
// strings, and an [Engine] analyses positions; neither exposes the types of states and moves, so
// the command line, wire protocols and the web page work with every game alike.
//
// [Adapt] makes a Game of any rules with notation.
package engine

import (
	"context"
	"slices"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// Options configure an Engine for its life.
type Options struct {
	search.Options
	// Solve means that only proven values matter, so that an engine need not
	// estimate. Zero means that estimates count too.
	Solve bool
	// Prove finds the outcome by proof-number search instead of alpha-beta. Zero means alpha-beta.
	Prove bool
	// Sample searches by Monte Carlo tree search instead of alpha-beta. Zero means alpha-beta.
	Sample bool
	// Outcome asks only for win, draw or loss, which is quicker to solve. Zero means values.
	Outcome bool
	// Endgames is the folder of the endgame databases that an engine uses; see
	// workshop.Endgames. Empty means none.
	Endgames string
}

// Engine analyses positions of one game. It runs one analysis at a time.
type Engine interface {
	// Analyze searches pos until q is answered, c ends the search or ctx is done. If q has no
	// History it uses that of pos. Running out of time is not an error.
	//
	// report, if not nil, is called after each iteration, on any goroutine, one call at a time.
	Analyze(ctx context.Context, pos *Position, q search.Query, c search.Control, report func(Analysis)) Analysis
	// Clear forgets everything that earlier analyses have learned.
	Clear()
}

// Value is a score in the terms of its game.
type Value struct {
	// Number is the value in the notation of the game's players, for the side to move.
	Number float64
	// Text is the exact form of Number where a float64 would round it: a long
	// decimal, a fraction, "inf" or "-inf". It is usually empty.
	Text string
	// Unit is the unit of Number.
	Unit string
	// Plies is the distance to the end for a win or a loss; -1 if unknown.
	Plies int
	// Outcome is 1 for a win, -1 for a loss and 0 for neither. It is NoOutcome
	// in games without winners.
	Outcome int
	// Odds are the chances of the side to move, by estimate; zero if the game has no model of them.
	Odds Odds
}

// NoOutcome is the Outcome of values in games without winners, such as trees.
const NoOutcome = 2

// Decided reports whether v is a win or a loss, at a distance or not, rather than
// a margin or an estimate.
func (v Value) Decided() bool {
	return (v.Unit == "plies" || v.Unit == "outcome") && (v.Outcome == 1 || v.Outcome == -1)
}

// Reads returns how the number of v bounds the true number, if v bounds the true value as proof
// says. Numbers are those that players read: a value of at least a win in n plies reads as a
// win in at most n.
func (v Value) Reads(proof game.Bound) game.Bound {
	if v.Unit == "plies" && v.Outcome == 1 {
		return proof.Negate()
	}
	return v.bound(proof)
}

// bound returns how v bounds the true value in its own unit, if its score does
// so as proof says: an outcome is exact once a win or a loss is proven.
func (v Value) bound(proof game.Bound) game.Bound {
	if v.Unit == "outcome" && (v.Outcome == 1 && proof&game.Lower != 0 || v.Outcome == -1 && proof&game.Upper != 0) {
		return game.Exact
	}
	return proof
}

// Line is a move with its value and the play that follows.
type Line struct {
	Move  string     // first move of PV
	PV    []string   // the line, Move included
	Score game.Score // for the side to move
	Value Value      // Score in the game's terms
	Bound game.Bound // how the value bounds the value of a search to Depth
	Proof game.Bound // how the value bounds the true value of the move
	Depth int        // plies searched
}

// Analysis is an engine's result for a position.
type Analysis struct {
	Position *Position  // that was analysed
	Lines    []Line     // best first; if the game is over, one without a move
	Proof    game.Bound // how the best value bounds the position's true value
	Past     bool       // as in search.Result; see Of
	Depth    int        // plies of the last complete iteration
	SelDepth int        // plies of the longest line searched
	// Confidence is the confidence of the engine's selective rules in the
	// values, in percent; 0 if not measured.
	Confidence int
	// Book means that the lines are from an opening book.
	Book    bool
	Full    int           // how much of the table is in use, in thousandths; 0 if not known
	Stats   search.Stats  // counters of the search
	Elapsed time.Duration // time spent
	Threads int           // that searched
	Stopped search.Stop   // why the search ended
}

// Sure returns how the value of line i, as players read it, bounds the true
// one. A single line represents the position, one of several its own move.
func (a *Analysis) Sure(i int) game.Bound {
	l := &a.Lines[i]
	if len(a.Lines) == 1 && a.Proof != game.NoBound {
		return l.Value.Reads(a.Proof)
	}
	return l.Value.Reads(l.Proof)
}

// Exact reports whether the value of the position is proven.
func (a *Analysis) Exact() bool { return a.Proof == game.Exact }

// Sound returns a without claims if the rules of the game have failed; see Game.Fault.
func (a Analysis) Sound() Analysis {
	if a.Position.game.Fault() == nil {
		return a
	}
	a.Proof, a.Stopped = game.NoBound, search.Interrupted
	a.Lines = []Line{{Value: Value{Plies: -1, Outcome: NoOutcome}}}
	return a
}

// Outcome returns the proven outcome for the side to move, "win", "draw" or
// "loss"; "" if none is proven.
func (a *Analysis) Outcome() string {
	l := a.Lines[0]
	switch {
	case l.Value.Outcome == 1 && a.Proof&game.Lower != 0:
		return "win"
	case l.Value.Outcome == -1 && a.Proof&game.Upper != 0:
		return "loss"
	case l.Value.Outcome == 0 && a.Exact() && (l.Score == 0 || l.Score.Proven()):
		return "draw"
	}
	return ""
}

// The scopes of an analysis's proven values.
const (
	OfPosition = "position" // of the position alone: earlier moves or a limit may still draw the game
	OfGame     = "game"     // of the game with its earlier moves and its limits
)

// Of returns the scope of the proven values, OfPosition or OfGame. It is "" if nothing is proven or
// there is no difference: in games without repetitions, and where no earlier move matters.
func (a *Analysis) Of() string {
	p := a.Position
	switch {
	case p.endedBefore():
		return OfGame
	case !p.game.Remembers() || !a.proves():
		return ""
	case !a.Past && !a.lasts():
		return OfPosition
	case p.burdened():
		return OfGame
	}
	return ""
}

// proves reports whether anything is proven.
func (a *Analysis) proves() bool {
	return a.Proof != game.NoBound || slices.ContainsFunc(a.Lines, func(l Line) bool { return l.Proof != game.NoBound })
}

// lasts reports whether the position's proofs also hold for the game. A draw
// does, and so does a win that comes before any limit, because forcing it
// needs no repeated position; see search.Searcher.
func (a *Analysis) lasts() bool {
	p := a.Position
	if back, again := p.repeats(); back > 0 && again != game.Draw {
		return false
	}
	patience, recurs := p.patience(), p.recurs()
	for i, l := range a.Lines {
		if i == 0 {
			l.Proof |= a.Proof
		}
		decided := l.Score.Outcome() > 0 && l.Proof&game.Lower != 0 || l.Score.Outcome() < 0 && l.Proof&game.Upper != 0
		plies, _, distant := l.Score.Plies()
		if !distant {
			plies = game.MaxPlies
		}
		if decided && (recurs || plies > patience) {
			return false
		}
	}
	return true
}

// textEngine is the engine of a Game.
type textEngine struct {
	options  Options
	searcher Searcher[State, Move]
}

func (e *textEngine) Clear() { e.searcher.Clear() }

func (e *textEngine) Analyze(
	ctx context.Context, p *Position, q search.Query, c search.Control, report func(Analysis),
) Analysis {
	if q.History == nil {
		q.History = p.history()
	}
	if e.options.Outcome {
		q.Window = game.Window{Alpha: -1, Beta: 1}
	}
	var symmetric symmetry // a prover compares no values
	if !e.options.Prove {
		symmetric = p.symmetry()
	}
	tell := func(r search.Result[Move]) Analysis { return describe(p, symmetric.share(r), e.options.Prove).Sound() }
	if p.endedBefore() {
		return tell(ended(p.ended))
	}
	var told func(search.Result[Move])
	if report != nil {
		told = func(r search.Result[Move]) { report(tell(r)) }
	}
	a := tell(e.searcher.Search(ctx, &p.state, q, c, told))
	if len(q.Only) == 0 || !slices.ContainsFunc(a.Lines, a.outside(q.Only)) {
		return a
	}
	// The searcher does not leave out moves: compare all, and leave out the others here.
	only, wanted := q.Only, max(1, q.Lines)
	q.Only, q.Lines = nil, len(p.Moves())
	a = tell(e.searcher.Search(ctx, &p.state, q, c, nil))
	a.Lines = slices.DeleteFunc(a.Lines, a.outside(only))
	a.Lines = a.Lines[:min(wanted, len(a.Lines))]
	if len(a.Lines) == 0 { // a stopped search, or one that says nothing of other moves than the best
		first := p.Moves()[only[0]]
		a.Lines = []Line{{Move: first, PV: []string{first}}}
	}
	a.Proof &^= game.Upper
	return a
}

// outside returns a function that reports whether a line begins with a move that is not in the
// given places of the list of moves. The line of a finished game has no move.
func (a *Analysis) outside(only []int) func(Line) bool {
	moves := a.Position.Moves()
	return func(l Line) bool { return l.Move != "" && !slices.Contains(only, slices.Index(moves, l.Move)) }
}

// ended returns the result of a game that earlier moves have ended.
func ended(status game.Status) search.Result[Move] {
	return search.Result[Move]{
		Lines:   []search.Line[Move]{{Score: status.Score(), Bound: game.Exact, Proof: game.Exact}},
		Proof:   game.Exact,
		Stats:   search.Stats{Nodes: 1},
		Stopped: search.Solved,
	}
}

// describe converts the result of a search at p to an Analysis; proven means
// that it comes from a prover.
func describe(p *Position, r search.Result[Move], proven bool) Analysis {
	a := Analysis{
		Position: p, Proof: r.Proof, Past: r.Past, Depth: r.Depth, SelDepth: r.SelDepth, Confidence: r.Confidence,
		Full: r.Full, Stats: r.Stats, Elapsed: r.Elapsed, Threads: max(1, r.Threads), Stopped: r.Stopped,
	}
	for i, l := range r.Lines {
		line := Line{
			PV: p.game.text.WriteLine(p.state, l.PV), Score: l.Score,
			Bound: l.Bound, Proof: l.Proof, Depth: l.Depth,
		}
		line.Value = p.Worth(l.Score, l.Proof == game.Exact || i == 0 && a.Proof == game.Exact, proven)
		if len(line.PV) > 0 {
			line.Move = line.PV[0]
		}
		a.Lines = append(a.Lines, line)
	}
	return a
}
