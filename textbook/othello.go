package textbook

import "github.com/plywood-go/plywood/game"

// ScoreWindow returns the window with which the article finds the exact score, in games
// scored by Points.
func ScoreWindow() game.Window { return game.Window{Alpha: -64, Beta: 64} }

// othello is the fail-soft alpha-beta of an article on Othello (剪枝计算机, α-β剪枝, 黑白棋天地, 2024). A pass
// costs no depth, so the horizon always lies the same number of discs ahead; two passes end the
// game with its exact score, which the rules must detect. Without game.Passer no move is a pass. If
// the rules allowed endless passes, the search would not end.
//
// At the horizon it evaluates without checking whether the game is over: a game that ends
// just there gets an estimate, not its score. So it expects more of game.Evaluator than
// the interface promises.
//
// The window contract is that of alphaBeta, for these values.
func (s *searcher) othello(n *node, depth int, w game.Window) game.Score {
	s.enter(&n.visit, w)
	if depth <= 0 {
		return s.evaluation(n)
	}
	if s.leaf(n, depth) {
		return s.static(n)
	}
	best := nothing
	for i := range n.moves {
		c := s.play(n, i)
		v := n.view(&c.visit, s.othello(c, s.after(n, i, depth), n.asks(&c.visit, w)))
		if v > best {
			best = s.best(n, c, v)
		}
		if s.reaches(v, w.Beta) {
			s.cut(n, c, v)
			break
		}
		w = s.raise(&n.visit, w, v)
	}
	return s.leave(&n.visit, best)
}

// evaluation ends n with its evaluation, even if the game is over.
func (s *searcher) evaluation(n *node) game.Score {
	s.end(n.ply)
	return s.account.static(&n.visit, n.ofMover(s.estimate(n.ply)))
}

// after returns the depth left after move i of n.
func (s *searcher) after(n *node, i, depth int) int {
	if s.isPass(n.ply, i) {
		return depth
	}
	return depth - 1
}
