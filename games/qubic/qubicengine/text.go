package qubicengine

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
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
			In: map[string]engine.Words{
				"ru": {
					Title:    "Куб 4×4×4",
					Notation: "четыре слоя через |, в каждом четыре ряда через /, затем чей ход; ход — слой, буква столбца и ряд, например 1a1",
					Solved:   "первый игрок выигрывает (Паташник 1980)",
				},
				"zh": {
					Title:    "立体四子棋",
					Notation: "四层以 | 分隔，每层四行以 / 分隔，再写行棋方；着法为层号、列字母、行号，如 1a1",
					Solved:   "先手胜（Patashnik 1980）",
				},
			},
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
	if o.QuietPlies == 0 {
		o.QuietPlies = quietPlies
	}
	return search.New(Threats{}, o.Options)
}

// opponents lists the named opponents. The first mostly moves at random, so that anyone
// can beat it. The Elo ratings come from 'ply match qubic --ladder --opponents --plies
// 2 --games 40'; docs/strength.md has the errors.
var opponents = workshop.Opponents{
	{Name: "beginner", Level: 1, Slip: 0.7},
	{Name: "novice", Level: 1, Slip: 0.35, Elo: 301},
	{Name: "casual", Level: 1, Slip: 0.12, Elo: 639},
	{Name: "club", Level: 1, Slip: 0.04, Elo: 787},
	{Name: "strong", Level: 2, Elo: 894},
	{Name: "expert", Level: 4, Elo: 1213},
	{Name: "master", Level: 6, Elo: 1360},
}
