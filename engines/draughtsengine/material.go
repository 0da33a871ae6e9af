package draughtsengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
)

// Material are the rules of a variant with the pieces for an evaluation: the
// plainest opinion there is.
type Material struct{ draughts.Rules }

// manWorth is the worth of a man, in hundredths of a man.
const manWorth = 100

// kingWorth is the worth of a king, in hundredths of a man. One that steps is worth
// three men to two, Samuel's ratio (1959); one that flies, three, as players count
// it.
var kingWorth = [...]game.Score{
	draughts.English:       150,
	draughts.Russian:       300,
	draughts.International: 300,
	draughts.Brazilian:     300,
}

// Evaluate counts the pieces, in hundredths of a man.
func (m Material) Evaluate(s *draughts.Position) game.Score {
	king := kingWorth[m.Variant&3]
	worth := func(own uint64) game.Score {
		return manWorth*game.Score(bits.OnesCount64(own&^s.Kings)) + king*game.Score(bits.OnesCount64(own&s.Kings))
	}
	return worth(s.Own) - worth(s.Opp)
}
