package ultimate

import (
	"fmt"

	"github.com/plywood-go/plywood/engine"
	rules "github.com/plywood-go/plywood/games/ultimate"
)

// Game returns the game as text. It has one size.
func Game(size string) (engine.Game, error) {
	if size != "" {
		return nil, fmt.Errorf("ultimate has one size, 9×9")
	}
	return engine.Adapt(Odds{}, engine.Spec[rules.Position, rules.Move]{About: engine.About{
		Name:      "ultimate",
		Title:     "Ultimate tic-tac-toe",
		Sizes:     "nine boards of 3×3",
		Positions: "nine rows separated by slashes, the side to move, and its board 1 to 9 or -",
		Moves:     "a column letter and a row number of the 9×9 board; a1 is the top left corner",
		Sides:     [2]string{"X", "O"},
		Unit:      "thousandths of a row",
	}}), nil
}
