package engine

import (
	"context"
	"iter"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/internal/capability"
	"github.com/plywood-go/plywood/search"
)

// Playable is what a game must have to be used as text.
type Playable[S any, M comparable] = record.Rules[S, M]

// Searcher analyses states of one game. It is a search.Searcher, or a solver of
// the game's own with the same questions and answers.
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
	// ParseMoves reads moves that are played one after the other from s, for
	// games whose players write them without separators or leave out passes.
	// Nil means that spaces or commas separate them.
	ParseMoves func(s *S, text string) ([]M, error)
	// Levels say what levels of strength mean. Nil means that a level is a
	// depth.
	Levels *Levels[S]
	// OpenBook opens the file of an opening book for the game. Nil means that
	// there are no books.
	OpenBook func(path string) (BookOf[S, M], error)
	// Clock says how a clock is to be spent from s on. It sets Clock.Moves to
	// the number of moves that are worth thinking about. Nil means that the
	// clock is spent as given.
	Clock func(s *S, c search.Clock) search.Clock
	// FormatMoves writes moves that are played one after the other from s, in a
	// form that ParseMoves reads. Nil means that spaces separate them.
	FormatMoves func(s *S, moves []M) string
	// Codecs are the notations of whole games, beside those that every game
	// has.
	Codecs []record.Codec[S, M]
	// Opening returns the name of the opening whose position s is, "" if there
	// is none. Nil means that no opening has a name.
	Opening func(s *S) string
	// Openings goes through the openings: their names, and the moves to each
	// from the initial position. Nil means that no opening has a name.
	Openings iter.Seq2[string, []M]
	// Offers are what this game can do and others cannot, each of the type by
	// which Offered finds it. Nil means nothing.
	Offers []any
	// Board says how positions are drawn and moves entered. Nil means as text.
	Board *BoardOf[S, M]
}

// Equipper is a game that knows more of its positions by what Options name, such as
// databases of endings.
type Equipper[R any] interface {
	// Equip returns the game with what o names.
	Equip(o Options) R
}

// equip returns rules for a searcher with options.
func equip[R any](rules R, o Options) R {
	if e, ok := any(rules).(Equipper[R]); ok {
		return e.Equip(o)
	}
	return rules
}

// Adapt makes a Game of typed rules. About is all that spec must have.
func Adapt[S any, M comparable, R Playable[S, M]](rules R, spec Spec[S, M]) *Game {
	if spec.NewSearcher == nil {
		spec.NewSearcher = func(o Options) Searcher[S, M] { return search.New(equip(rules, o), o.Options) }
	}
	caps := capability.Of[S, M](rules)
	own := spec.NewSearcher
	spec.NewSearcher = func(o Options) Searcher[S, M] {
		if o.Prove {
			return newProver[S, M](equip(rules, o), o)
		}
		return twinSearcher[S, M, R]{own(o), rules, &caps}
	}
	if spec.Measure == nil {
		spec.Measure = func(_ *S, v game.Score) Value { return Measure(v, spec.About.Unit) }
	}
	if spec.Levels == nil {
		spec.Levels = plainLevels[S]()
	}
	g := &Game{rules: &boxed[S, M, R]{rules, caps}, spec: boxSpec(spec), board: spec.board()}
	g.text = record.Transcriber[State, Move]{Rules: g.rules, ParseMoves: g.spec.ParseMoves, FormatMoves: g.spec.FormatMoves}
	return g
}

// Measure tells a score in the usual way: a proven win or loss by its distance
// in plies, positive for a win; a margin by its points; an estimate as it is.
// unit is the unit of estimates and of margins.
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
