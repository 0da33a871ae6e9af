package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/endgame"
	"github.com/plywood-go/plywood/search"
)

// The limits of checkersClaim: the pieces in its databases, the nodes for a position,
// and the number of endings with each number of pieces.
const (
	claimPieces  = 3
	claimNodes   = 20_000
	claimEndings = 40
)

// checkersClaim compares the known result for checkers, that neither side can force a
// win, with the proofs of a bounded search. Such a search proves next to nothing about
// openings, but some endings with a few pieces more than its databases hold.
func checkersClaim(ctx context.Context, r *report) error {
	rules := draughts.Rules{}
	dir, err := os.MkdirTemp("", "plywood-endgames-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := endgame.Build(ctx, rules, endgame.Building{Dir: dir, Pieces: claimPieces}); err != nil {
		return err
	}
	tables, err := endgame.Open(dir, rules, 0)
	if err != nil {
		return err
	}
	c := claims{ctx, draughtsengine.Generic(draughtsengine.Fitted{}.With(tables), search.Options{TableBytes: 4 << 20})}
	start := rules.Start()
	r.measured("outcome of the initial position", c.outcome(&start), "Schaeffer et al. 2007 proved a draw, with databases of all 39 trillion positions of up to ten pieces")
	doctor := start
	for _, m := range rules.Ballots()[whiteDoctor-1] {
		rules.Play(&doctor, &doctor, m)
	}
	r.measured("outcome of ballot 68, 10-14 22-18 12-16", c.outcome(&doctor), "the White Doctor; Schaeffer et al. 2005 proved a draw")
	random := rand.New(rand.NewPCG(r.seed, 0))
	for pieces := claimPieces + 1; pieces <= 2*claimPieces; pieces++ {
		told := map[string]int{}
		for range claimEndings {
			p := ending(rules, random, pieces)
			told[c.outcome(&p)]++
		}
		r.measured(fmt.Sprintf("proven of %d endings, pieces=%d", claimEndings, pieces), fmt.Sprint(claimEndings-told[open]),
			fmt.Sprintf("won %d, drawn %d, lost %d, in %d nodes with databases of %d pieces", told["win"], told["draw"], told["loss"], claimNodes, claimPieces))
	}
	return ctx.Err()
}

// whiteDoctor is the number of a ballot opening.
const whiteDoctor = 68

// open is the outcome of a position about which nothing is proven.
const open = "nothing proven"

// claims are the proofs of a search.
type claims struct {
	ctx    context.Context
	search interface {
		Search(context.Context, *draughts.Position, search.Query, search.Control, func(search.Result[draughts.Move])) search.Result[draughts.Move]
		Clear()
	}
}

// outcome returns the proven outcome of a position for the side to move.
func (c *claims) outcome(p *draughts.Position) string {
	c.search.Clear()
	result := c.search.Search(c.ctx, p, search.Query{Nodes: claimNodes}, search.Control{}, nil)
	switch outcome, ok := result.Outcome(); {
	case !ok:
		return open
	case outcome > 0:
		return "win"
	case outcome < 0:
		return "loss"
	}
	return "draw"
}

// ending returns a random position with the given number of men and kings of both
// sides, where the side to move has moves but no captures.
func ending(r draughts.Rules, random *rand.Rand, pieces int) draughts.Position {
	for {
		p := draughts.Position{Turn: game.Player(random.IntN(2))}
		for i, number := range random.Perm(32)[:pieces] {
			bit := uint64(1) << r.Square(number+1)
			side := game.Player(i & 1)
			if random.IntN(2) == 0 || r.CrownRow(side)&bit != 0 {
				p.Kings |= bit
			}
			if side == p.Turn {
				p.Own |= bit
			} else {
				p.Opp |= bit
			}
		}
		if !r.Urgent(&p) && !r.Status(&p).Over() {
			return p
		}
	}
}
