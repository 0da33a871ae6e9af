package chess

import "github.com/plywood-go/plywood/game"

// Dead reports whether neither side can mate with what is left, whatever the
// moves: kings alone, with one knight or bishop, or with bishops on squares of
// one colour.
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

// Repetition returns the plies since the last capture or pawn's move, which are
// irreversible.
func (Rules) Repetition(s *Position) (plies int, value game.Status) {
	return int(s.quiet), game.Draw
}

// Occurrences returns 3: a draw can be claimed when a position occurs for the
// third time.
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

// Patience returns the plies until 50 moves without a capture or a pawn's move
// can be reached.
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
