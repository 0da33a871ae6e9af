// Package draughtsrecord reads and writes games of draughts in PDN 3.0, the Portable Draughts
// Notation. Package movetext has the grammar.
//
//	[Event "…"]
//	[GameType "21,B,8,8,N1,0"]
//	1. 11-15 23-19 {comment} 2. 8-11! (9-14 $5 {variation} 22-17) *
//
// Source: W. Wesselink, PDN 3.0 standard. The writer keeps to it. The reader also accepts
// older and other files. Their captures are written with x, : or * and with any of their
// squares. Their moves may contain spaces and leading zeros, and lack the sign between squares
// (3228) or the row of the first square (cd4), if one move fits.
package draughtsrecord

import (
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine/movetext"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/reason"
)

// Record is a game of draughts as it was played.
//
// Its Result is in the notation of its source: 1-0, 2-0 or 1/2-1/2, the points of White
// first. Its Tags begin with "pdn.".
type Record = record.Record[draughts.Position, draughts.Move]

type dialect = movetext.Dialect[draughts.Position, draughts.Move]

// Codec returns the notation of games by the rules of a variant.
func Codec(r draughts.Rules) record.Codec[draughts.Position, draughts.Move] {
	d := dialects[r.Variant&3]
	return record.Codec[draughts.Position, draughts.Move]{
		Format: record.Format{
			Name: "pdn", Title: "Portable Draughts Notation", Variations: true,
			Detect: func(data []byte) bool { return looksLike(data, r) }, Resembles: d.Begins, Foreign: d.Foreign,
		},
		Games:     func(in io.Reader) iter.Seq2[Record, error] { return movetext.NewReader(in, d).All() },
		WriteEach: func(w io.Writer, records iter.Seq[Record]) error { return movetext.WriteEach(w, d, records) },
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

// otherTypes are the games of the standard that are not played here, by their numbers.
var otherTypes = map[string]reason.Phrase{
	"0": "chess", "1": "Chinese chess", "2": "Othello", "4": "go", "22": "Italian draughts", "23": "American pool", "24": "Spanish draughts",
	"27": "Canadian draughts", "28": "Portuguese draughts", "29": "Czech draughts", "30": "Turkish draughts", "31": "Thai draughts",
	"40": "Frisian draughts", "41": "Spantsiretti",
}

// number returns the number of a value of GameType, without zeros before it.
func number(gameType string) string {
	n, _, _ := strings.Cut(gameType, ",")
	n = strings.TrimSpace(n)
	return n[len(n)-max(min(1, len(n)), len(strings.TrimLeft(n, "0"))):]
}

var dialects = func() (all [4]*dialect) {
	for v := range all {
		all[v] = dialectOf(draughts.Rules{Variant: draughts.Variant(v)})
	}
	return all
}()

// dialectOf returns PDN for games by the rules of a variant.
func dialectOf(r draughts.Rules) *dialect {
	return &dialect{
		Rules: r, Name: "draughts", Prefix: "pdn.", White: r.Black().Other(), Squares: true,
		Other: func(tag func(string) string) error { return otherGame(r, tag("GameType")) },
		Start: func(tag func(string) string) (draughts.Position, []error, error) {
			fen := tag("FEN")
			if fen == "" {
				return r.Start(), nil, nil
			}
			s, err := r.ParsePosition(fen)
			if err != nil {
				err = reason.Errorf("FEN: %w", err)
			}
			return s, nil, err
		},
		Tags:      func(g *Record) [][2]string { return impliedTags(r, g) },
		Ply:       func(s *draughts.Position) int { return int(s.Turn) },
		Move:      func(s *draughts.Position, text []byte) (draughts.Move, bool) { return readMove(r, s, text) },
		Spelled:   func(s *draughts.Position, text string) ([]draughts.Move, error) { return spelled(r, s, text) },
		Resembles: func(text []byte) bool { return moveForm.Match(text) },
		Result:    result,
		End:       func(string) string { return "*" },
		Tidy:      tidy,
	}
}

// otherGame returns an error for a GameType of another game than r.
func otherGame(r draughts.Rules, gameType string) error {
	own := number(gameTypes[r.Variant&3])
	switch n := number(gameType); {
	case gameType == "" || n == own:
		return nil
	case otherTypes[n] != "":
		return reason.Errorf("a game of %s (GameType %s), want %s, %v", otherTypes[n], n, own, r)
	default:
		return reason.Errorf("a game of GameType %s, want %s, %v", n, own, r)
	}
}

// impliedTags returns the tags of the variant and of the start, unless it is the initial
// position.
func impliedTags(r draughts.Rules, g *Record) [][2]string {
	list := [][2]string{{"GameType", gameTypes[r.Variant&3]}}
	start := r.Start()
	if fen := r.FormatPosition(&g.Start); fen != r.FormatPosition(&start) {
		list = append(list, [2]string{"FEN", fen})
	}
	return list
}

// spelled returns the legal moves that text may spell.
func spelled(r draughts.Rules, s *draughts.Position, text string) ([]draughts.Move, error) {
	if text == "--" || text == "0000" {
		return nil, movetext.ErrNull
	}
	m, err := r.ParseMove(s, text)
	if err == nil {
		return []draughts.Move{m}, nil
	}
	return loose(r, s, text), err
}

// FormatResult returns the Result of a Record: the points of White first, of two in
// international draughts, of one in the others.
func FormatResult(r draughts.Rules, e record.Ending) string {
	white := e.Outcome
	if r.Black() == 0 {
		white = -white
	}
	if r.Variant == draughts.International {
		return [...]string{"0-2", "1-1", "2-0"}[white+1]
	}
	return [...]string{"0-1", "1/2-1/2", "1-0"}[white+1]
}

// looksLike reports whether data has games of r in PDN. If there are GameTypes, most of those
// played here must be that of r. Otherwise most games must follow the rules of r, and no other
// variant may read more of them. Among equals, a variant that writes squares as the text does
// is preferred.
func looksLike(data []byte, r draughts.Rules) bool {
	own := dialects[r.Variant&3]
	if !own.Begins(data) {
		return false
	}
	s := own.Sample(data)
	if s.Has("GameType") {
		return mostlyOf(&s, r)
	}
	points := fits(data, r)
	for v := range gameTypes {
		if points == 0 || fits(data, draughts.Rules{Variant: draughts.Variant(v)}) > points {
			return false
		}
	}
	return true
}

// mostlyOf reports whether more games of a sample have the GameType of r than of any other
// variant that is played here.
func mostlyOf(s *movetext.Sample, r draughts.Rules) bool {
	count := map[string]int{}
	for _, t := range s.Tags {
		if strings.EqualFold(t.Name, "GameType") {
			count[number(t.Value)]++
		}
	}
	own := count[number(gameTypes[r.Variant&3])]
	return own > 0 && !slices.ContainsFunc(gameTypes[:], func(t string) bool { return count[number(t)] > own })
}

// lettered matches a move with squares as in chess. The first may lack its row.
var lettered = regexp.MustCompile(`\b[a-hA-H][1-8]?\s*[-–−xX×:]?\s*[a-hA-H][1-8]\b`)

// fits returns how well data suits r: 0 if most of its games break the rules.
func fits(data []byte, r draughts.Rules) (points int) {
	s := dialects[r.Variant&3].Sample(data)
	if s.Fits() {
		points = 2 * (s.Games - s.Broken)
	} else if s.Games == 0 {
		points = 2 * s.Set
	}
	if points > 0 && lettered.Match(data) == (r.Variant == draughts.Russian) {
		points++
	}
	return points
}
