package engine

import (
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/internal/reason"
)

// Game is a game whose positions and moves are text. Adapt makes it from typed
// rules. It is immutable and safe for concurrent use.
type Game struct {
	rules rules
	caps  capability.Set[State, Move]
	spec  Spec[State, Move] // Measure, Levels, Fault and NewSearcher are never nil
	text  transcriber
	board *boards.Board
	index func() openings // made at the first use
}

// transcriber is the method set of record.Transcriber[State, Move]. An interface keeps
// the compiler from instantiating those methods in every package that uses a Game.
type transcriber interface {
	ReadPosition(text string) (s State, mended []error, err error)
	ReadMoves(s State, text string) ([]Move, error)
	ReadLine(s State, words []string) ([]Move, error)
	WriteLine(s State, moves []Move) []string
	ReadVariations(s State, moves []Move, list []record.Variation[string]) ([]record.Variation[Move], error)
	WriteVariations(s State, moves []Move, list []record.Variation[Move]) []record.Variation[string]
	Codecs() []record.Codec[State, Move]
}

// About describes the game.
func (g *Game) About() About { return g.spec.About }

// Start returns the initial position.
func (g *Game) Start() *Position { return g.at(g.rules.Start()) }

func (g *Game) at(s State) *Position { return &Position{game: g, state: s} }

// Parse returns the position that text describes; "startpos" is the initial
// one. Errors state the place and the offence.
func (g *Game) Parse(text string) (*Position, error) {
	s, mended, err := g.text.ReadPosition(text)
	if err != nil {
		return nil, err
	}
	p := g.at(s)
	p.mended = mended
	return p, nil
}

// NewEngine returns an engine for the game.
func (g *Game) NewEngine(o Options) Engine {
	o.Threads = max(1, o.Threads)
	return &textEngine{options: o, searcher: g.spec.NewSearcher(o)}
}

// Fault returns the first failure of the rules, if they are a user's program, or nil. After it
// analyses claim nothing.
func (g *Game) Fault() error { return g.spec.Fault() }

// ErrChance is the error about algorithms that cannot handle events of chance.
var ErrChance = reason.New("the game has events of chance, which only Monte Carlo tree search knows")

// Chance reports whether the game has events of chance.
func (g *Game) Chance() bool { return g.caps.Chancer != nil }

// Levels describes each level of strength, lowest first; see Position.AtLevel.
func (g *Game) Levels() []string {
	all := make([]string, MaxLevel)
	for i := range all {
		all[i] = g.spec.Levels.Describe(i + 1)
	}
	return all
}

// HasOpenings reports whether openings of the game have names.
func (g *Game) HasOpenings() bool { return g.spec.Openings != nil }

// Openings returns the named openings; see FindOpening.
func (g *Game) Openings() (list []NamedOpening) {
	if !g.HasOpenings() {
		return nil
	}
	start := g.rules.Start()
	for name, moves := range g.spec.Openings {
		list = append(list, NamedOpening{name, g.text.WriteLine(start, moves)})
	}
	return list
}

// OpenBook opens an opening book for reading.
func (g *Game) OpenBook(path string) (Book, error) {
	if g.spec.OpenBook == nil {
		return nil, reason.Errorf("%s: there are no opening books for it", g.spec.About.Name)
	}
	b, err := g.spec.OpenBook(path)
	if err != nil {
		return nil, err
	}
	return textBook{b}, nil
}

// Rules returns the rules over boxed states and moves, for generic algorithms.
func (g *Game) Rules() Rules { return g.rules }

// Board describes the drawing of positions; nil if they are drawn only as
// text. The caller must not change it.
func (g *Game) Board() *boards.Board { return g.board }

// Arrange returns the position of pieces set up by hand. Errors state the place and the offence.
func (g *Game) Arrange(a boards.Arrangement) (*Position, error) {
	if g.board == nil || g.board.SetUp == nil {
		return nil, ErrNoBoard
	}
	if err := g.board.Check(a.Pieces); err != nil {
		return nil, err
	}
	if a.Side > 1 {
		return nil, reason.Errorf("side %d, want 0 or 1", a.Side)
	}
	values := 1
	if o := g.board.SetUp.Option; o != nil {
		values = len(o.Values)
	}
	if a.Option < 0 || a.Option >= values {
		return nil, reason.Errorf("option %d, want 0 to %d", a.Option, values-1)
	}
	return g.Parse(g.spec.Board.Write(a))
}

// AllOffered returns the capabilities of g with type T, in the order of Spec.Offers; see Offered.
func AllOffered[T any](g *Game) (offers []T) {
	for _, o := range g.spec.Offers {
		if offer, ok := o.(T); ok {
			offers = append(offers, offer)
		}
	}
	return offers
}

// Offered returns g's first capability of type T. Package workshop declares
// most of the types. ok is false if g has none of the type.
func Offered[T any](g *Game) (offer T, ok bool) {
	if all := AllOffered[T](g); len(all) > 0 {
		return all[0], true
	}
	return offer, false
}

// GameDocument is the document "ply.game/1".
type GameDocument struct {
	Schema    string    `json:"schema"`    // "ply.game/1"
	Name      string    `json:"name"`      // the following texts are those of About
	Title     string    `json:"title"`     // name of the game
	Sizes     string    `json:"sizes"`     // as About.Sizes
	Positions string    `json:"positions"` // as About.Positions
	Moves     string    `json:"moves"`     // as About.Moves
	Solved    string    `json:"solved"`    // as About.Solved
	Sides     [2]string `json:"sides"`     // the players, first player first
	Unit      string    `json:"unit"`      // of estimates
	Formats   []string  `json:"formats"`   // names of the formats of its records
	// Board says how positions are drawn. Nil means as text only.
	Board *boards.Board `json:"board,omitempty"`
}

// Describe returns the document of g.
func (g *Game) Describe() GameDocument {
	a := g.About()
	return GameDocument{"ply.game/1", a.Name, a.Title, a.Sizes, a.Positions, a.Moves, a.Solved, a.Sides, a.Unit, g.FormatNames(), g.Board()}
}

// FormatNames returns the names of the formats of records of g.
func (g *Game) FormatNames() (names []string) {
	for _, f := range g.Formats() {
		names = append(names, f.Name)
	}
	return names
}
