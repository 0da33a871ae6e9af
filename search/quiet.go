package search

import (
	"slices"

	"github.com/plywood-go/plywood/game"
)

// horizon returns the static value of the position at ply. In games with noisy moves it searches
// those alone until the position is quiet. quiet counts the plies below the horizon.
func (w *worker[S, M]) horizon(ply, quiet int, alpha, beta game.Score) (game.Score, game.Bound) {
	if w.on&Quiescence != 0 && quiet < w.s.options.QuietPlies {
		return w.quiesce(ply, quiet, alpha, beta)
	}
	s := &w.stack[ply].state
	if st := w.caps.Statuser.Status(s); st.Over() {
		return st.Score().Later(ply), game.Exact
	}
	return w.correct(ply, w.evaluate(s)), game.NoBound
}

// quiesce searches the noisy moves at ply until the position is quiet (Shannon's "type B"
// strategy of evaluating only stable positions). The side to move may stand pat, unless its
// position is urgent: this gambles that some quiet move is at least as good as passing.
func (w *worker[S, M]) quiesce(ply, quiet int, alpha, beta game.Score) (game.Score, game.Bound) {
	f := &w.stack[ply]
	n := visit{ply: ply, beta: beta, asked: alpha, tally: tally{best: -game.Infinity}}
	if w.table != nil {
		n.key, n.image = w.key(&f.state)
		w.table.prefetch(n.key)
	}
	if st := w.caps.Statuser.Status(&f.state); st.Over() {
		return st.Score().Later(ply), game.Exact
	}
	if w.table != nil {
		if v, proof, ok := w.probe(&n); ok {
			w.stats.TableCuts++
			return v, proof
		}
	}
	// A position that is urgent lies above the horizon if extensions may reach it; see sharp.
	static, urgent := -game.Infinity, (quiet > 0 || ply >= w.maxPly) && w.caps.Urgent != nil && w.caps.Urgent.Urgent(&f.state)
	if urgent {
		f.moves, _ = w.rules.Moves(&f.state, f.moves[:0])
	} else {
		if static = w.correct(ply, w.evaluate(&f.state)); static >= beta {
			return static, game.NoBound
		}
		n.best, f.moves = static, w.caps.Noisy.NoisyMoves(&f.state, f.moves[:0])
		if quiet == 0 && w.caps.Tactician != nil {
			w.addAlarms(f)
		}
	}
	if !w.noisyChildren(&n, quiet, static) {
		return 0, game.NoBound
	}
	if w.table != nil {
		w.table.store(n.key, 0, entry{score: n.best.Sooner(ply), bound: n.window().Bound(n.best)})
	}
	return n.best, game.NoBound
}

// addAlarms adds to the noisy moves the quiet ones that make the position urgent and lose nothing. At
// the horizon alone this gains 30 Elo in chess (3 to 58, 400 games of 15 000 nodes a move).
func (w *worker[S, M]) addAlarms(f *frame[S, M]) {
	noisy := len(f.moves)
	f.moves, _ = w.rules.Moves(&f.state, f.moves)
	f.moves = append(f.moves[:noisy], slices.DeleteFunc(f.moves[noisy:], func(m M) bool {
		return !w.alarms(f, m) || w.noisy(f, m) || !w.caps.Tactician.Exchange(&f.state, m, 0)
	})...)
}

// noisyChildren searches the moves of a node in the quiescence search, whose static value is
// -Infinity if it is urgent. It reports false if the search was stopped.
func (w *worker[S, M]) noisyChildren(n *visit, quiet int, static game.Score) bool {
	f, urgent := &w.stack[n.ply], static == -game.Infinity
	if w.on&Order != 0 {
		w.rate(f, n.ply, 0)
	}
	for i := 0; i < len(f.moves) && n.best < n.beta; i++ {
		if w.on&Order != 0 {
			f.pick(i)
		}
		m := f.moves[i]
		w.note(f, m)
		if most := w.most(static, f.gain); !urgent && most <= n.asked && (f.gain > 0 || w.caps.Tactician == nil) {
			n.best = max(n.best, most)
			continue
		}
		w.play(n.ply, m)
		if !w.arrive(n.ply + 1) {
			return false
		}
		v, a := game.Score(0), max(n.asked, n.best)
		if w.sameSide(n.ply) {
			v, _ = w.horizon(n.ply+1, quiet+1, a, n.beta)
		} else {
			v, _ = w.horizon(n.ply+1, quiet+1, -n.beta, -a)
			v = -v
		}
		if w.stopped() {
			return false
		}
		if v > n.best {
			n.best = v
			f.pv = append(append(f.pv[:0], m), w.stack[n.ply+1].pv...)
		}
	}
	return true
}

// most returns the largest value that a noisy move is expected to reach from a static value.
func (w *worker[S, M]) most(static, gain game.Score) game.Score {
	if w.on&Delta == 0 {
		return game.Infinity
	}
	return w.caps.estimate(min(w.caps.number(static)+gain+2*w.s.options.FutilityMargin, game.MaxEval))
}

// corrections record by how much values of searches have differed from the estimates of their
// positions: for each side to move, by the structure of the position and by the opponent's last
// move. Positions that share one of these tend to share the error of their estimates
// (correction history, of the programs Caissa and Stockfish).
type corrections struct {
	structure [2][]int16 // by game.Tactician; empty if the game has none
	answer    [2][]int16 // by the key of the opponent's last move
}

const (
	structures    = 1 << 14
	correctionMax = 1024 // of an entry; stands for a futility margin

	// decided is the least estimate, in futility margins, that is not corrected: corrections hide the
	// small steps by which it says how to win. With them bishop and knight mated a king in 13 of 20
	// games with 4000 nodes a move, and without in 19 (TestMatesBareKing of chess).
	decided = 12
)

func newCorrections(structured bool) (c corrections) {
	for side := range 2 {
		if structured {
			c.structure[side] = make([]int16, structures)
		}
		c.answer[side] = make([]int16, moveKeys)
	}
	return c
}

func (c *corrections) clear() {
	for side := range 2 {
		clear(c.structure[side])
		clear(c.answer[side])
	}
}

// correctionsAt returns the entries for the position at ply; nil in place of one that is missing.
func (w *worker[S, M]) correctionsAt(ply int) (entries [2]*int16) {
	f := &w.stack[ply]
	side := w.rules.ToMove(&f.state) & 1
	if w.caps.Tactician != nil {
		entries[0] = &w.corrections.structure[side][w.caps.Tactician.Structure(&f.state)%structures]
	}
	if ply > 0 && w.stack[ply-1].playedKey >= 0 {
		entries[1] = &w.corrections.answer[side][w.stack[ply-1].playedKey]
	}
	return entries
}

// correct returns the estimate of the position at ply, corrected by the errors recorded for
// similar positions.
func (w *worker[S, M]) correct(ply int, estimate game.Score) game.Score {
	n := w.caps.number(estimate)
	if w.on&Correction == 0 || max(n, -n) >= decided*w.s.options.FutilityMargin {
		return estimate
	}
	sum := 0
	for _, e := range w.correctionsAt(ply) {
		if e != nil {
			sum += int(*e)
		}
	}
	n += game.Score(sum * int(w.s.options.FutilityMargin) / correctionMax)
	return w.caps.estimate(min(max(n, -game.MaxEval), game.MaxEval))
}

// learn records the error of the node's estimate, unless a noisy move explains it or the value
// does not bound it. Deep searches count for more.
func (w *worker[S, M]) learn(n *visit) {
	f := &w.stack[n.ply]
	if w.on&Correction == 0 || !f.estimated || f.excludes || w.caps.beyond(n.best) {
		return
	}
	if n.best > n.asked && w.noisy(f, f.moves[n.bestIndex]) {
		return
	}
	off := w.caps.number(n.best) - f.static
	if bound := n.window().Bound(n.best); bound == game.Lower && off <= 0 || bound == game.Upper && off >= 0 {
		return
	}
	bonus := int(off) * n.depth * 20 / int(w.s.options.FutilityMargin)
	bonus = min(max(bonus, -correctionMax/4), correctionMax/4)
	for _, e := range w.correctionsAt(n.ply) {
		if e != nil {
			nudge(e, bonus, correctionMax)
		}
	}
}
