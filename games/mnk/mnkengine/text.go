package mnkengine

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/search"
)

// Game returns a game of the family as text. spec is "M,N,K" with variants; see ParseSpec in
// games/mnk. Nilsson evaluates tic-tac-toe and small boards with gravity or joined edges, Rows
// other boards of up to 64 cells. On larger boards Threats evaluates plain rows of up to 5, such as
// gomoku, and Patterns the others. Large boards with joined edges have no evaluation.
func Game(spec string) (*engine.Game, error) {
	s, err := mnk.ParseSpec(spec)
	if err != nil {
		return nil, err
	}
	if s.Fits() {
		return small(s)
	}
	return large(s)
}

func about(s mnk.Spec, unit string) engine.About {
	about := engine.About{
		Name:      "mnk:" + s.String(),
		Title:     "m,n,k game",
		Sizes:     "mnk:M,N,K with M, N up to 19, K in a row; variants gravity, wrap, exact; gomoku is mnk:15,15,5",
		Positions: "rows of X, O and - from the top, separated by slashes, and the side to move",
		Moves:     "a column letter and a row number; a1 is the top left corner",
		Solved:    "4,4,4 is a draw, 5,6,4 a win for the first player (Uiterwijk & van den Herik 2000)",
		Sides:     [2]string{"X", "O"},
		Unit:      unit,
		Proven:    "plies",
		Solver:    s.M*s.N <= provable,
		Size:      s.String(),
		Menu:      menu("4,4,4", "5,5,4", "7,7,5", "15,15,5", "19,19,5"),
	}
	if isGomoku(s) {
		about.Title, about.Size = "Gomoku", fmt.Sprintf("%d×%d", s.M, s.N)
	}
	if s == mnk.TicTacToe() {
		about.Name, about.Title, about.Sizes = "tictactoe", "Tic-tac-toe", "tictactoe is mnk:3,3,3"
		about.Solved, about.Size, about.Menu = "a draw", "", nil
	}
	about.In = engine.Translations(about.Title)
	return about
}

// isGomoku reports whether s is plain five in a row on a board with stones.
func isGomoku(s mnk.Spec) bool {
	return !s.Fits() && s == mnk.Spec{M: s.M, N: s.N, K: 5}
}

// protocols returns the protocol that programs for five in a row speak.
func protocols(s mnk.Spec) workshop.Protocols {
	switch s {
	case mnk.Spec{M: s.M, N: s.N, K: 5}:
		return workshop.Protocols{"gomocup": "freestyle"}
	case mnk.Spec{M: s.M, N: s.N, K: 5, Exact: true}:
		return workshop.Protocols{"gomocup": "standard"}
	}
	return nil
}

// menu returns the games of some specs.
func menu(specs ...string) (list []engine.Size) {
	for _, s := range specs {
		list = append(list, engine.Size{Name: "mnk:" + s, Label: s})
	}
	return list
}

type searcher = engine.Searcher[mnk.Position, mnk.Move]

// small returns a game on at most 64 cells. Searches for the outcome alone do without an
// evaluation, which is of little use in proofs. Quiescence is not worthwhile either
// (TestQuiescence).
func small(s mnk.Spec) (*engine.Game, error) {
	r, err := mnk.New(s)
	if err != nil {
		return nil, err
	}
	spec := engine.Spec[mnk.Position, mnk.Move]{
		About: about(s, "rows"), Compiled: engine.Compiled[mnk.Position, mnk.Move],
		Board: picture(r), Offers: []any{opponentsOn(s), protocols(s)},
		NewSearcher: func(o engine.Options) searcher {
			if o.Outcome {
				return search.New(NewExact(r), o.Options)
			}
			return search.New(Nilsson{r}, o.Options)
		},
	}
	rows, ok := NewRows(r)
	if !ok || s == mnk.TicTacToe() {
		return engine.Adapt(Nilsson{r}, spec), nil
	}
	spec.About.Unit = "points"
	spec.NewSearcher = func(o engine.Options) searcher {
		o.Without |= search.Quiescence
		if o.Outcome {
			return search.New(rows.Exact, o.Options)
		}
		return search.New(rows, o.Options)
	}
	return engine.Adapt(rows, spec), nil
}

// large returns a game on more than 64 cells.
func large(s mnk.Spec) (*engine.Game, error) {
	r, err := mnk.NewLarge(s)
	if err != nil {
		return nil, err
	}
	spec := engine.Spec[mnk.LargePosition, mnk.Move]{
		About: about(s, "points"), Compiled: engine.Compiled[mnk.LargePosition, mnk.Move],
		Board: picture(r), Offers: []any{opponentsOn(s), protocols(s)},
	}
	patterns, err := NewPatterns(r)
	if err != nil {
		return engine.Adapt(r, spec), nil
	}
	spec.NewSearcher = func(o engine.Options) largeSearcher { return search.New(patterns, quiet(o)) }
	if threats, err := NewThreats(r); err == nil {
		spec.NewSearcher = func(o engine.Options) largeSearcher { return newThreatSearcher(threats, o) }
		spec.Measure = func(_ *mnk.LargePosition, v game.Score) engine.Value { return shown(v) }
		spec.Chances = engine.Chances{Middle: 10, Slope: 97} // on 15×15
	}
	return engine.Adapt(patterns, spec), nil
}

type largeSearcher = engine.Searcher[mnk.LargePosition, mnk.Move]

// shown converts a score of Threats. Estimates are in tenths of log-odds, at most 99.
func shown(v game.Score) engine.Value {
	if !v.Proven() {
		v = game.Score(math.Round(float64(min(max(v, -most), most)) / 10))
	}
	return engine.Measure(v, "points")
}

// most is the largest estimate shown, in hundredths of log-odds; wins by threats score higher.
const most = 990

// quiet returns the options of o. By default it limits the quiescence search of threats to one
// threat and its answer. Measured on 11×11 to depth 4: limits of 2, 3, 4 and 8 plies take the same
// nodes within 1 %; 1 ply, which misses the answer, takes 7 % fewer (TestQuiet).
func quiet(o engine.Options) search.Options {
	o.QuietPlies = cmp.Or(o.QuietPlies, 2)
	return o.Options
}

// Generic returns the generic search over rules. It is not inlined because other packages
// would then compile the search again.
//
//go:noinline
func Generic(rules game.Rules[mnk.Position, mnk.Move], o search.Options) engine.Searcher[mnk.Position, mnk.Move] {
	return search.New(rules, o)
}

// The opponents. The Elo ratings come from 'ply match GAME --ladder --opponents --games 200
// --plies 2', in tic-tac-toe with one ply, in gomoku with 100 games; the errors are in
// docs/strength.md.
var (
	// solved lists the opponents in tic-tac-toe and, without ratings, on boards
	// of at most 16 cells, where every position is solved at once.
	solved = workshop.Opponents{
		{Name: "beginner", Sight: engine.Sight{Plies: 1, Overlook: 0.7, Error: 4}},
		{Name: "novice", Sight: engine.Sight{Plies: 2, Overlook: 1, Error: 4}, Elo: 186},
		{Name: workshop.Perfect, Level: engine.MaxLevel, Elo: 288},
	}
	// opponents lists the opponents on 5×5 with rows of four and, without
	// ratings, on other small boards.
	opponents = workshop.Opponents{
		{Name: "beginner", Sight: engine.Sight{Plies: 1, Overlook: 0.9, Error: 1000}},
		{Name: "novice", Sight: engine.Sight{Plies: 1, Overlook: 0.6, Error: 150}, Elo: 149},
		{Name: "casual", Sight: engine.Sight{Plies: 1, Overlook: 0.3, Error: 40}, Elo: 347},
		{Name: "strong", Level: 4, Elo: 529},
		{Name: "expert", Level: 7, Elo: 590},
	}
	// many lists the opponents in gomoku on 15×15 and, without ratings, on other large boards.
	many = workshop.Opponents{
		{Name: "beginner", Sight: engine.Sight{Plies: 1, Overlook: 0.7, Error: 100}},
		{Name: "novice", Sight: engine.Sight{Plies: 1, Overlook: 0.5, Error: 50}, Elo: 182},
		{Name: "casual", Sight: engine.Sight{Plies: 1, Overlook: 0.3, Error: 25}, Elo: 305},
		{Name: "club", Sight: engine.Sight{Plies: 2, Overlook: 0.05, Error: 6}, Elo: 505},
		{Name: "expert", Level: 3, Elo: 715},
		{Name: "master", Level: 5, Elo: 1023},
	}
)

// provable is the largest number of cells at which every position is solved at once.
const provable = 16

// opponentsOn returns the opponents for a board.
func opponentsOn(s mnk.Spec) workshop.Opponents {
	list, rated := opponents, mnk.Spec{M: 5, N: 5, K: 4}
	switch {
	case s.M*s.N <= provable:
		list, rated = solved, mnk.TicTacToe()
	case !s.Fits():
		list, rated = many, mnk.Spec{M: 15, N: 15, K: 5}
	}
	if s != rated {
		return list.Unrated()
	}
	return list
}

// paperSide is the longest side of boards drawn as paper with marks. Larger boards are
// wood with stones.
const paperSide = 9

// scored is the number of moves that show a score on a large board: as many as
// one can see at a glance.
const scored = 10

// drawn is the interface of rules with a picture.
type drawn[S any] interface {
	game.Rules[S, mnk.Move]
	game.Notation[S, mnk.Move]
	Spec() mnk.Spec
	Won(p *S) []int
}

// stars returns the star points: five on 15×15, nine on 19×19.
func stars(s mnk.Spec) (dots [][2]float64) {
	lines := map[int][]float64{15: {3.5, 11.5}, 19: {3.5, 9.5, 15.5}}[s.M]
	if s.M != s.N {
		return nil
	}
	for _, y := range lines {
		for _, x := range lines {
			dots = append(dots, [2]float64{x, y})
		}
	}
	if s.M == 15 {
		dots = append(dots, [2]float64{7.5, 7.5})
	}
	return dots
}

// picture describes how to draw a game.
func picture[S any](r drawn[S]) *boards.Of[S, mnk.Move] {
	s := r.Spec()
	b := boards.Grid(s.M, s.N)
	b.Marks()
	if max(s.M, s.N) > paperSide {
		b.Rounds(boards.Stone)
		b.Sides[0].Name, b.Sides[1].Name = "Black", "White"
		b.Scored = scored
		b.Dots = stars(s)
		b.Ground, b.Lines = boards.Wood, boards.Through
	}
	if s.Gravity {
		b.Falls, b.Turns = true, 1
	}
	b.SetUp = &boards.SetUp{}
	return &boards.Of[S, mnk.Move]{
		Board: b,
		Pieces: func(p *S) string {
			rows, _, _ := strings.Cut(r.FormatPosition(p), " ")
			return boards.ReadRows(rows)
		},
		Path:  func(_ *S, m mnk.Move) []int { return []int{int(m)} },
		Won:   r.Won,
		Write: func(a boards.Arrangement) string { return boards.Rows(a.Pieces, s.M) + " " + boards.SideLetter(a.Side) },
	}
}
