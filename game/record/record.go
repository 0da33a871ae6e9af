// Package record has games as they were played: what is known of them, their
// moves, and notations for whole games. Every game has two notations, the
// transcript and the last position. Others belong to one game.
package record

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"time"
)

// Record is a game as it was played, or the part of it that is known.
type Record[S any, M comparable] struct {
	Heading
	// Start is the position before the first move.
	Start S
	// Moves are legal one after the other, passes included.
	Moves []M
	Notes Notes
	// Variations are other ways to play, in the order in which the source has them.
	Variations []Variation[M]
}

// Variation is a way to play that departs from a game, or from another variation.
type Variation[M any] struct {
	// At is how many moves of the line that it departs from stand before it.
	At int
	// Moves are legal one after the other.
	Moves []M
	// Notes are by the number of its own moves.
	Notes      Notes
	Variations []Variation[M]
}

// Heading is what is known of a game besides its moves. Empty means unknown.
type Heading struct {
	// Players are the names of the first and the second player.
	Players [2]string
	Event   string
	Place   string
	Round   string
	// Date is as much as is known of the day: 2024-05-31, 2024-05 or 2024.
	Date string
	// Result is the outcome as the players of the game write it, seen from the
	// first player: "+12" in Othello, "1-0" in chess.
	Result string
	// Comment is about the game as a whole.
	Comment string
	// Tags are what else a source says, by a name that is the source's own.
	Tags map[string]string
}

// Note is what a record says of a move.
type Note struct {
	// Eval is the value that the mover gave the move, as it is written.
	Eval string
	// Depth is how many plies the mover looked ahead; 0 if that is not known.
	Depth int
	// Time is how long the mover thought.
	Time time.Duration
	// Sign is what signs say of the move, as they are written, with spaces between
	// them: "!", "?! $10".
	Sign string
	Text string
}

// Notes are the notes of a record, by the number of moves played when each was
// made: 0 at the initial position, 1 after the first move.
type Notes map[int]Note

// MapVariations returns variations with other kinds of moves.
func MapVariations[M, N any](list []Variation[M], moves func([]M) []N) []Variation[N] {
	var all []Variation[N]
	for _, v := range list {
		all = append(all, Variation[N]{v.At, moves(v.Moves), v.Notes, MapVariations(v.Variations, moves)})
	}
	return all
}

// Format is a notation of records.
type Format struct {
	// Name is a short word for it, its usual file extension where it has one:
	// "ggf".
	Name string
	// Title is its name in plain words.
	Title string
	// Detect reports whether data, perhaps only the beginning of a file, looks
	// like this notation and like no other, of any game. Nil means that nothing
	// tells.
	Detect func(data []byte) bool
	// Resembles reports whether data has the form of this notation, if perhaps of
	// another game or with faults. Nil means that Detect is all that tells.
	Resembles func(data []byte) bool
}

// Codec is a Format of one game with what reads and writes it.
type Codec[S any, M comparable] struct {
	Format
	// Games reads the games of a file one after the other and keeps none. In place
	// of a game that it cannot read it returns a *Fault, and goes on; any other
	// error is the last. A notation of positions gives games without moves. Nil
	// means that the format is only written.
	Games func(in io.Reader) iter.Seq2[Record[S, M], error]
	// Write writes games. It fails for those that the format cannot express. A
	// notation of positions takes the last one of each game. Nil means that the
	// format is only read.
	Write func(w io.Writer, records []Record[S, M]) error
}

// Read returns the games of data, at least one. It fails at the first game that
// cannot be read; errors name the place and the offence.
func (c Codec[S, M]) Read(data []byte) (records []Record[S, M], err error) {
	for r, err := range c.Games(bytes.NewReader(data)) {
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	if records == nil {
		return nil, ErrNoGame
	}
	return records, nil
}

// ErrNoGame is the error of a file without games.
var ErrNoGame = errors.New("no game in the file")

// Fault is the error of one game that a reader leaves out before it goes on. Its
// text is that of Err, which names the line and the offence.
type Fault struct {
	// Game is the number of the game in its file, from 1.
	Game int
	// Players are the names in its heading, as far as that was read.
	Players [2]string
	Err     error
}

func (f *Fault) Error() string { return f.Err.Error() }

func (f *Fault) Unwrap() error { return f.Err }
