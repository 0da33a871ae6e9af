package ultimateengine

import (
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/ultimate"
	"github.com/plywood-go/plywood/internal/reason"
)

// Game returns the game as text. It has one size.
func Game(size string) (*engine.Game, error) {
	if size != "" {
		return nil, reason.New("ultimate has one size, 9×9")
	}
	return engine.Adapt(Odds{}, engine.Spec[ultimate.Position, ultimate.Move]{Board: picture(), Offers: []any{opponents}, Chances: engine.Chances{Middle: 251, Slope: 380}, About: engine.About{
		Name:      "ultimate",
		Title:     "Ultimate tic-tac-toe",
		Sizes:     "nine boards of 3×3",
		Positions: "nine rows separated by slashes, the side to move, and its board 1 to 9 or -",
		Moves:     "a column letter and a row number of the 9×9 board; a1 is the top left corner",
		Sides:     [2]string{"X", "O"},
		Unit:      "thousandths of a row",
		In:        engine.Translations("Ultimate tic-tac-toe"),
	}}), nil
}

// opponents lists the named opponents. The Elo ratings come from 'ply match ultimate --ladder
// --opponents --plies 2 --games 100'; docs/strength.md has the errors.
var opponents = workshop.Opponents{
	{Name: "beginner", Sight: engine.Sight{Plies: 1, Overlook: 0.7, Error: 300}},
	{Name: "novice", Sight: engine.Sight{Plies: 1, Overlook: 0.4, Error: 150}, Elo: 164},
	{Name: "casual", Sight: engine.Sight{Plies: 1, Overlook: 0.15, Error: 80}, Elo: 337},
	{Name: "club", Level: 1, Elo: 492},
	{Name: "strong", Level: 2, Elo: 808},
	{Name: "expert", Level: 3, Elo: 1013},
	{Name: "master", Level: 5, Elo: 1294},
	{Name: "champion", Level: 7, Elo: 1429},
}

// anyBoard is the option for a free choice. The other options are the boards, from 1.
const anyBoard = 0

// picture describes how to draw the game: nine small boards. A position is set
// up with its marks and the board to move in.
func picture() *boards.Of[ultimate.Position, ultimate.Move] {
	b := boards.Grid(9, 9)
	b.Marks()
	b.Part(3, 3)
	b.SetUp = &boards.SetUp{Option: &boards.Choice{
		Title: "board to move in", Values: []string{"any", "1", "2", "3", "4", "5", "6", "7", "8", "9"},
	}}
	return &boards.Of[ultimate.Position, ultimate.Move]{
		Board: b,
		Pieces: func(p *ultimate.Position) string {
			rows, _, _ := strings.Cut(ultimate.Rules{}.FormatPosition(p), " ")
			return boards.ReadRows(rows)
		},
		Path:   path,
		Owners: owners,
		Option: func(p *ultimate.Position) int {
			if p.FreeChoice() {
				return anyBoard
			}
			return int(p.Board) + 1
		},
		Write: func(a boards.Arrangement) string {
			board := "-"
			if a.Option != anyBoard {
				board = string('0' + rune(a.Option))
			}
			return boards.Rows(a.Pieces, 9) + " " + boards.SideLetter(a.Side) + " " + board
		},
	}
}

// path returns the index of m's cell in the 9×9 square.
func path(_ *ultimate.Position, m ultimate.Move) []int {
	board, cell := int(m)/9, int(m)%9
	return []int{9*(board/3*3+cell/3) + board%3*3 + cell%3}
}

// owners returns the owner of each small board.
func owners(p *ultimate.Position) []int {
	of := make([]int, 9)
	for i := range of {
		switch {
		case p.Owned[0]>>i&1 != 0:
			of[i] = 0
		case p.Owned[1]>>i&1 != 0:
			of[i] = 1
		case p.Done>>i&1 != 0:
			of[i] = boards.Shared
		default:
			of[i] = boards.Open
		}
	}
	return of
}
