package game

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
