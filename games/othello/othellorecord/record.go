// Package othellorecord reads and writes whole games of Othello in the formats of other
// programs: GGF, SGF, WTHOR bases with their lists of names, lines of problems, and boards
// drawn in text.
package othellorecord

import (
	"io"
	"iter"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/reason"
)

// Record is a game of Othello as it was played.
//
// Its Result is Black's margin, "+12", "0" or "-4", with empty squares counted for the winner.
// The suffix ":r" means that a side resigned, ":t" that it lost on time, and ":f" that it
// forfeited the game. The number is missing if only the winner is known. The names of its Tags
// begin with their notation: "ggf.RB".
type Record = record.Record[othello.Position, othello.Move]

// Variation is a line that departs from a game.
type Variation = record.Variation[othello.Move]

// Codec reads and writes games in one notation.
type Codec = record.Codec[othello.Position, othello.Move]

// Codecs returns the notations of games on the board of r: "ggf", "sgf", "wtb" for 8×8
// squares, "obf" and "board". Their recognisers must be tried in this order.
func Codecs(r othello.Rules) []Codec {
	of := rules{r}
	list := []Codec{
		codec("ggf", "Generic Game Format", looksLikeGGF, of.readGGF, of.writeGGF),
		codec("sgf", "Smart Game Format", looksLikeSGF, of.readSGF, of.writeSGF),
	}
	if r.Size() == 8 {
		list = append(list, codec("wtb", "WTHOR", looksLikeWTHOR, of.readWTHOR, of.writeWTHOR))
	}
	return append(list,
		codec("obf", "problems", of.looksLikeProblems, of.readProblems, of.writeProblems),
		codec("board", "boards in lines of text", of.looksLikePicture, of.readPictures, of.writePictures),
	)
}

func codec(name, title string, detect func([]byte) bool, games func(io.Reader) iter.Seq2[Record, error], write func(io.Writer, iter.Seq[Record]) error) Codec {
	return Codec{Format: record.Format{Name: name, Title: title, Detect: detect, Variations: name == "sgf"}, Games: games, WriteEach: write}
}

// rules adds the notations to the rules of the game.
type rules struct{ othello.Rules }

// name returns the name of a move, such as f5, or "pass".
func (r rules) name(m othello.Move) string { return r.FormatMove(nil, m) }

// squares returns the number of squares of the board.
func (r rules) squares() int { return r.Size() * r.Size() }

// span names the squares of the board, for errors.
func (r rules) span() error {
	return reason.Errorf("a1 to %c%d", 'a'-1+rune(r.Size()), r.Size())
}

// sides are the letters of Black and White.
const sides = "XO"
