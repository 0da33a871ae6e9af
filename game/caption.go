package game

// Caption is words in a drawing: whose turn it is, how the game has ended, what a
// part of the board is called.
type Caption struct {
	// Text is the words as they are drawn, in English.
	Text string
	// Says is what they say, for those who say it in another language, of Side,
	// with What in it.
	Says Saying
	Side Player
	What string
}

// Saying is what a caption says.
type Saying uint8

// What captions say.
const (
	ToMove    Saying = iota // Side is to move
	ToMoveIn                // Side is to move in board What
	ToMoveAny               // Side is to move in any board
	HasWon                  // Side has won
	HasWonBy                // Side has won, and What is the count
	IsDraw                  // neither has won
	Level                   // here is level What of the board
)

// Standing says how a game stands whose players have these names: whose turn it is
// or, if it is over, who has won.
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
