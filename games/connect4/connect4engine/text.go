package connect4engine

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/internal/reason"
)

// Game returns Connect Four as text on a board of size "WxH". An empty size means 7x6.
func Game(size string) (*engine.Game, error) {
	r := connect4.Rules{}
	if size != "" {
		var err error
		if r, err = connect4.ParseSize(size); err != nil {
			return nil, err
		}
	}
	about := engine.About{
		Name:      fmt.Sprintf("connect4:%dx%d", r.Width(), r.Height()),
		Title:     "Connect Four",
		Sizes:     "connect4:WxH with W·(H+1) ≤ 64; connect4 is 7x6",
		Positions: "the columns played, such as 44435; or rows of X, O and - from the top, separated by slashes",
		Moves:     "a column, 1 to W",
		Solved:    "7x6: the first player wins on move 41 (Allen 1988, Allis 1988)",
		Sides:     [2]string{"X", "O"},
		Unit:      "stones",
		Solver:    r.Width()*r.Height() <= solvable,
		Menu:      menu(7, 6, 6, 5, 5, 4, 8, 7),
		In:        engine.Translations("Connect Four"),
	}
	if (r != connect4.Rules{}) {
		about.Size = fmt.Sprintf("%d × %d", r.Width(), r.Height())
	}
	spec := engine.Spec[connect4.State, connect4.Move]{
		About: about,
		NewSearcher: func(o engine.Options) engine.Searcher[connect4.State, connect4.Move] {
			return &searcher{rules: r, options: o}
		},
		Compiled:   engine.Compiled[connect4.State, connect4.Move],
		Measure:    func(s *connect4.State, v game.Score) engine.Value { return measure(r, s, v) },
		Chances:    chances,
		ParseMoves: func(s *connect4.State, text string) ([]connect4.Move, error) { return parseMoves(r, s, text) },
		Board:      picture(r),
		Offers:     []any{opponentsOn(r)},
	}
	if (r == connect4.Rules{}) {
		spec.OpenBook = openBook
	}
	return engine.Adapt(NewLines(r), spec), nil
}

// menu returns the boards with these pairs of widths and heights.
func menu(sizes ...int) (list []engine.Size) {
	for size := range slices.Chunk(sizes, 2) {
		list = append(list, engine.Size{
			Name: fmt.Sprintf("connect4:%dx%d", size[0], size[1]), Label: fmt.Sprintf("%d × %d", size[0], size[1]),
		})
	}
	return list
}

// measure converts a value to a score for the side to move. A win or loss with a known distance
// becomes the stones that the winner has left, counting from 1, negative for a loss. An estimate is
// less than a stone: the mean outcome of similar positions, from -1 to 1.
func measure(r connect4.Rules, s *connect4.State, v game.Score) engine.Value {
	value := engine.Measure(v, "stones")
	switch {
	case value.Plies >= 0:
		left := (r.Width()*r.Height() + 2 - s.Plies() - value.Plies) / 2
		value.Number, value.Unit = float64(left*value.Outcome), "stones"
	case v.Proven():
		value.Unit = "outcome" // a win or loss without a known distance
	default:
		odds := chances.At(v)
		value.Number = math.Round(100*(odds.Win-odds.Loss)) / 100
	}
	return value
}

// chances are the odds of estimates, in open lines.
var chances = engine.Chances{Middle: 2.6, Slope: 6.4}

// parseMoves parses columns, with or without separators.
func parseMoves(r connect4.Rules, s *connect4.State, text string) ([]connect4.Move, error) {
	var moves []connect4.Move
	at := *s
	for i, name := range strings.NewReplacer(" ", "", ",", "").Replace(text) {
		m, err := r.ParseMove(&at, string(name))
		if err != nil {
			return moves, reason.Errorf("move %d: %w", i+1, err)
		}
		moves = append(moves, m)
		r.Play(&at, &at, m)
	}
	return moves, nil
}

// opponents lists the opponents on the standard board; the last is the solver. The Elo ratings come
// from 'ply match connect4 --ladder --opponents --plies 4 --games 200', for the last opponent with
// 20 games. docs/strength.md has the errors.
var opponents = workshop.Opponents{
	{Name: "beginner", Sight: engine.Sight{Plies: 1, Overlook: 0.7, Error: 10}},
	{Name: "novice", Sight: engine.Sight{Plies: 2, Overlook: 1, Error: 20}, Elo: 295},
	{Name: "casual", Sight: engine.Sight{Plies: 2, Overlook: 0.1, Error: 2}, Elo: 476},
	{Name: "club", Sight: engine.Sight{Plies: 3, Overlook: 0.1, Error: 1}, Elo: 576},
	{Name: "strong", Level: 4, Elo: 749},
	{Name: "expert", Level: 7, Elo: 861},
	{Name: "master", Level: 12, Elo: 1000},
	{Name: workshop.Perfect, Level: engine.MaxLevel, Elo: 1338},
}

// solvable is the number of cells of the largest board that the solver solves within seconds.
const solvable = 42

// opponentsOn returns the opponents for the board of r.
func opponentsOn(r connect4.Rules) workshop.Opponents {
	switch {
	case r == connect4.Rules{}:
		return opponents
	case r.Width()*r.Height() <= solvable:
		return opponents.Unrated()
	}
	return opponents.Unrated()[:len(opponents)-1]
}

// picture describes how to draw a game: a panel with holes into which counters fall.
func picture(r connect4.Rules) *boards.Of[connect4.State, connect4.Move] {
	b := boards.Grid(r.Width(), r.Height())
	b.Rounds(boards.Counter)
	b.Sides = []boards.Side{{Name: "Red", Colour: boards.Red}, {Name: "Yellow", Colour: boards.Yellow}}
	b.Ground, b.Lines = boards.Panel, boards.NoLines
	if r.Height() > 1 { // a single row without slashes would parse as moves
		b.SetUp = &boards.SetUp{}
	}
	var names []string
	for c := range r.Width() {
		names = append(names, r.FormatMove(nil, connect4.Move(c)))
	}
	b.Upright(names)
	return &boards.Of[connect4.State, connect4.Move]{
		Board:  b,
		Pieces: func(s *connect4.State) string { return counters(r, s) },
		Path:   func(s *connect4.State, m connect4.Move) []int { return []int{landing(r, s, int(m))} },
		Won:    func(s *connect4.State) []int { return won(r, s) },
		Write: func(a boards.Arrangement) string {
			return boards.Rows(a.Pieces, r.Width()) + " " + boards.SideLetter(a.Side)
		},
	}
}

// at returns the bit of the cell in a column that is row rows below the top;
// see the layout in games/connect4.
func at(r connect4.Rules, column, row int) uint64 {
	return 1 << (column*(r.Height()+1) + r.Height() - 1 - row)
}

// counters returns the contents of all cells, row by row from the top.
func counters(r connect4.Rules, s *connect4.State) string {
	cells := make([]byte, r.Width()*r.Height())
	own := r.ToMove(s)
	for i := range cells {
		switch bit := at(r, i%r.Width(), i/r.Width()); {
		case s.All()&bit == 0:
			cells[i] = boards.Empty
		case s.Own()&bit != 0:
			cells[i] = boards.SideLetter(own)[0]
		default:
			cells[i] = boards.SideLetter(own.Other())[0]
		}
	}
	return string(cells)
}

// landing returns the cell where a counter lands in a column that is not full.
func landing(r connect4.Rules, s *connect4.State, column int) int {
	row := r.Height() - 1
	for row > 0 && s.All()&at(r, column, row) != 0 {
		row--
	}
	return row*r.Width() + column
}

// won returns the cells of all fours of the side that moved last, if there are any.
func won(r connect4.Rules, s *connect4.State) (cells []int) {
	discs, stride, won := s.Own()^s.All(), uint(r.Height()+1), uint64(0)
	for _, step := range [...]uint{1, stride - 1, stride, stride + 1} {
		first := fours(discs, step)
		won |= first | first<<step | first<<(2*step) | first<<(3*step)
	}
	for i := range r.Width() * r.Height() {
		if won&at(r, i%r.Width(), i/r.Width()) != 0 {
			cells = append(cells, i)
		}
	}
	return cells
}
