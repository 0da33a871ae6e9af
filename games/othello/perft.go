package othello

import "math/bits"

// Perft counts the leaves of the tree of all games from s: paths of exactly
// depth plies, and games that ended before. A pass is a ply. Published counts
// for Othello are the sum of the two. The last ply is counted, not played.
func (r Rules) Perft(s *Position, depth int) (leaves, ended uint64) {
	if depth <= 0 {
		return 1, 0
	}
	p := perft{board: r.Board()}
	p.count(s.Own, s.Opp, depth)
	return p.leaves, p.ended
}

type perft struct {
	board         uint64
	leaves, ended uint64
}

func (p *perft) count(own, opp uint64, depth int) {
	moves := Mobility(own, opp) & p.board
	if moves == 0 {
		p.pass(own, opp, depth)
		return
	}
	if depth == 1 {
		p.leaves += uint64(bits.OnesCount64(moves))
		return
	}
	for moves != 0 {
		sq := bits.TrailingZeros64(moves)
		moves &^= 1 << (sq & 63)
		flips := Flips(sq, own, opp)
		p.count(opp&^flips, own|flips|1<<(sq&63), depth-1)
	}
}

func (p *perft) pass(own, opp uint64, depth int) {
	switch {
	case Mobility(opp, own)&p.board == 0:
		p.ended++
	case depth == 1:
		p.leaves++
	default:
		p.count(opp, own, depth-1)
	}
}
