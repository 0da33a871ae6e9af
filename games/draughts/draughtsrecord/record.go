// Package draughtsrecord reads and writes games of draughts in PDN 3.0, the
// Portable Draughts Notation.
//
//	[Event "…"]
//	[GameType "21,B,8,8,N1,0"]
//	1. 11-15 23-19 {comment} 2. 8-11! (9-14 $5 {variation} 22-17) *
//
// Source: W. Wesselink, PDN 3.0 standard. What is written keeps to it. What is read
// may be older: results end games, and so does a new heading, line comments
// begin with ; too, and captures are written with x or : and with any of their
// squares.
package draughtsrecord

import (
	"bytes"
	"fmt"
	"io"
	"strings"

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
		Format: record.Format{Name: "pdn", Title: "Portable Draughts Notation", Detect: func(data []byte) bool { return looksLike(data, r) }},
		Read:   func(data []byte) ([]Record, error) { return readAll(bytes.NewReader(data), r) },
		Write:  func(w io.Writer, records []Record) error { return Write(w, r, records) },
	}
}

// gameTypes are the values of the tag GameType: the number of the game, who moves
// first, the size of the board, and how squares are written: A as in chess, N by
// numbers, from the corner that the digit stands for.
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

// looksLike reports whether data has games of r in PDN: by GameType or, for
// checkers, whose older files have none, by a heading and a move.
func looksLike(data []byte, r draughts.Rules) bool {
	data = data[:min(len(data), 1<<16)]
	if _, after, ok := bytes.Cut(data, []byte("[GameType \"")); ok {
		value, _, ended := bytes.Cut(after, []byte(`"`))
		return ended && number(string(value)) == number(gameTypes[r.Variant&3])
	}
	if r.Variant != draughts.English || !bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")) {
		return false
	}
	reader := NewReader(bytes.NewReader(data), r)
	_, err := reader.Next()
	return err == nil && reader.played
}

// readAll reads all games, at least one.
func readAll(in io.Reader, r draughts.Rules) (records []Record, err error) {
	reader := NewReader(in, r)
	for {
		g, err := reader.Next()
		switch {
		case err == io.EOF && records == nil:
			return nil, fmt.Errorf("draughts: no game in the file")
		case err == io.EOF:
			return records, nil
		case err != nil:
			return nil, err
		}
		records = append(records, g)
	}
}

// sideTag returns the tag of the name of a player.
func sideTag(r draughts.Rules, side game.Player) string {
	if side == r.Black() {
		return "Black"
	}
	return "White"
}
