package engine

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/game/line"
)

// Sight is the way in which people without practice play: they look a few plies ahead, overlook
// moves, and make the move that is best as far as they see. It is Shannon's type B strategy (1950)
// with moves left out by chance. The zero Sight leaves the choice to the engine.
//
// An overlooked move is missing on every line from the position, so that a whole threat is missed.
// Loud moves are overlooked a quarter as often: those that the game calls noisy or that make the
// position urgent, such as captures and checks. Loud answers to loud moves and moves that end the
// game are overlooked a sixteenth as often.
type Sight struct {
	// Plies is how far the player looks. Loud moves are followed up to exchangePlies farther.
	Plies int `json:"sight,omitempty" flag:"sight" help:"in place of a search look this many {plies} ahead, and overlook moves"`
	// Overlook is the probability, 0 to 1, of not seeing a quiet move.
	Overlook float64 `json:"overlook,omitempty" flag:"overlook" help:"with --sight, overlook this {share} of the quiet moves, 0 to 1, and fewer of the others"`
	// Error is the standard deviation of the player's judgement, in units of the evaluation
	// that the rules of the game state.
	Error float64 `json:"error,omitempty" flag:"error" help:"with --sight, judge moves with an error of this standard deviation, in {units} of the game's own evaluation"`
}

const exchangePlies = 4

// Where there are more than manyMoves, only the fewMoves that the game rates best are considered.
const manyMoves, fewMoves = 80, 24

// glance is a look at a position by a Sight.
type glance struct {
	Sight
	*Game
	ends   game.Statuser[State]
	seed   uint64
	frames []glanced // by ply
}

// glanced is a position of the current line.
type glanced struct {
	state  State
	status game.Status
	urgent bool
	loud   bool // the move to the position
}

// look returns the move of s at p, one of moves. Where the best move that it sees loses, it looks
// at all of them.
func (s Sight) look(p *Position, moves []Move, rng *rand.Rand) Move {
	g := glance{s, p.game, capability.Statuser[State, Move](p.game.rules), rng.Uint64(), make([]glanced, s.Plies+exchangePlies+2)}
	g.frames[0].state = p.state
	moves, loud := g.order(&p.state, moves)
	best, top := moves[0], -game.Infinity
	for _, again := range [...]bool{false, true} {
		if again && top >= -game.MaxEval {
			break
		}
		for i, m := range moves {
			if g.sees(0, m, i < loud) == again {
				continue
			}
			slip := game.Score(s.Error * rng.NormFloat64())
			v := slip
			if ended := p.after(m).ended; ended.Over() { // by the moves before
				v -= ended.Score()
			} else {
				v += g.child(0, top-slip, game.Infinity)
			}
			if v > top {
				best, top = m, v
			}
		}
	}
	return best
}

// sees plays m at ply and reports whether the player sees it. noisy is what the game calls it.
func (g *glance) sees(ply int, m Move, noisy bool) bool {
	f, next := &g.frames[ply], &g.frames[ply+1]
	g.rules.Play(&next.state, &f.state, m)
	next.status = g.ends.Status(&next.state)
	over := next.status.Over()
	next.urgent = !over && g.caps.Urgent != nil && g.caps.Urgent.Urgent(&next.state)
	next.loud = noisy || over || next.urgent
	chance := g.Overlook
	if next.loud {
		chance /= 4
	}
	if over || next.loud && f.loud {
		chance /= 4
	}
	key := g.rules.Hash(&next.state)
	if g.caps.MoveKeyer != nil {
		key = uint64(g.caps.MoveKeyer.MoveKey(m))
	}
	const bits = 53
	return float64(line.Scramble(g.seed^key)>>(64-bits))/(1<<bits) >= chance
}

// child returns the value of the position at ply+1 for the side to move at ply.
func (g *glance) child(ply int, alpha, beta game.Score) game.Score {
	if !g.caps.Alternates && g.rules.ToMove(&g.frames[ply].state) == g.rules.ToMove(&g.frames[ply+1].state) {
		return g.value(ply+1, alpha, beta)
	}
	return -g.value(ply+1, -beta, -alpha)
}

// value returns the value of the position at ply as the player sees it: a fail-soft alpha-beta
// search, at whose horizon loud moves alone are followed.
func (g *glance) value(ply int, alpha, beta game.Score) game.Score {
	f := &g.frames[ply]
	if f.status.Over() {
		return f.status.Score().Later(ply)
	}
	best, last := -game.Infinity, ply == len(g.frames)-2 || g.caps.Chancer != nil
	calm := last || ply >= g.Plies && !f.urgent
	if calm {
		best = g.rules.Glance(&f.state)
	}
	if last {
		return best
	}
	moves := g.rules.NoisyMoves(&f.state, nil)
	loud := len(moves)
	if !calm {
		moves, _ = g.rules.Moves(&f.state, nil)
		moves, loud = g.order(&f.state, moves)
	}
	for i, m := range moves {
		if best >= beta {
			return best
		}
		if g.sees(ply, m, i < loud) {
			best = max(best, g.child(ply, max(alpha, best), beta))
		}
	}
	if best == -game.Infinity {
		return g.rules.Glance(&f.state)
	}
	return best
}

// order returns the moves that are considered, of all, and how many noisy ones are first among them.
func (g *glance) order(s *State, all []Move) (moves []Move, loud int) {
	if len(all) > manyMoves && g.caps.MoveScorer != nil {
		scores, rates := make([]int32, len(all)), make(map[Move]int32, len(all))
		g.caps.MoveScorer.ScoreMoves(s, all, scores)
		for i, m := range all {
			rates[m] = scores[i]
		}
		slices.SortStableFunc(all, func(a, b Move) int { return cmp.Compare(rates[b], rates[a]) })
		all = all[:fewMoves]
	}
	noisy := g.rules.NoisyMoves(s, nil)
	for i, m := range all {
		if slices.Contains(noisy, m) {
			all[i], all[loud] = all[loud], m
			loud++
		}
	}
	return all, loud
}
