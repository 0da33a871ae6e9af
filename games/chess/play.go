package chess

import "github.com/plywood-go/plywood/game"

// Play moves a piece.
func (Rules) Play(dst, src *Position, m Move) {
	kind := m & kinds
	if kind == castle {
		playCastle(dst, src, m)
		return
	}
	us := src.turn & 1
	from, to := m.From(), m.To()
	start, end := uint64(1)<<from, uint64(1)<<to
	p := src.At(from)
	becomes, captured := p, src.At(to)
	hash := src.hash ^ key.turn ^ key.piece[us^1][captured&7][to]
	quiet := src.quiet + 1
	if captured != NoPiece || p == Pawn {
		quiet = 0
	} else if quiet == 0 {
		quiet--
	}
	gone := start | end
	if src.ep != 0 {
		hash ^= key.ep[src.ep&7]
	}
	ep := Square(0)
	if kind != plain {
		switch kind {
		case doubleStep:
			ep = (from + to) / 2
		case enPassant:
			pawn := to ^ 8
			gone |= 1 << pawn
			hash ^= key.piece[us^1][Pawn][pawn]
		default:
			becomes = promotions[kind>>12&3]
		}
	}
	hash ^= key.piece[us][p&7][from] ^ key.piece[us][becomes&7][to]
	rooks := src.castle
	if rooks != 0 {
		rooks &^= start | end
		if p == King {
			rooks &^= rank1 << (56 * us)
		}
		if rooks != src.castle {
			hash ^= castleKeys(rooks ^ src.castle)
		}
	}
	d := src.diagonal&^gone | end&-uint64(becomes&1)
	s := src.straight&^gone | end&-uint64(becomes>>1&1)
	o := src.other&^gone | end&-uint64(becomes>>2)
	own, opp := src.sides[us]&^gone|end, src.sides[us^1]&^gone
	number := src.number + uint16(us)
	if number == 0 {
		number--
	}
	dst.diagonal, dst.straight, dst.other = d, s, o
	dst.sides[us], dst.sides[us^1] = own, opp
	dst.castle, dst.hash = rooks, hash
	dst.quiet, dst.number, dst.turn, dst.ep = quiet, number, us^1, 0
	if ep != 0 && dst.canPass(ep) {
		dst.ep = ep
		dst.hash ^= key.ep[ep&7]
	}
}

// playCastle castles.
func playCastle(dst, src *Position, m Move) {
	us := src.turn & 1
	from, rook := m.From(), m.To()
	to, rookTo := castled(from, rook)
	ep, rooks := src.ep, src.castle&(rank1<<(56*us))
	*dst = *src
	gone := uint64(1)<<from | 1<<rook
	king, tower := uint64(1)<<to, uint64(1)<<rookTo
	dst.diagonal &^= gone
	dst.straight = dst.straight&^gone | king | tower
	dst.other = dst.other&^gone | king
	dst.sides[us] = dst.sides[us]&^gone | king | tower
	k := &key.piece[us]
	dst.hash ^= key.turn ^ k[King][from] ^ k[King][to] ^ k[Rook][rook] ^ k[Rook][rookTo]
	if ep != 0 {
		dst.hash ^= key.ep[ep&7]
	}
	dst.castle &^= rooks
	dst.hash ^= castleKeys(rooks)
	if dst.quiet++; dst.quiet == 0 {
		dst.quiet--
	}
	if dst.number += uint16(us); dst.number == 0 {
		dst.number--
	}
	dst.turn, dst.ep = us^1, 0
}

// castled returns where king and rook stand after they castle.
func castled(king, rook Square) (kingTo, rookTo Square) {
	row := king & 56
	if rook > king {
		return row + 6, row + 5
	}
	return row + 2, row + 3
}

// canPass reports whether a pawn of the side to move can capture in passing on
// a square that a pawn has just skipped.
func (s *Position) canPass(ep Square) bool {
	us := s.turn & 1
	pawns := s.other &^ (s.diagonal | s.straight)
	captors := table.pawn[us^1][ep&63] & pawns & s.sides[us]
	for captors != 0 {
		if s.passes(pop(&captors), ep) {
			return true
		}
	}
	return false
}

// passes reports whether the king of the side to move is safe after a capture in passing.
func (s *Position) passes(from, ep Square) bool {
	us := s.turn & 1
	pawn := uint64(1) << (ep ^ 8)
	occupied := s.Occupied()&^(1<<from|pawn) | 1<<ep
	return s.attackers(s.king(us), us^1, occupied) == 0
}

// Passed returns s with the other side to move, as after a null move. The side
// to move must not be in check. Earlier positions do not count as repeated.
func (s *Position) Passed() Position {
	next := *s
	if s.ep != 0 {
		next.hash ^= key.ep[s.ep&7]
		next.ep = 0
	}
	next.hash ^= key.turn
	next.turn ^= 1
	next.quiet = 0
	return next
}

// Dead reports whether neither side can mate with what is left, whatever the moves: kings alone,
// with one knight or bishop, or with bishops on squares of one colour.
func (s *Position) Dead() bool {
	// A queen, rook or pawn is in one plane without its neighbour.
	if s.straight&^s.other|s.other&^(s.diagonal|s.straight) != 0 {
		return false
	}
	minor := s.diagonal
	knights := minor & s.other
	return minor&(minor-1) == 0 || knights == 0 && (minor&dark == 0 || minor&^dark == 0)
}

// Status reports whether the game is over.
func (r Rules) Status(s *Position) game.Status {
	switch {
	case s.Dead():
		return game.Draw
	case s.canMove():
		return game.Ongoing
	case s.Check():
		return game.Loss
	}
	return game.Draw
}

// canMove reports whether the side to move has a legal move.
func (s *Position) canMove() bool { return s.countMoves() > 0 }

const (
	claimPlies     = 100 // of the 50-move rule
	automaticPlies = 150 // of the 75-move rule
)

// Repetition returns the plies since the last capture or pawn's move, which are irreversible.
func (Rules) Repetition(s *Position) (plies int, value game.Status) {
	return int(s.quiet), game.Draw
}

// Occurrences returns 3: a draw can be claimed when a position occurs for the third time.
func (Rules) Occurrences() int { return 3 }

// Limit returns the plies since the last capture or pawn's move if these are 50
// moves of each side or more, otherwise 0. Checkmate comes before it.
func (r Rules) Limit(s *Position) (plies int, value game.Status) {
	if s.quiet < claimPlies || !s.canMove() && s.Check() {
		return 0, game.Draw
	}
	return int(s.quiet), game.Draw
}

// LimitName returns "50 moves", "75 moves" or "".
func (r Rules) LimitName(s *Position) string {
	switch plies, _ := r.Limit(s); {
	case plies >= automaticPlies:
		return SeventyFiveMoves.String()
	case plies > 0:
		return FiftyMoves.String()
	}
	return ""
}

// Patience returns the plies until 50 moves without a capture or a pawn's move can be reached.
func (Rules) Patience(s *Position) (plies int) { return claimPlies - int(s.quiet) }

// Draw is why a game is drawn.
type Draw uint8

// The draws. Stalemate and dead positions are facts of a position, the others
// of the game that led to it.
const (
	NoDraw Draw = iota
	Stalemate
	DeadPosition
	ThirdOccurrence
	FiftyMoves
	FifthOccurrence
	SeventyFiveMoves
)

// Claim reports whether a player must claim the draw; the others end the game.
func (d Draw) Claim() bool { return d == ThirdOccurrence || d == FiftyMoves }

// String returns the name of the draw.
func (d Draw) String() string {
	return [...]string{
		"", "stalemate", "dead position", "third occurrence", "50 moves", "fifth occurrence", "75 moves",
	}[d]
}

// Drawn returns why the game is drawn at the last position of a line of play,
// or could be claimed to be. A draw that ends the game goes before a claim. The
// line begins with the initial position of the game.
func (r Rules) Drawn(line []Position) Draw {
	s := &line[len(line)-1]
	status, times := r.Status(s), 0
	for i := len(line) - 1; i >= 0 && len(line)-1-i <= int(s.quiet); i-- {
		if line[i].hash == s.hash {
			times++
		}
	}
	switch {
	case status == game.Loss:
		return NoDraw
	case s.Dead():
		return DeadPosition
	case status == game.Draw:
		return Stalemate
	case times >= 5:
		return FifthOccurrence
	case s.quiet >= automaticPlies:
		return SeventyFiveMoves
	case times >= 3:
		return ThirdOccurrence
	case s.quiet >= claimPlies:
		return FiftyMoves
	}
	return NoDraw
}
