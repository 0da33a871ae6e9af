package engine

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine/record"
)

// DetectBytes is the number of bytes at the beginning of a file that show its
// notation.
const DetectBytes = 64 << 10

// A Source is a file of games, and what is known of it.
type Source struct {
	Data   []byte // perhaps only the beginning
	Name   string // of the file; empty means unknown
	Format string // empty means any
}

// Recognize returns the games whose records a file may hold, in the order of games.
// If the notation names the game, shown is true. Otherwise the games returned read more
// of the beginning than the others do; a record with moves counts more than any number
// of records without. Where several games are left, the name of the file may choose.
// foreign is the reason if the file holds only games that are not played here.
func Recognize(games []*Game, src Source) (found []*Game, shown bool, foreign error) {
	src.Data = beginning(src.Data)
	if src.Format != "" {
		games = slices.DeleteFunc(slices.Clone(games), func(g *Game) bool { return !slices.Contains(g.FormatNames(), src.Format) })
		if len(games) == 1 {
			return games, true, nil
		}
	}
	for _, g := range games {
		if g.shows(src) {
			found = append(found, g)
		}
	}
	if found != nil {
		return src.named(found), true, nil
	}
	for _, g := range games {
		if foreign = g.foreign(src); foreign != nil {
			return nil, false, foreign
		}
	}
	most := 0
	for _, g := range games {
		points := g.readable(src)
		if points > most {
			found, most = nil, points
		}
		if points == most && points > 0 {
			found = append(found, g)
		}
	}
	return src.named(found), false, nil
}

// named returns the games that the name of the file fits: by a notation that is its
// extension, or by a word of theirs in it. It returns all if the name fits none.
func (s *Source) named(games []*Game) []*Game {
	if len(games) < 2 {
		return games
	}
	name := strings.ToLower(path.Base(strings.ReplaceAll(s.Name, `\`, "/")))
	extension := strings.TrimPrefix(path.Ext(name), ".")
	words := strings.FieldsFunc(name, func(c rune) bool { return c < 'a' || c > 'z' })
	for _, fits := range []func(g *Game) bool{
		func(g *Game) bool { return slices.Contains(g.FormatNames(), extension) },
		func(g *Game) bool {
			names := strings.Split(g.About().Name, ":")
			return slices.Contains(words, names[len(names)-1])
		},
	} {
		kept := slices.DeleteFunc(slices.Clone(games), func(g *Game) bool { return !fits(g) })
		if len(kept) > 0 {
			games = kept
		}
	}
	return games
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

// shows reports whether a file is in a format of g that no other game has.
func (g *Game) shows(src Source) bool {
	return slices.ContainsFunc(g.Formats(), func(f record.Format) bool {
		return src.allows(f) && f.Detect != nil && f.Detect(src.Data)
	})
}

func (s *Source) allows(f record.Format) bool { return s.Format == "" || s.Format == f.Name }

// foreign returns the reason if a file is in a format of g, but only with other games.
func (g *Game) foreign(src Source) error {
	for _, f := range g.Formats() {
		if src.allows(f) && f.Foreign != nil {
			if err := f.Foreign(src.Data); err != nil {
				return err
			}
		}
	}
	return nil
}

// readable counts the games of a file that g reads whole: one for a record without moves,
// more than all of these for a record with moves. It returns 0 if most games break the rules.
func (g *Game) readable(src Source) (points int) {
	whole, broken := 0, 0
	for r, err := range g.EachRecord(bytes.NewReader(src.Data), src.Format) {
		switch {
		case err != nil || record.FirstLost(r.Remarks) != nil:
			broken++
		case len(r.Moves) > 0:
			whole++
			points += len(src.Data)
		default:
			whole++
			points++
		}
	}
	if broken > whole {
		return 0
	}
	return points
}
