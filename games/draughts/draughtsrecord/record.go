// Package draughtsrecord reads and writes games of draughts in PDN 3.0, the
// Portable Draughts Notation.
//
//	[Event "…"]
//	[GameType "21,B,8,8,N1,0"]
//	1. 11-15 23-19 {comment} 2. 8-11! (9-14 $5 {variation} 22-17) *
//
// Source: W. Wesselink, PDN 3.0 standard. What is written keeps to it. What is read
// may be older or from elsewhere: results end games, and so does a new heading;
// comments stand anywhere and begin with ; too; captures are written with x, : or *
// and with any of their squares; moves have spaces in them, zeros before numbers, no
// sign between squares, 3228, or no row where they begin, cd4, where one move fits.
package draughtsrecord

import (
	"bytes"
	"io"
	"iter"
	"regexp"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/games/draughts"
)

// Record is a game of draughts as it was played.
//
// Its Result is as it is written: 1-0, 2-0 or 1/2-1/2, the points of White first.
// Its Tags begin with "pdn.".
type Record = record.Record[draughts.Position, draughts.Move]

// Variation is a way to play that departs from a game.
type Variation = record.Variation[draughts.Move]

// Codec returns the notation of games by the rules of a variant.
func Codec(r draughts.Rules) record.Codec[draughts.Position, draughts.Move] {
	return record.Codec[draughts.Position, draughts.Move]{
		Format: record.Format{
			Name: "pdn", Title: "Portable Draughts Notation",
			Detect: func(data []byte) bool { return looksLike(data, r) }, Resembles: resembles,
		},
		Games: func(in io.Reader) iter.Seq2[Record, error] { return NewReader(in, r).All() },

		WriteEach: func(w io.Writer, records iter.Seq[Record]) error { return WriteEach(w, r, records) },
	}
}

// gameTypes are the values of the tag GameType: the number of the game, the side that moves
// first, the size of the board, and the notation of squares: A as in chess, N by numbers, which
// begin in the corner that the digit denotes.
var gameTypes = [...]string{
	draughts.English:       "21,B,8,8,N1,0",
	draughts.Russian:       "25,W,8,8,A0,0",
	draughts.International: "20,W,10,10,N2,0",
	draughts.Brazilian:     "26,W,8,8,N2,0",
}

// number returns the number of a value of GameType.
func number(gameType string) string {
	n, _, _ := strings.Cut(gameType, ",")
	return strings.TrimSpace(n)
}

// shape matches the beginning of a file of PDN behind comments: a heading, or the number
// of a move and two squares.
var shape = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(before + `(?:\[\s*[A-Za-z]\w*\s*"(?:[^"\\\n]|\\.)*"\s*\]|` +
		`1\s*\.+\s*(?:[0-9]{1,2}\s*[-–−xX×:]|[a-hA-H][1-8]\s*[-–−xX×:]?)\s*[0-9a-hA-H])`)
})

// bare matches moves without numbers that only PDN has: with a variation or a comment.
var bare = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(before + `(?:\s*(?:[0-9]{1,2}|[a-hA-H][1-8])[-xX×:](?:[0-9]{1,2}|[a-hA-H][1-8]))+\s*[({]`)
})

// before matches the comments before a game.
const before = `^(?:\s|\x{feff}|[;%][^\n]*\n|\{[^}]*\})*`

// resembles reports whether data has the form of PDN.
func resembles(data []byte) bool {
	data = data[:min(len(data), longestSample)]
	return shape().Match(data) || bare().Match(data)
}

// longestSample bounds how much of a file is looked at, in bytes.
const longestSample = 64 << 10

// typeTag is the tag that names a variant.
var typeTag = regexp.MustCompile(`(?i)\[\s*gametype\s*"([^"]*)"`)

// looksLike reports whether data has games of r in PDN: by GameType or, where there
// is none, because no other variant reads more of its games. Where several read as
// many, those that write squares as it does are preferred.
func looksLike(data []byte, r draughts.Rules) bool {
	data = data[:min(len(data), longestSample)]
	if m := typeTag.FindSubmatch(data); m != nil {
		return number(string(m[1])) == number(gameTypes[r.Variant&3])
	}
	if !resembles(data) {
		return false
	}
	own := fits(data, r)
	for v := range gameTypes {
		if own == 0 || fits(data, draughts.Rules{Variant: draughts.Variant(v)}) > own {
			return false
		}
	}
	return true
}

// lettered is a move whose squares are written as in chess.
var lettered = regexp.MustCompile(`\b[a-hA-H][1-8]\s*[-–−xX×:]?\s*[a-hA-H][1-8]\b`)

// fenTag is the tag of an initial position.
var fenTag = regexp.MustCompile(`(?i)\[\s*fen\s*"`)

// fits returns how well data suits r: 0 if no game of it can be read. Games without
// moves say nothing about the variant unless there is a position.
func fits(data []byte, r draughts.Rules) (points int) {
	position := fenTag.Match(data)
	for g, err := range NewReader(bytes.NewReader(data), r).All() {
		if err == nil && (len(g.Moves) > 0 || position) {
			points += 2
		}
	}
	if points > 0 && lettered.Match(data) == (r.Variant == draughts.Russian) {
		points++
	}
	return points
}

// sideTag returns the tag of the name of a player.
func sideTag(r draughts.Rules, side game.Player) string {
	if side == r.Black() {
		return "Black"
	}
	return "White"
}
