package engine

import (
	"bytes"
	"slices"

	"github.com/plywood-go/plywood/game/record"
)

// DetectBytes is the number of bytes at the beginning of a file that show its
// notation.
const DetectBytes = 64 << 10

// Recognize returns the games whose records data may hold, in the order of games.
// If the notation of data names the game, shown is true. Otherwise the games
// returned read more of the beginning of data than the others do; a record with moves
// counts more than any number of records without. An empty format means any.
func Recognize(games []*Game, data []byte, format string) (found []*Game, shown bool) {
	data = beginning(data)
	for _, g := range games {
		if g.shows(data, format) {
			found = append(found, g)
		}
	}
	if found != nil {
		return found, true
	}
	most := 0
	for _, g := range games {
		points := g.readable(data, format)
		if points > most {
			found, most = nil, points
		}
		if points == most && points > 0 {
			found = append(found, g)
		}
	}
	return found, false
}

// beginning returns the first lines of data, at most DetectBytes.
func beginning(data []byte) []byte {
	if len(data) <= DetectBytes {
		return data
	}
	data = data[:DetectBytes]
	if end := bytes.LastIndexByte(data, '\n'); end > 0 {
		return data[:end]
	}
	return data
}

// shows reports whether data is in a format of g that no other game has.
func (g *Game) shows(data []byte, format string) bool {
	return slices.ContainsFunc(g.Formats(), func(f record.Format) bool {
		return (format == "" || format == f.Name) && f.Detect != nil && f.Detect(data)
	})
}

// readable counts the games of data that g reads: one for a record without moves,
// more than all of these for a record with moves.
func (g *Game) readable(data []byte, format string) (points int) {
	for r, err := range g.EachRecord(bytes.NewReader(data), format) {
		switch {
		case err == nil && len(r.Moves) > 0:
			points += len(data)
		case err == nil:
			points++
		}
	}
	return points
}
