package draughts

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
)

// CountPaths implements engine.PathCounter. It counts the moves of the last ply
// without playing them.
func (r Rules) CountPaths(s *Position, depth int, stop func() bool) game.Counts {
	return r.count(s, depth, false, stop)
}

// CountWays implements engine.WayCounter. It counts different jump sequences
// separately.
func (r Rules) CountWays(s *Position, depth int, stop func() bool) game.Counts {
	return r.count(s, depth, true, stop)
}

func (r Rules) count(s *Position, depth int, apart bool, stop func() bool) game.Counts {
	if depth <= 0 {
		return game.Counts{Leaves: 1, Nodes: 1}
	}
	p := perft{rules: r, apart: apart, stop: stop, states: make([]Position, depth+1), moves: make([][]Move, depth+1)}
	for i := range p.moves {
		p.moves[i] = make([]Move, 0, roomForMoves)
	}
	p.states[depth] = *s
	p.count(depth)
	return p.Counts
}

// roomForMoves exceeds the number of moves of all but unusual positions.
const roomForMoves = 64

type perft struct {
	game.Counts
	rules   Rules
	apart   bool
	stop    func() bool
	stopped bool
	states  []Position // by depth
	moves   [][]Move
}

func (p *perft) count(depth int) {
	p.Nodes++
	s := &p.states[depth]
	if depth == 1 {
		if moves, ok := p.rules.countMoves(s); ok {
			p.last(moves)
			return
		}
	}
	moves := p.rules.captures(s, p.moves[depth][:0], p.apart)
	if len(moves) == 0 {
		moves = p.rules.steps(s, moves)
	}
	p.moves[depth] = moves
	switch {
	case len(moves) == 0:
		p.Ended++
		return
	case depth == 1:
		p.last(len(moves))
		return
	case depth == asksAt && p.stop != nil:
		p.stopped = p.stopped || p.stop()
	}
	for _, m := range moves {
		if p.stopped {
			return
		}
		p.states[depth-1] = play(s, m)
		p.count(depth - 1)
	}
}

// last counts the moves of a position at depth 1.
func (p *perft) last(moves int) {
	if moves == 0 {
		p.Ended++
		return
	}
	p.Leaves += uint64(moves)
	p.Nodes += uint64(moves)
}

// asksAt is the depth, in plies, at which a count checks for a stop, about
// every thousand paths.
const asksAt = 5

// countMoves returns the number of moves without generating captures. ok is
// false if that is impossible: with capturing kings, or if a capture may
// continue after its first jump.
func (r Rules) countMoves(s *Position) (moves int, ok bool) {
	if s.Own&s.Kings != 0 {
		return r.countSteps(s), !r.Urgent(s)
	}
	v := r.variant()
	empty := v.squares &^ (s.Own | s.Opp)
	ways := directions[:]
	if !v.backward {
		first := v.forward(s.Turn)
		ways = directions[first : first+2]
	}
	var from, to uint64 // squares where a man can jump from, and where the present jumps end
	for _, d := range ways {
		jumps := jumpers(s.Opp, empty, d)
		from |= jumps
		jumps &= s.Own
		to |= step(step(jumps, d), d)
		moves += bits.OnesCount64(jumps)
	}
	switch {
	case moves == 0:
		return r.countSteps(s), true
	case v.crowns:
		from |= v.crownRow(s.Turn) // they may continue as kings
	}
	return moves, from&to == 0
}
