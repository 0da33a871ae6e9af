package qubicengine

import (
	"cmp"
	"math/bits"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/qubic"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Game returns the game as text. It has one size.
func Game(size string) (*engine.Game, error) {
	if size != "" {
		return nil, reason.New("qubic has one size, 4×4×4")
	}
	return engine.Adapt(Threats{}, engine.Spec[qubic.Position, qubic.Move]{
		About: engine.About{
			Name:      "qubic",
			Title:     "Qubic",
			Sizes:     "4×4×4",
			Positions: "four levels separated by |, each of four rows separated by /, and the side to move",
			Moves:     "level, column letter and row: 1a1 is a corner, 2b2 in the middle",
			Solved:    "the first player wins (Patashnik 1980)",
			Sides:     [2]string{"X", "O"},
			Unit:      "lines",
			Proven:    "plies",
			In:        engine.Translations("Qubic"),
		},
		NewSearcher: newSearcher,
		Chances:     engine.Chances{Middle: 2.5, Slope: 8.8},
		Board:       picture(),
		Offers:      []any{opponents},
	}), nil
}

// quietPlies is the default depth of the quiescence search of threats: one
// threat and its answer. docs/measurements.md has the nodes for 1 to 4 plies
// (go test ./games/qubic/qubicengine -run TestQuiet -measure -v).
const quietPlies = 2

func newSearcher(o engine.Options) engine.Searcher[qubic.Position, qubic.Move] {
	o.QuietPlies = cmp.Or(o.QuietPlies, quietPlies)
	return search.New(Threats{}, o.Options)
}

// opponents lists the named opponents. The Elo ratings come from 'ply match qubic --ladder
// --opponents --plies 2 --games 100'; docs/strength.md has the errors.
var opponents = workshop.Opponents{
	{Name: "beginner", Sight: engine.Sight{Plies: 1, Overlook: 0.7, Error: 30}},
	{Name: "novice", Sight: engine.Sight{Plies: 1, Overlook: 0.35, Error: 12}, Elo: 131},
	{Name: "casual", Sight: engine.Sight{Plies: 2, Overlook: 0.2, Error: 6}, Elo: 351},
	{Name: "club", Sight: engine.Sight{Plies: 2, Overlook: 0.05, Error: 3}, Elo: 519},
	{Name: "strong", Level: 2, Elo: 601},
	{Name: "expert", Level: 4, Elo: 920},
	{Name: "master", Level: 6, Elo: 1067},
}

// picture describes how to draw the game: four levels in two rows.
func picture() *boards.Of[qubic.Position, qubic.Move] {
	const apart = 4 + 2*boards.Gap
	b := boards.Grid(4, 4)
	level := b.Cells
	b.Cells, b.Labels = nil, nil
	b.Width, b.Height, b.Turns = 4+apart, 4+apart, 1
	for z := range 4 {
		left, top := float64(z%2)*apart, float64(z/2)*apart
		title := strconv.Itoa(z + 1)
		b.Frames = append(b.Frames, boards.Frame{Title: title, X: left, Y: top, Width: 4, Height: 4})
		for _, c := range level {
			c.Name, c.X, c.Y = title+c.Name, c.X+left, c.Y+top
			b.Cells = append(b.Cells, c)
		}
	}
	b.Rounds(boards.Stone)
	b.Ground, b.SetUp = boards.Wood, &boards.SetUp{}
	return &boards.Of[qubic.Position, qubic.Move]{
		Board:  b,
		Pieces: stones,
		Path:   func(_ *qubic.Position, m qubic.Move) []int { return []int{int(m)} },
		Won:    won,
		Write: func(a boards.Arrangement) string {
			var levels []string
			for i := 0; i < len(a.Pieces); i += 16 {
				levels = append(levels, boards.Rows(a.Pieces[i:i+16], 4))
			}
			return strings.Join(levels, "|") + " " + boards.SideLetter(a.Side)
		},
	}
}

func stones(p *qubic.Position) string {
	levels, _, _ := strings.Cut(qubic.Rules{}.FormatPosition(p), " ")
	return boards.ReadRows(levels)
}

// won returns the cells of the winning lines of the side that moved last.
func won(p *qubic.Position) (cells []int) {
	if (qubic.Rules{}).Status(p) != game.Loss {
		return nil
	}
	won := uint64(0)
	for _, d := range directions {
		won |= unfold(d.Starts&^spread(^p.Opp, d.Step), d.Step)
	}
	for ; won != 0; won &= won - 1 {
		cells = append(cells, bits.TrailingZeros64(won))
	}
	return cells
}
