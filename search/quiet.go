package search

import "github.com/plywood-go/plywood/game"

// horizon returns the static value of the position at ply. In games with noisy
// moves it searches those alone until the position is quiet (Shannon's "type
// B" strategy of evaluating only stable positions). The side to move may
// stand pat, unless its position is urgent: this gambles that some quiet move is
// at least as good as passing. quiet counts the plies below the horizon.
func (w *worker[S, M]) horizon(ply, quiet int, alpha, beta game.Score) (game.Score, game.Bound) {
	f := &w.stack[ply]
	noisy := w.caps.Noisy != nil && w.on&Quiescence != 0 && quiet < w.s.options.QuietPlies
	probes := noisy && w.table != nil
	n := visit{ply: ply, beta: beta, asked: alpha}
	if probes {
		n.key, n.image = w.key(&f.state)
		w.table.prefetch(n.key)
	}
	if st := w.caps.Statuser.Status(&f.state); st.Over() {
		return st.Score().Later(ply), game.Exact
	}
	if probes {
		if v, proof, ok := w.probe(&n); ok {
			w.stats.TableCuts++
			return v, proof
		}
	}
	known := quiet == 0 && ply < w.maxPly // that it is not urgent, or it would not be a leaf; see sharp
	urgent := noisy && !known && w.caps.Urgent != nil && w.caps.Urgent.Urgent(&f.state)
	best := -game.Infinity
	if urgent {
		f.moves, _ = w.rules.Moves(&f.state, f.moves[:0])
	} else {
		best = w.correct(ply, w.evaluate(&f.state))
		if !noisy || best >= beta {
			return best, game.NoBound
		}
		f.moves = w.caps.Noisy.NoisyMoves(&f.state, f.moves[:0])
	}
	static := best
	if w.caps.MoveScorer != nil {
		w.rate(f, ply, 0)
	}
	for i := range f.moves {
		if w.caps.MoveScorer != nil {
			f.pick(i)
		}
		w.note(f, f.moves[i])
		if most := w.most(static, f.gain); !urgent && most <= alpha {
			best = max(best, most)
			continue
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
	if w.table != nil {
		w.table.store(n.key, 0, entry{score: best.Sooner(ply), bound: n.window().Bound(best)})
	}
	return best, game.NoBound
}

// most returns the largest value that a noisy move is expected to reach from a static value.
func (w *worker[S, M]) most(static, gain game.Score) game.Score {
	if w.on&Delta == 0 || w.s.options.FutilityMargin == 0 || w.caps.Gainer == nil {
		return game.Infinity
	}
	return w.caps.estimate(min(w.caps.number(static)+gain+2*w.s.options.FutilityMargin, game.MaxEval))
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
