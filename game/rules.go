package game

import "errors"

// Rules are the rules of a game of perfect information for one or two players,
// with states S and moves M.
//
// A Rules value must be safe for concurrent use and cheap to copy. Its methods
// must be deterministic: the same state has the same moves in the same order.
type Rules[S any, M comparable] interface {
	// Moves appends the legal moves of s to buf and reports whether the game is over at s. One
	// method does both because most games detect the end while generating moves.
	//
	// If the status is Over, nothing is appended. Otherwise at least one move is appended, and no
	// move twice; a side that must pass has one move, the pass. Moves does not change s and does
	// not allocate unless buf is too short.
	Moves(s *S, buf []M) ([]M, Status)

	// Play sets *dst to the position after m is played in *src. The two may be the same
	// state, and nothing is allocated. Playing a move that Moves did not return is a
	// caller's bug with unspecified results: parsers check text from outside.
	Play(dst, src *S, m M)

	// ToMove returns the side to move in s. In a finished game it returns the side for
	// which Moves states the status.
	ToMove(s *S) Player

	// Hash returns a key of s, the side to move included. It is equal for positions with the same
	// continuations; otherwise it differs, up to the chance of a 64-bit collision.
	Hash(s *S) uint64
}

// Player is one of the two sides.
type Player uint8

// The first player makes the first move of the game; a one-player game has only First.
const (
	First Player = iota
	Second
)

// Other returns the opponent of p. A one-player game has no opponent.
func (p Player) Other() Player { return p ^ 1 }

// String returns "first" or "second".
func (p Player) String() string {
	if p == First {
		return "first"
	}
	return "second"
}

// Status reports whether a game is over and, if so, how it ended for the side
// to move; in a one-player game, for that player. The zero Status is Ongoing.
type Status int32

// The states of a game, for the side to move. A game that ends in a margin
// rather than in a plain win or loss uses [Final].
const (
	Ongoing Status = iota
	Draw
	Win
	Loss
)

// finalStatus is the Status of a final margin of 0.
const finalStatus Status = 1 << 28

// Final returns the status of a finished game that the side to move won by
// margin points (lost, if negative); in a one-player game margin is the
// player's result. |margin| must not exceed MaxMargin.
func Final(margin int) Status { return finalStatus + Status(margin) }

// Over reports whether the game has ended.
func (s Status) Over() bool { return s != Ongoing }

// Margin returns the final margin for the side to move; ok is false if the game did not end in one.
func (s Status) Margin() (margin int, ok bool) {
	if s <= Loss {
		return 0, false
	}
	return int(s - finalStatus), true
}

// Score returns the value of a finished game for the side to move, at distance
// 0. It is 0 for Ongoing.
func (s Status) Score() Score {
	if uint32(s) < uint32(len(plainScores)) {
		return plainScores[s]
	}
	return Margin(int(s - finalStatus))
}

// plainScores is a table, not a switch, because processors cannot predict the
// order of wins, losses and draws at the leaves of a search.
var plainScores = [...]Score{Ongoing: 0, Draw: 0, Win: winTop, Loss: -winTop}

// Negate returns the status from the other side's view.
func (s Status) Negate() Status {
	switch s {
	case Ongoing, Draw:
		return s
	case Win:
		return Loss
	case Loss:
		return Win
	}
	return 2*finalStatus - s
}

// String returns "ongoing", "draw", "win", "loss" or a signed margin.
func (s Status) String() string {
	switch s {
	case Ongoing:
		return "ongoing"
	case Draw:
		return "draw"
	case Win:
		return "win"
	case Loss:
		return "loss"
	}
	return s.Score().String()
}

// ErrIllegal reports a well-formed move that is not legal in the position. The errors of
// parsers wrap it.
var ErrIllegal = errors.New("illegal move")

// Caption is a text in a drawing: the turn, the outcome of the game, the name
// of a part of the board.
type Caption struct {
	// Text is the caption as drawn, in English.
	Text string
	// Says is its meaning, for translation; Side and What are the arguments.
	Says Saying
	Side Player
	What string // the text
}

// Saying is the meaning of a caption.
type Saying uint8

// The meanings of captions.
const (
	ToMove    Saying = iota // Side is to move
	ToMoveIn                // Side is to move in board What
	ToMoveAny               // Side is to move in any board
	HasWon                  // Side has won
	HasWonBy                // Side has won, and What is the count
	IsDraw                  // neither side has won
	Level                   // here is level What of the board
	Moves                   // Side moves at this node
	ByChance                // chance chooses at this node
)

// Standing returns the caption for the state of a game: the name of the side to move or,
// if the game is over, of the winner.
func Standing(st Status, toMove Player, names [2]string) Caption {
	switch outcome := st.Score().Outcome(); {
	case !st.Over():
		return Caption{Text: names[toMove&1] + " to move", Says: ToMove, Side: toMove}
	case outcome == 0:
		return Caption{Text: "draw", Says: IsDraw}
	case outcome < 0:
		toMove = toMove.Other()
	}
	return Caption{Text: names[toMove&1] + " has won", Says: HasWon, Side: toMove}
}

// Mix is the finaliser of SplitMix64 (Steele, Lea and Flood 2014), a permutation of 64-bit words for
// hashes.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
