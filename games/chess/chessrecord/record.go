// Package chessrecord reads and writes games of chess in PGN, the Portable Game
// Notation (Edwards 1994):
//
//	[Event "…"]
//	[Result "1-0"]
//
//	1. e4 e5 {comment} 2. Nf3! (2. f4 $5 {variation} exf4) 2... Nc6 1-0
//
// Games are written in its export format, in UTF-8. What is read may be less
// tidy: moves in every form of [chess.Rules.ParseMove] and with the letters of
// any [chess.Language], results with a colon or a half sign, tags in the middle
// of a line, Windows-1252 instead of UTF-8, games without a heading or a
// result. A null move ends its variation; what follows it becomes a comment.
package chessrecord

import (
	"bytes"
	"io"
	"iter"
	"regexp"
	"sync"

	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/games/chess"
)

// Record is a game of chess as it was played.
//
// Its Result is 1-0, 0-1, 1/2-1/2 or empty. Its Tags begin with "pgn.".
type Record = record.Record[chess.Position, chess.Move]

// Variation is a way to play that departs from a game.
type Variation = record.Variation[chess.Move]

// Codec returns the notation of games of chess.
func Codec() record.Codec[chess.Position, chess.Move] {
	return record.Codec[chess.Position, chess.Move]{
		Format: record.Format{Name: "pgn", Title: "Portable Game Notation", Detect: isPGN, Resembles: resembles},
		Games:  func(in io.Reader) iter.Seq2[Record, error] { return NewReader(in).All() },

		WriteEach: WriteEach,
	}
}

// FormatResult returns the Result of a Record.
func FormatResult(e record.Ending) string { return [...]string{"0-1", "1/2-1/2", "1-0"}[e.Outcome+1] }

// shape is how a file of PGN begins, comments left out of account: with a tag or
// with a move with its number.
var shape = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\s|\x{feff}|[;%][^\n]*\n|\{[^}]*\})*(?:\[\s*[A-Za-z]\w*\s*"[^"\n]*"\s*\]|` +
		`1\s*\.+\s*(?:[a-h][1-8]|[a-h]x|\pL{1,2}[a-h][1-8]|[0O]-[0O]))`)
})

// longestSample bounds how much of a file is looked at, in bytes.
const longestSample = 64 << 10

func resembles(data []byte) bool { return shape().Match(data[:min(len(data), longestSample)]) }

// otherGame is the tag of PDN for a game other than chess, whose number is 0.
var otherGame = regexp.MustCompile(`(?i)\[\s*gametype\s*"\s*0*[1-9]`)

// isPGN reports whether data has a game of chess in PGN. Tags alone may be those
// of another game.
func isPGN(data []byte) bool {
	data = data[:min(len(data), longestSample)]
	if otherGame.Match(data) || !resembles(data) {
		return false
	}
	for g, err := range NewReader(bytes.NewReader(data)).All() {
		if err == nil && (len(g.Moves) > 0 || g.Start != chess.Rules{}.Start()) {
			return true
		}
	}
	return false
}
