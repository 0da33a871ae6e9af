package textbook

import "github.com/plywood-go/plywood/game"

// referee answers what an algorithm asks of a game: whether it is over and
// what a leaf is worth. The game's capabilities are found once.
type referee[S any, M comparable, R game.Rules[S, M]] struct {
	rules     R
	scoring   Scoring
	evaluator game.Evaluator[S] // nil: every position is worth 0
	statuser  game.Statuser[S]  // never nil
	first     game.Player       // who is to move at the root: MAX
}

func newReferee[S any, M comparable, R game.Rules[S, M]](rules R, scoring Scoring) referee[S, M, R] {
	r := referee[S, M, R]{rules: rules, scoring: scoring}
	r.evaluator, _ = any(rules).(game.Evaluator[S])
	if statuser, ok := any(rules).(game.Statuser[S]); ok {
		r.statuser = statuser
	} else {
		r.statuser = &byMoves[S, M, R]{rules: rules}
	}
	return r
}

// byMoves is the status of a game that is no game.Statuser.
type byMoves[S any, M comparable, R game.Rules[S, M]] struct {
	rules R
	moves []M
}

func (b *byMoves[S, M, R]) Status(p *S) (st game.Status) {
	b.moves, st = b.rules.Moves(p, b.moves[:0])
	return st
}

// value returns the static value of p, whose status is st and which lies ply
// plies below the root, for the side to move.
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

// max reports whether MAX, the side to move at the root, is to move in p.
func (r *referee[S, M, R]) max(p *S) bool { return r.rules.ToMove(p) == r.first }
