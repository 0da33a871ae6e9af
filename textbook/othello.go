package textbook

import "github.com/plywood-go/plywood/game"

// The windows that the Othello seed's algorithm is called with, for games
// scored by Points: one for the exact score, one that only tells wins, draws
// and losses apart.
var (
	ScoreWindow   = game.Window{Alpha: -64, Beta: 64}
	OutcomeWindow = game.Window{Alpha: -1, Beta: 1}
)

// othello is the fail-soft alpha-beta of the article on α-β pruning of 电脑黑白棋
// (Computer Othello). A pass costs no depth, so that the horizon always lies
// the same number of discs ahead; two passes end the game with its exact
// score, which is for the rules to see. Without game.Passer no move is a pass.
// A game in which passes alone could go on for ever would never be done.
//
// The window contract is that of alphaBeta.
func (s *Searcher[S, M, R]) othello(f *frame[S, M], depth int, w game.Window) game.Score {
	s.enter(&f.node, w)
	if depth == 0 || s.stopped {
		return s.horizon(f)
	}
	if !s.generate(f) {
		return s.leaf(f)
	}
	var best game.Score
	alpha, beta := w.Alpha, w.Beta
	for i, m := range f.moves {
		c := s.play(f, i, m)
		v := f.view(&c.node, s.othello(c, s.after(m, depth), f.asks(&c.node, game.Window{Alpha: alpha, Beta: beta})))
		s.undo(f, m)
		if i == 0 || v > best {
			best = v
			s.keep(f, i, m, v)
		}
		if v >= beta+s.slack {
			s.cut(f, i, v)
			break
		}
		if v > alpha {
			alpha = v
			s.narrow(&f.node, game.Window{Alpha: alpha, Beta: beta})
		}
	}
	return s.answer(f, w, best)
}

// after returns the depth that is left after m.
func (s *Searcher[S, M, R]) after(m M, depth int) int {
	if s.passer != nil && s.passer.IsPass(m) {
		return depth
	}
	return depth - 1
}
