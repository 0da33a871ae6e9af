package draughtsengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
)

// Material is a variant with the simplest evaluation: it counts pieces.
type Material struct{ draughts.Rules }

// manWorth is the value of a man in hundredths of a man.
const manWorth = 100

// kingWorth is the value of a king in hundredths of a man: one and a half men
// for a king that moves one step, Samuel's ratio (1959), and three for a flying
// king, as players count it.
var kingWorth = [...]game.Score{
	draughts.English:       150,
	draughts.Russian:       300,
	draughts.International: 300,
	draughts.Brazilian:     300,
}

// Evaluate returns the difference of pieces in hundredths of a man.
func (m Material) Evaluate(s *draughts.Position) game.Score {
	king := kingWorth[m.Variant&3]
	worth := func(own uint64) game.Score {
		return manWorth*game.Score(bits.OnesCount64(own&^s.Kings)) + king*game.Score(bits.OnesCount64(own&s.Kings))
	}
	return worth(s.Own) - worth(s.Opp)
}
