package search

import "github.com/plywood-go/plywood/game"

// horizon returns the static value of the position at ply. In games with noisy
// moves it searches those alone until the position is quiet (Shannon's "type
// B" strategy of evaluating only stable positions). The side to move may
// always stand pat: this gambles that some quiet move is at least as good as
// passing. quiet counts the plies below the horizon.
func (w *worker[S, M]) horizon(ply, quiet int, alpha, beta game.Score) (game.Score, game.Bound) {
	f := &w.stack[ply]
	if st := w.caps.Statuser.Status(&f.state); st.Over() {
		return st.Score().Later(ply), game.Exact
	}
	best := w.evaluate(&f.state)
	if w.caps.Noisy == nil || w.on&Quiescence == 0 || best >= beta || quiet >= w.s.options.QuietPlies {
		return best, game.NoBound
	}
	f.moves = w.caps.Noisy.NoisyMoves(&f.state, f.moves[:0])
	if w.caps.MoveScorer != nil {
		w.rate(f, ply, 0)
	}
	for i := range f.moves {
		if w.caps.MoveScorer != nil {
			f.pick(i)
		}
		w.play(ply, f.moves[i])
		v := w.quietChild(ply, quiet+1, max(alpha, best), beta)
		if w.stopped() {
			return 0, game.NoBound
		}
		if v > best {
			best = v
			f.pv = append(append(f.pv[:0], f.moves[i]), w.stack[ply+1].pv...)
		}
		if best >= beta {
			break
		}
	}
	return best, game.NoBound
}

func (w *worker[S, M]) quietChild(ply, quiet int, alpha, beta game.Score) game.Score {
	if !w.arrive(ply + 1) {
		return 0
	}
	if w.sameSide(ply) {
		v, _ := w.horizon(ply+1, quiet, alpha, beta)
		return v
	}
	v, _ := w.horizon(ply+1, quiet, -beta, -alpha)
	return -v
}
