package connect4engine

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/internal/reason"
)

// Game returns Connect Four as text on a board of size "WxH". An empty size
// means 7x6.
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
		In: map[string]engine.Words{
			"ru": {
				Title:    "Четыре в ряд",
				Notation: "номера столбцов подряд, например 44435, или ряды сверху вниз из X, O и - через косую черту; ход — номер столбца",
				Sizes:    "connect4:WxH при W·(H+1) ≤ 64; connect4 — то же, что connect4:7x6",
				Solved:   "7x6: первый игрок выигрывает на 41-м ходу (Аллен 1988, Аллис 1988)",
			},
			"zh": {
				Title:    "四子棋",
				Notation: "依次写出所下的列，如 44435，或自上而下各行用 X、O、- 表示，以斜线分隔；着法为列号",
				Sizes:    "connect4:WxH，W·(H+1) ≤ 64；connect4 即 connect4:7x6",
				Solved:   "7x6：先手在第 41 步取胜（Allen 1988、Allis 1988）",
			},
		},
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

// measure converts a value to a score for the side to move. A win or loss with a known
// distance becomes the stones that the winner has left, counting from 1, negative for a
// loss. An estimate is less than a stone: the mean outcome of similar positions, from -1
// to 1.
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

// opponents lists the opponents on the standard board. The first mostly moves at random,
// so that anyone can beat it; the last is the solver. The Elo ratings come from 'ply
// match connect4 --ladder --opponents --plies 4 --games 200', for the last opponent with
// 20 games. docs/strength.md has the errors.
var opponents = workshop.Opponents{
	{Name: "beginner", Level: 1, Slip: 0.7},
	{Name: "novice", Level: 1, Slip: 0.4, Elo: 100},
	{Name: "casual", Level: 1, Slip: 0.15, Elo: 163},
	{Name: "club", Level: 2, Slip: 0.04, Elo: 373},
	{Name: "strong", Level: 4, Elo: 486},
	{Name: "expert", Level: 7, Elo: 598},
	{Name: "master", Level: 12, Elo: 737},
	{Name: workshop.Perfect, Level: engine.MaxLevel, Elo: 1075},
}

// solvable is the number of cells of the largest board that the solver solves within
// seconds.
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
