package chess

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
)

// CountPaths implements engine.PathCounter. It counts the moves of the last ply
// without playing them. As published counts do, it plays on in dead positions.
func (r Rules) CountPaths(s *Position, depth int, stop func() bool) game.Counts {
	p := perft{stop: stop, moves: make([][]Move, depth+1)}
	for i := range p.moves {
		p.moves[i] = make([]Move, 0, roomForMoves)
	}
	p.count(s, depth)
	return p.Counts
}

// roomForMoves exceeds the number of moves of all but unusual positions.
const roomForMoves = 128

type perft struct {
	game.Counts
	stop    func() bool
	stopped bool
	moves   [][]Move
}

// asksAt is the depth, in plies, at which a count checks for a stop, about
// every thousand paths.
const asksAt = 3

func (p *perft) count(s *Position, depth int) {
	p.Nodes++
	switch {
	case depth <= 0:
		p.Leaves++
		return
	case depth == 1:
		n := s.countMoves()
		p.Leaves += uint64(n)
		p.Nodes += uint64(n)
		if n == 0 {
			p.Ended++
		}
		return
	case depth == asksAt && p.stop != nil:
		p.stopped = p.stopped || p.stop()
	}
	var v view
	v.look(s)
	moves := s.generate(&v, p.moves[depth][:0], all, all, all)
	p.moves[depth] = moves
	if len(moves) == 0 {
		p.Ended++
	}
	var next Position
	for _, m := range moves {
		if p.stopped {
			return
		}
		Rules{}.Play(&next, s, m)
		p.count(&next, depth-1)
	}
}

// countMoves returns the number of legal moves.
func (s *Position) countMoves() (n int) {
	var v view
	v.look(s)
	others := v.occupied &^ (1 << v.king)
	for set := table.king[v.king] &^ (v.own | v.forbidden); set != 0; {
		if v.safe(pop(&set), others) {
			n++
		}
	}
	if v.block == 0 {
		return n
	}
	if rooks := s.castle & v.own; rooks != 0 && v.checkers == 0 {
		for rooks != 0 {
			if v.castles(pop(&rooks)) {
				n++
			}
		}
	}
	m := v.steps(v.own, all, all)
	n += count(m.once) + count(m.twice) + count(m.left) + count(m.right) +
		3*(count(m.once&(rank1|rank8))+count(m.left&(rank1|rank8))+count(m.right&(rank1|rank8)))
	if s.ep != 0 {
		for set := table.pawn[v.us^1][s.ep&63] & v.pawns & v.own; set != 0; {
			if s.passes(pop(&set), s.ep) {
				n++
			}
		}
	}
	targets := v.block &^ v.own
	for set := s.diagonal & s.other & v.own &^ (v.pinD | v.pinS); set != 0; {
		n += count(table.knight[pop(&set)&63] & targets)
	}
	for set := s.diagonal &^ s.other & v.own &^ v.pinS; set != 0; {
		from := pop(&set)
		reach := table.bishop(from, v.occupied) & targets
		if v.pinD>>from&1 != 0 {
			reach &= v.pinD
		}
		n += count(reach)
	}
	for set := s.straight &^ s.other & v.own &^ v.pinD; set != 0; {
		from := pop(&set)
		reach := table.rook(from, v.occupied) & targets
		if v.pinS>>from&1 != 0 {
			reach &= v.pinS
		}
		n += count(reach)
	}
	return n
}

func count(set uint64) int { return bits.OnesCount64(set) }
