package textbook

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
)

// referee answers two questions of an algorithm about a game: whether it is over, and the
// value of a leaf. It looks up the game's capabilities once.
type referee[S any, M comparable, R game.Rules[S, M]] struct {
	rules     R
	scoring   Scoring
	evaluator game.Evaluator[S] // nil: every position is worth 0
	statuser  game.Statuser[S]  // never nil
	passer    game.Passer[M]    // nil: no move is a pass
	noisy     game.Noisy[S, M]  // nil: no move is noisy
	nuller    game.Nuller[S]    // nil: a side may not pass
	first     game.Player       // MAX
}

func newReferee[S any, M comparable, R game.Rules[S, M]](rules R, scoring Scoring) referee[S, M, R] {
	offers := capability.Of[S, M](rules)
	return referee[S, M, R]{
		rules: rules, scoring: scoring,
		evaluator: offers.Evaluator, statuser: capability.Statuser(rules), passer: offers.Passer,
		noisy: offers.Noisy, nuller: offers.Nuller,
	}
}

// value returns the static value, for the side to move, of p with status st at ply.
func (r *referee[S, M, R]) value(p *S, st game.Status, ply int) game.Score {
	if st.Over() {
		return r.scoring.final(st, ply)
	}
	return r.estimate(p)
}

// estimate returns the evaluation of p.
func (r *referee[S, M, R]) estimate(p *S) game.Score {
	if r.evaluator == nil {
		return 0
	}
	return r.evaluator.Evaluate(p)
}

// max reports whether MAX is to move in p.
func (r *referee[S, M, R]) max(p *S) bool { return r.rules.ToMove(p) == r.first }
