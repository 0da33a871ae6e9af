package engine

import (
	"cmp"
	"context"
	"iter"
	"sync"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/mcts"
	"github.com/plywood-go/plywood/search/network"
	"github.com/plywood-go/plywood/search/prove"
)

// Playable are the rules and notation that a game needs for use as text.
type Playable[S any, M comparable] = record.Rules[S, M]

// Searcher analyses states of one game. It is a search.Searcher, or the game's
// own solver with the same queries and results.
type Searcher[S any, M comparable] interface {
	Search(ctx context.Context, pos *S, q search.Query, c search.Control, report func(search.Result[M])) search.Result[M]
	Clear()
}

// Spec describes a game to Adapt beyond its rules. Only About is required.
type Spec[S any, M comparable] struct {
	About About // facts about the game
	// NewSearcher returns the engine of the game, for options without Prove and Sample. Nil means
	// search.New over the rules.
	NewSearcher func(Options) Searcher[S, M]
	// Compiled, if set to the function of that name, compiles the searches for the game's own
	// states and moves, which takes about 2 s. Nil means that the game shares the searches over
	// boxed states with all others.
	Compiled func(Playable[S, M], Options) Searcher[S, M]
	// Measure converts a score at s to the game's terms. Nil means plies for
	// proven wins and losses, points for margins, About.Unit for estimates.
	Measure func(s *S, v game.Score) Value
	// Chances are the odds of estimates. Zero means that they are not known.
	Chances Chances
	// ParseMoves reads consecutive moves from s, for games whose players write them without
	// separators or omit passes. Nil means that spaces or commas separate them.
	ParseMoves func(s *S, text string) ([]M, error)
	// Levels define the levels of strength. Nil means that a level is a depth.
	Levels *Levels[S]
	// OpenBook opens an opening book of the game. Nil means that there are no books.
	OpenBook func(path string) (BookOf[S, M], error)
	// Clock adjusts a clock for a move at s. It sets Clock.Moves to the number of moves worth
	// thinking about. Nil means that the clock is used as given.
	Clock func(s *S, c search.Clock) search.Clock
	// FormatMoves writes consecutive moves from s in a form that ParseMoves
	// reads. Nil means that spaces separate them.
	FormatMoves func(s *S, moves []M) string
	// Coordinates writes a move by its squares, as the Universal Chess Interface
	// does: e2e4. With chess960, castling ends at the rook's square. Nil means
	// that programs exchange moves in the game's notation.
	Coordinates func(s *S, m M, chess960 bool) string
	// Codecs are the notations of whole games, in addition to those of every game.
	Codecs []record.Codec[S, M]
	// Openings iterates over the openings: their names, and the moves to each
	// from the initial position. Nil means that no opening has a name.
	Openings iter.Seq2[string, []M]
	// WorkToSolve returns the nodes that solving s usually takes. Of ten positions from play, eight
	// take between a third and three times as many. Nil means that it is not known.
	WorkToSolve func(s *S) float64
	// Offers are capabilities of this game that others lack; Offered finds
	// them by type. Nil means none.
	Offers []any
	// Fault returns the first failure of the rules, which are a user's program. Nil means that
	// they cannot fail.
	Fault func() error
	// Board describes how to draw positions and enter moves. Nil means as text.
	Board *boards.Of[S, M]
}

// Equipper is a game that knows more about its positions with resources named
// in Options, such as endgame databases.
type Equipper[R any] interface {
	// Equip returns the game with the resources of o.
	Equip(o Options) R
}

// Learned is a game with a built-in network.
type Learned interface {
	// Network returns the network, or nil if none exists.
	Network() *network.Net
}

// newSampler returns Monte Carlo tree search with the network of o, or the built-in one.
func newSampler[S any, M comparable](rules Playable[S, M], o Options) Searcher[S, M] {
	if l, ok := rules.(Learned); ok {
		o.Network = cmp.Or(o.Network, l.Network())
	}
	return mcts.New(rules, mcts.Options{TableBytes: o.TableBytes, Threads: o.Threads, Network: o.Network})
}

// equip returns rules with the resources of o.
func equip[R any](rules R, o Options) R {
	if e, ok := any(rules).(Equipper[R]); ok {
		return e.Equip(o)
	}
	return rules
}

// Adapt returns a Game with the given rules. spec needs only About. Adapt panics
// if spec.Board has no sides, no pieces, or no Pieces or Path function.
func Adapt[S any, M comparable, R Playable[S, M]](rules R, spec Spec[S, M]) *Game {
	return adapt(Playable[S, M](rules), func(o Options) Playable[S, M] { return equip(rules, o) }, spec)
}

// adapt is Adapt without a parameter for the type of the rules, so that it is compiled
// once for all rules with the same states and moves. equipped returns the rules with the
// resources named in options.
func adapt[S any, M comparable](rules Playable[S, M], equipped func(Options) Playable[S, M], spec Spec[S, M]) *Game {
	out := boxSpec(spec)
	out.NewSearcher = func(o Options) Searcher[State, Move] {
		switch {
		case spec.NewSearcher != nil && !o.Prove && !o.Sample:
			return boxedSearcher[S, M]{spec.NewSearcher(o)}
		case spec.Compiled != nil:
			return boxedSearcher[S, M]{spec.Compiled(equipped(o), o)}
		}
		return shared(box[S, M](equipped(o)), o)
	}
	return newGame(box[S, M](rules), out, spec.board())
}

// Compiled returns the search over rules that the options ask for.
func Compiled[S any, M comparable](rules Playable[S, M], o Options) Searcher[S, M] {
	switch {
	case capability.Of(rules).Chancer != nil: // no other search knows chance
		return newSampler(rules, o)
	case o.Prove:
		return prover[S, M]{prove.New(rules, prove.Options{TableBytes: o.TableBytes, Without: o.Without, Moves: true}), rules}
	case o.Sample:
		return newSampler(rules, o)
	}
	return search.New(rules, o.Options)
}

// shared is Compiled for boxed states. It is not inlined because every package that calls
// Adapt would then compile the searches again.
//
//go:noinline
func shared(rules Playable[State, Move], o Options) Searcher[State, Move] { return Compiled(rules, o) }

// newGame completes spec. It is not inlined because record.Transcriber would then be compiled in
// every package that calls Adapt.
//
//go:noinline
func newGame(rules rules, spec Spec[State, Move], board *boards.Board) *Game {
	if spec.Measure == nil {
		spec.Measure = func(_ *State, v game.Score) Value { return Measure(v, spec.About.Unit) }
	}
	if measure := spec.Measure; spec.Chances != (Chances{}) {
		spec.Measure = func(s *State, v game.Score) Value {
			value := measure(s, v)
			value.Odds = spec.Chances.At(v)
			return value
		}
	}
	if spec.Levels == nil {
		spec.Levels = plainLevels(rules.Capabilities().Chancer != nil)
	}
	if spec.Fault == nil {
		spec.Fault = func() error { return nil }
	}
	g := &Game{rules: rules, caps: rules.Capabilities(), board: board, spec: spec}
	g.index = sync.OnceValue(g.indexed)
	g.text = &record.Transcriber[State, Move]{Rules: rules, ParseMoves: spec.ParseMoves, FormatMoves: spec.FormatMoves}
	return g
}

// Measure converts a score in the usual way: a proven win or loss to its distance in plies,
// positive for a win; a margin to its points; an estimate to itself. unit is the unit of estimates
// and margins. A distance beyond any search is unknown: only the outcome remains.
func Measure(v game.Score, unit string) Value {
	if n, won, known := v.Distance(); known {
		if won {
			return Value{Number: float64(n), Unit: "plies", Plies: n, Outcome: 1}
		}
		return Value{Number: float64(-n), Unit: "plies", Plies: n, Outcome: -1}
	}
	if _, _, decided := v.Plies(); decided {
		return measureOutcome(v)
	}
	if n, ok := v.Points(); ok {
		return Value{Number: float64(n), Unit: unit, Plies: -1, Outcome: v.Outcome()}
	}
	return Value{Number: float64(v), Unit: unit, Plies: -1}
}
