package draughts

import (
	"math/bits"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// Moves appends the legal moves of s, only captures if there are any, with
// pieces in the order of squares.
func (r Rules) Moves(s *Position, buf []Move) ([]Move, game.Status) {
	held := len(buf)
	if buf = r.NoisyMoves(s, buf); len(buf) == held {
		buf = r.steps(s, buf)
	}
	if len(buf) == held {
		return buf, game.Loss
	}
	return buf, game.Ongoing
}

// Status reports whether the side to move has a move.
func (r Rules) Status(s *Position) game.Status {
	if r.canStep(s) || r.Urgent(s) {
		return game.Ongoing
	}
	return game.Loss
}

// NoisyMoves appends the captures of s. If there are any, they are all its legal moves.
func (r Rules) NoisyMoves(s *Position, buf []Move) []Move {
	return r.captures(s, buf, false)
}

// captures appends the captures of s. If apart, different jump sequences with
// the same effect are separate.
func (r Rules) captures(s *Position, buf []Move, apart bool) []Move {
	pieces := r.takers(s)
	if pieces == 0 {
		return buf
	}
	t := r.taking(s, buf)
	t.apart = apart
	t.take(pieces, s)
	if t.full {
		t.moves, t.sure = t.moves[:t.held], true
		t.take(pieces, s)
	}
	return t.moves
}

// Urgent reports whether the side to move must capture.
func (r Rules) Urgent(s *Position) bool { return r.takers(s) != 0 }

// steps appends the non-capturing moves.
func (r Rules) steps(s *Position, buf []Move) []Move {
	v := r.variant()
	empty, crown := v.squares&^(s.Own|s.Opp), v.crownRow(s.Turn)
	men, kings := s.Own&^s.Kings, s.Own&s.Kings
	first := v.forward(s.Turn)
	for _, d := range directions[first : first+2] {
		for to := step(men, d) & empty; to != 0; {
			sq := pop(&to)
			buf = append(buf, Move{From: sq - Square(d), To: sq, Crowns: crown>>sq&1 != 0})
		}
	}
	for kings != 0 {
		sq := pop(&kings)
		for to := v.reach(sq, empty); to != 0; {
			buf = append(buf, Move{From: sq, To: pop(&to)})
		}
	}
	return buf
}

// reach returns the squares that a king on sq can move to without capturing.
func (v *variant) reach(sq Square, empty uint64) (to uint64) {
	if !v.flying {
		return neighbours(1<<(sq&63)) & empty
	}
	for i := range directions {
		passed, _ := v.slide(sq, i, ^empty)
		to |= passed
	}
	return to
}

// neighbours returns the squares diagonally adjacent to those in set.
func neighbours(set uint64) uint64 {
	return step(set, downLeft) | step(set, downRight) | step(set, upLeft) | step(set, upRight)
}

// canStep reports whether there is a non-capturing move.
func (r Rules) canStep(s *Position) bool {
	v := r.variant()
	first := v.forward(s.Turn)
	men, kings := s.Own&^s.Kings, s.Own&s.Kings
	to := step(men, directions[first]) | step(men, directions[first+1]) | neighbours(kings)
	return to&v.squares&^(s.Own|s.Opp) != 0
}

// countSteps returns the number of non-capturing moves.
func (r Rules) countSteps(s *Position) int {
	v := r.variant()
	empty := v.squares &^ (s.Own | s.Opp)
	first := v.forward(s.Turn)
	men, kings := s.Own&^s.Kings, s.Own&s.Kings
	n := bits.OnesCount64(step(men, directions[first])&empty) + bits.OnesCount64(step(men, directions[first+1])&empty)
	for kings != 0 {
		n += bits.OnesCount64(v.reach(pop(&kings), empty))
	}
	return n
}

// takers returns the pieces that can capture.
func (r Rules) takers(s *Position) (pieces uint64) {
	v := r.variant()
	empty := v.squares &^ (s.Own | s.Opp)
	down := jumpers(s.Opp, empty, downLeft) | jumpers(s.Opp, empty, downRight)
	up := jumpers(s.Opp, empty, upLeft) | jumpers(s.Opp, empty, upRight)
	forward := down
	if s.Turn != v.down {
		forward = up
	}
	switch {
	case !v.backward:
		return s.Own & (forward | s.Kings&(down|up))
	case s.Own&s.Kings == 0:
		return s.Own & (down | up)
	}
	pieces = s.Own & (down | up)
	for kings := s.Own & s.Kings &^ pieces; kings != 0; {
		sq := pop(&kings)
		for i, d := range directions {
			if _, piece := v.slide(sq, i, ^empty); piece&s.Opp != 0 && step(piece, d)&empty != 0 {
				pieces |= 1 << sq
				break
			}
		}
	}
	return pieces
}

// jumpers returns the squares from which a jump over one of theirs ends on an empty square.
func jumpers(theirs, empty uint64, direction int) uint64 {
	return step(step(empty, -direction)&theirs, -direction)
}

// taking generates the captures of a position, piece by piece.
type taking struct {
	*variant
	theirs uint64 // the capturable pieces
	empty  uint64 // includes the start square of the piece
	crown  uint64 // row where the side's men become kings
	men    []int  // directions in which men jump

	moves []Move
	held  int  // number of moves in the buffer before this position's
	first int  // index of the piece's first move
	apart bool // keep different jump sequences separate

	// If the most pieces must be captured, the list may temporarily hold moves
	// that capture fewer. If it runs out of room, it is generated again.
	most int  // number of pieces that each of moves captures
	sure bool // no move captures more
	full bool // a move was dropped

	from    Square
	king    bool // the piece is a king
	crowned bool // the piece became a king during the capture
}

// taking starts a list of captures after the moves in buf.
func (r Rules) taking(s *Position, buf []Move) taking {
	v := r.variant()
	t := taking{
		variant: v, theirs: s.Opp, empty: v.squares &^ (s.Own | s.Opp), crown: v.crownRow(s.Turn),
		men: directions[:], moves: buf, held: len(buf),
	}
	if !v.backward {
		first := v.forward(s.Turn)
		t.men = directions[first : first+2]
	}
	return t
}

// take appends the captures of some pieces.
func (t *taking) take(pieces uint64, s *Position) {
	for pieces != 0 {
		t.takeBy(pop(&pieces), s)
	}
}

// takeBy appends the captures of the piece on sq, which must have some.
func (t *taking) takeBy(sq Square, s *Position) {
	bit := uint64(1) << (sq & 63)
	t.from, t.first, t.king = sq, len(t.moves), s.Kings&bit != 0
	t.empty |= bit
	switch {
	case !t.king:
		t.jump(sq, 0, t.men)
	case t.flying:
		t.fly(sq, 0)
	default:
		t.jump(sq, 0, directions[:])
	}
	t.empty &^= bit
}

// jump continues a capture by single steps from sq, after capturing captured.
// It returns whether it can.
func (t *taking) jump(sq Square, captured uint64, ways []int) (can bool) {
	for _, d := range ways {
		over := step(1<<(sq&63), d) & t.theirs &^ captured
		to := step(over, d) & t.empty
		if to == 0 {
			continue
		}
		can = true
		t.land(Square(bits.TrailingZeros64(to)), captured|over, ways)
	}
	return can
}

// land continues after a jump to sq, or ends the capture there.
func (t *taking) land(sq Square, captured uint64, ways []int) {
	if t.crowns && t.crown>>sq&1 != 0 { // variants with this rule have flying kings
		t.crowned = true
		if !t.fly(sq, captured) {
			t.end(sq, captured)
		}
		t.crowned = false
		return
	}
	if !t.jump(sq, captured, ways) {
		t.end(sq, captured)
	}
}

// fly continues the capture of a flying king and returns whether it can. Of the squares behind a
// captured piece the king must choose one from which it can continue, if there is one.
func (t *taking) fly(sq Square, captured uint64) (can bool) {
	for i := range directions {
		_, piece := t.slide(sq, i, ^t.empty)
		if piece&t.theirs&^captured == 0 {
			continue
		}
		behind, _ := t.slide(Square(bits.TrailingZeros64(piece)), i, ^t.empty)
		if behind == 0 {
			continue
		}
		can = true
		goesOn := false
		for to := behind; to != 0; {
			goesOn = t.fly(pop(&to), captured|piece) || goesOn
		}
		for to := behind; to != 0 && !goesOn; {
			t.end(pop(&to), captured|piece)
		}
	}
	return can
}

// end appends a completed capture unless it is a duplicate or captures too few pieces.
func (t *taking) end(sq Square, captured uint64) {
	if t.variant.most {
		n := bits.OnesCount64(captured)
		if n < t.most {
			return
		}
		if n > t.most {
			t.most, t.moves, t.first, t.full = n, t.moves[:t.held], t.held, false
		}
		if !t.sure && len(t.moves) == cap(t.moves) {
			t.full = true
			return
		}
	}
	m := Move{Captured: captured, From: t.from, To: sq, Crowns: t.crowned || !t.king && t.crown>>sq&1 != 0}
	if t.apart || !slices.Contains(t.moves[t.first:], m) {
		t.moves = append(t.moves, m)
	}
}

// CountPaths implements engine.PathCounter. It counts the moves of the last ply
// without playing them.
func (r Rules) CountPaths(s *Position, depth int, stop func() bool) game.Counts {
	return r.count(s, depth, false, stop)
}

// CountWays implements engine.WayCounter. It counts different jump sequences separately.
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

// asksAt is the depth, in plies, at which a count checks for a stop, about every thousand paths.
const asksAt = 5

// countMoves returns the number of moves without generating captures. ok is false if that is
// impossible: with capturing kings, or if a capture may continue after its first jump.
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
