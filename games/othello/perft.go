package othello

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
)

// CountPaths implements game.PathCounter. A pass is a ply, and the last ply is
// counted, not played: half the time of game.Perft.
func (r Rules) CountPaths(s *Position, depth int, stop func() bool) game.Counts {
	if depth <= 0 {
		return game.Counts{Leaves: 1, Nodes: 1}
	}
	p := perft{board: r.Board(), stop: stop}
	p.count(s.Own, s.Opp, depth)
	return p.Counts
}

type perft struct {
	game.Counts
	board   uint64
	stop    func() bool
	stopped bool
}

func (p *perft) count(own, opp uint64, depth int) {
	p.Nodes++
	moves := Mobility(own, opp) & p.board
	if moves == 0 {
		p.pass(own, opp, depth)
		return
	}
	if depth == 1 {
		n := uint64(bits.OnesCount64(moves))
		p.Leaves += n
		p.Nodes += n
		return
	}
	if depth == asksAt && p.stop != nil {
		p.stopped = p.stopped || p.stop()
	}
	for moves != 0 && !p.stopped {
		sq := bits.TrailingZeros64(moves)
		moves &^= 1 << (sq & 63)
		flips := Flips(sq, own, opp)
		p.count(opp&^flips, own|flips|1<<(sq&63), depth-1)
	}
}

// asksAt is the depth, in plies, at which a count may be stopped: it has some
// thousand paths below.
const asksAt = 4

func (p *perft) pass(own, opp uint64, depth int) {
	switch {
	case Mobility(opp, own)&p.board == 0:
		p.Ended++
	case depth == 1:
		p.Leaves++
		p.Nodes++
	default:
		p.count(opp, own, depth-1)
	}
}
