package experiment

import (
	"context"
	"fmt"
	"os"

	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/endgame"
)

// checkersBuilt is the largest number of pieces for which the experiment builds
// databases of checkers, to find their longest wins.
const checkersBuilt = 4

// checkersDatabases counts the positions with few pieces and finds the longest
// wins.
func checkersDatabases(ctx context.Context, r *report) error {
	rules := draughts.Rules{}
	for pieces, published := range []int{1: 120, 6_972, 261_224, 7_092_774, 148_688_232, 2_503_611_964} {
		if pieces > 0 {
			r.count(fmt.Sprintf("positions, pieces=%d", pieces), published, endgame.Count(rules, pieces), "either side to move, up to half a turn")
		}
	}
	dir, err := os.MkdirTemp("", "plywood-endgames-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := endgame.Build(ctx, rules, endgame.Building{Dir: dir, Pieces: checkersBuilt}); err != nil {
		return err
	}
	tables, err := endgame.Open(dir, rules, 0)
	if err != nil {
		return err
	}
	for pieces := 2; pieces <= checkersBuilt; pieces++ {
		v, at, err := tables.Longest(pieces)
		if err != nil {
			return err
		}
		plies, _, _ := v.Score().Plies()
		r.measured(fmt.Sprintf("longest win in plies, pieces=%d", pieces), fmt.Sprint(plies), rules.FormatPosition(&at))
	}
	return nil
}
