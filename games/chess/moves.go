package chess

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
)

// view is a position as its mover sees it: the checks and pins that decide which moves are legal.
type view struct {
	us         Side
	king       Square
	own, opp   uint64
	occupied   uint64
	pawns      uint64 // of both sides
	checkers   uint64
	block      uint64 // where a piece other than the king must move
	pinD, pinS uint64 // diagonal and straight lines from a pinner to the king
	oppD, oppS uint64 // sliders of the opponent
	oppN       uint64
	forbidden  uint64 // attacked by the opponent's pawns and king
}

// king returns the square of a side's king.
func (s *Position) king(side Side) Square {
	return Square(bits.TrailingZeros64(s.straight & s.other & s.sides[side&1]))
}

// look fills v.
func (v *view) look(s *Position) {
	us := s.turn & 1
	king := s.king(us) & 63
	v.us = us
	v.own, v.opp = s.sides[us], s.sides[us^1]
	v.occupied = v.own | v.opp
	v.king = king
	v.pawns = s.other &^ (s.diagonal | s.straight)
	v.oppD, v.oppS = s.diagonal&^s.other&v.opp, s.straight&^s.other&v.opp
	v.oppN = s.diagonal & s.other & v.opp
	pawns := v.pawns & v.opp
	v.checkers = table.knight[king]&v.oppN | table.pawn[us][king]&pawns
	v.pinD, v.pinS = 0, 0
	for set := table.bishop(king, v.opp) & v.oppD; set != 0; {
		v.line(pop(&set), &v.pinD)
	}
	for set := table.rook(king, v.opp) & v.oppS; set != 0; {
		v.line(pop(&set), &v.pinS)
	}
	v.block = all
	if v.checkers != 0 {
		v.block = 0
		if v.checkers&(v.checkers-1) == 0 {
			v.block = table.between[king][bits.TrailingZeros64(v.checkers)&63] | v.checkers
		}
	}
	v.forbidden = table.king[s.king(us^1)&63]
	if us == White {
		v.forbidden |= pawns&^fileA>>9 | pawns&^fileH>>7
	} else {
		v.forbidden |= pawns&^fileA<<7 | pawns&^fileH<<9
	}
}

// line records a slider that sees the king through the mover's pieces: it
// gives check through none and pins one.
func (v *view) line(slider Square, pins *uint64) {
	line := table.between[v.king&63][slider&63]
	switch through := line & v.own; {
	case through == 0:
		v.checkers |= 1 << slider
	case through&(through-1) == 0:
		*pins |= line | 1<<slider
	}
}

// safe reports whether the king may stand on a square that is not forbidden,
// with these squares occupied.
func (v *view) safe(sq Square, occupied uint64) bool {
	return table.knight[sq&63]&v.oppN == 0 && table.bishop(sq, occupied)&v.oppD == 0 && table.rook(sq, occupied)&v.oppS == 0
}

// attackers returns the pieces of a side that attack a square, with these squares occupied.
func (s *Position) attackers(sq Square, by Side, occupied uint64) uint64 {
	sq &= 63
	set := table.knight[sq]&s.diagonal&s.other | table.king[sq]&s.straight&s.other |
		table.pawn[by&1^1][sq]&(s.other&^(s.diagonal|s.straight)) |
		table.bishop(sq, occupied)&(s.diagonal&^s.other) | table.rook(sq, occupied)&(s.straight&^s.other)
	return set & s.sides[by&1] & occupied
}

// Attackers returns the pieces of a side that attack a square, with these
// squares occupied. Pieces on other squares are ignored.
func (s *Position) Attackers(sq Square, by Side, occupied uint64) uint64 {
	return s.attackers(sq, by, occupied)
}

// Urgent reports whether the side to move is in check.
func (Rules) Urgent(s *Position) bool { return s.Check() }

// Alarms reports whether m gives check.
func (Rules) Alarms(s *Position, m Move) bool {
	if kind := m & kinds; kind == castle || kind == enPassant {
		var next Position
		Rules{}.Play(&next, s, m)
		return next.Check()
	}
	us, from, to := s.turn&1, m.From()&63, m.To()&63
	king := s.king(us^1) & 63
	occupied := s.Occupied()&^(1<<from) | 1<<to
	p := s.At(from)
	if m >= promotion {
		p = m.Promotion()
	}
	slides := table.diagonals[king].up | table.diagonals[king].down
	switch {
	case p == Pawn:
		if table.pawn[us^1][king]>>to&1 != 0 {
			return true
		}
	case p == Knight:
		if table.knight[king]>>to&1 != 0 {
			return true
		}
	case p != King && table.between[king][to]&occupied == 0:
		diagonal := slides>>to&1 != 0
		straight := king&7 == to&7 || king>>3 == to>>3
		if diagonal && p&Bishop != 0 || straight && p&Rook != 0 {
			return true
		}
	}
	own := s.sides[us] &^ (1 << from)
	switch {
	case slides>>from&1 != 0:
		return table.bishop(king, occupied)&s.diagonal&^s.other&own != 0
	case king&7 == from&7 || king>>3 == from>>3:
		return table.rook(king, occupied)&s.straight&^s.other&own != 0
	}
	return false
}

// Check reports whether the side to move is in check.
func (s *Position) Check() bool {
	return s.attackers(s.king(s.turn), s.turn^1, s.Occupied()) != 0
}

// Moves appends the legal moves.
func (Rules) Moves(s *Position, buf []Move) ([]Move, game.Status) {
	var v view
	v.look(s)
	if s.Dead() {
		return buf, game.Draw
	}
	before := len(buf)
	buf = s.generate(&v, buf, all, all, all)
	switch {
	case len(buf) > before:
		return buf, game.Ongoing
	case v.checkers != 0:
		return buf, game.Loss
	}
	return buf, game.Draw
}

// Continue appends the legal moves, also where no side can win.
func (Rules) Continue(s *Position, buf []Move) []Move {
	var v view
	v.look(s)
	return s.generate(&v, buf, all, all, all)
}

// NoisyMoves appends captures and promotions; in check, all moves.
func (Rules) NoisyMoves(s *Position, buf []Move) []Move {
	var v view
	v.look(s)
	if v.checkers != 0 {
		return s.generate(&v, buf, all, all, all)
	}
	return s.generate(&v, buf, all, v.opp, rank1|rank8)
}

// generate appends the legal moves of some pieces to some squares; those of
// pawns straight ahead must end on pushes. A capture in passing counts as one to
// either square, castling as one to that of the rook.
func (s *Position) generate(v *view, buf []Move, movers, targets, pushes uint64) []Move {
	movers &= v.own
	if movers>>v.king&1 != 0 {
		buf = s.kingMoves(v, buf, targets)
	}
	if v.block == 0 {
		return buf
	}
	buf = s.pawnMoves(v, buf, movers, targets, pushes)
	targets &= v.block &^ v.own
	for set := s.diagonal & s.other & movers &^ (v.pinD | v.pinS); set != 0; {
		from := pop(&set)
		buf = spread(buf, from, table.knight[from&63]&targets)
	}
	for set := s.diagonal &^ s.other & movers &^ v.pinS; set != 0; {
		from := pop(&set)
		reach := table.bishop(from, v.occupied) & targets
		if v.pinD>>from&1 != 0 {
			reach &= v.pinD
		}
		buf = spread(buf, from, reach)
	}
	for set := s.straight &^ s.other & movers &^ v.pinD; set != 0; {
		from := pop(&set)
		reach := table.rook(from, v.occupied) & targets
		if v.pinS>>from&1 != 0 {
			reach &= v.pinS
		}
		buf = spread(buf, from, reach)
	}
	return buf
}

// spread appends moves from one square to each of a set.
func spread(buf []Move, from Square, to uint64) []Move {
	for to != 0 {
		buf = append(buf, move(from, pop(&to), plain))
	}
	return buf
}

// kingMoves appends the moves of the king and castling.
func (s *Position) kingMoves(v *view, buf []Move, targets uint64) []Move {
	others := v.occupied &^ (1 << v.king)
	for set := table.king[v.king] & targets &^ (v.own | v.forbidden); set != 0; {
		if to := pop(&set); v.safe(to, others) {
			buf = append(buf, move(v.king, to, plain))
		}
	}
	if rooks := s.castle & v.own & targets; rooks != 0 && v.checkers == 0 {
		for rooks != 0 {
			if rook := pop(&rooks); v.castles(rook) {
				buf = append(buf, move(v.king, rook, castle))
			}
		}
	}
	return buf
}

// castles reports whether the king, which is not in check, can castle with a
// rook that has the right.
func (v *view) castles(rook Square) bool {
	kingTo, rookTo := castled(v.king, rook)
	path := table.between[v.king][kingTo&63] | 1<<kingTo
	way := path | table.between[rook&63][rookTo&63] | 1<<rookTo
	pair := uint64(1)<<v.king | 1<<rook
	if way&v.occupied&^pair != 0 || path&^(1<<v.king)&v.forbidden != 0 {
		return false
	}
	for set := path &^ (1 << v.king); set != 0; {
		if !v.safe(pop(&set), v.occupied&^(1<<v.king)) {
			return false
		}
	}
	// Where the rook no longer shields it, the king may be attacked.
	return v.safe(kingTo, v.occupied&^pair|1<<rookTo)
}

// steps are the moves of pawns as sets of the squares where they end.
type steps struct{ once, twice, left, right uint64 }

// steps returns the moves of the mover's pawns among movers.
func (v *view) steps(movers, targets, pushes uint64) (m steps) {
	pawns := v.pawns & movers
	straight := pawns &^ v.pinD
	straight = straight&^v.pinS | straight&v.pinS&(fileA<<(v.king&7)) // pinned on the king's file
	free, held := pawns&^(v.pinD|v.pinS), pawns&v.pinD&^v.pinS
	empty := ^v.occupied
	targets &= v.block & v.opp
	pushes &= v.block
	if v.us == White {
		m.once = straight << 8 & empty
		m.twice = m.once & (rank1 << 16) << 8 & empty & pushes
		m.left = (free&^fileA<<7 | held&^fileA<<7&v.pinD) & targets
		m.right = (free&^fileH<<9 | held&^fileH<<9&v.pinD) & targets
	} else {
		m.once = straight >> 8 & empty
		m.twice = m.once & (rank1 << 40) >> 8 & empty & pushes
		m.left = (free&^fileA>>9 | held&^fileA>>9&v.pinD) & targets
		m.right = (free&^fileH>>7 | held&^fileH>>7&v.pinD) & targets
	}
	m.once &= pushes
	return m
}

// pawnMoves appends the moves of pawns.
func (s *Position) pawnMoves(v *view, buf []Move, movers, targets, pushes uint64) []Move {
	m := v.steps(movers, targets, pushes)
	once, left, right := Square(8), Square(7), Square(9) // how far back a move starts
	if v.us == Black {
		once, left, right = -once, -right, -left
	}
	buf = advance(buf, m.once, once)
	for m.twice != 0 {
		to := pop(&m.twice)
		buf = append(buf, move(to-2*once, to, doubleStep))
	}
	buf = advance(buf, m.left, left)
	buf = advance(buf, m.right, right)
	if s.ep != 0 && targets&(1<<s.ep|1<<(s.ep^8)) != 0 {
		for set := table.pawn[v.us^1][s.ep&63] & v.pawns & movers; set != 0; {
			if from := pop(&set); s.passes(from, s.ep) {
				buf = append(buf, move(from, s.ep, enPassant))
			}
		}
	}
	return buf
}

// advance appends moves of pawns that start back squares before they end.
func advance(buf []Move, ends uint64, back Square) []Move {
	for set := ends & (rank1 | rank8); set != 0; {
		to := pop(&set)
		for kind := range Move(4) {
			buf = append(buf, move(to-back, to, promotion+(3-kind)<<12))
		}
	}
	for set := ends &^ (rank1 | rank8); set != 0; {
		to := pop(&set)
		buf = append(buf, move(to-back, to, plain))
	}
	return buf
}

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

// asksAt is the depth, in plies, at which a count checks for a stop, about every thousand paths.
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
