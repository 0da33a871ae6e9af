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
	"strconv"
	"strings"
	"unicode/utf8"

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

// impliedTags returns the tags of the variant and of the start, unless it is the initial position.
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

// dressed replaces the signs of other alphabets and of typesetters by those of the standard.
var dressed = strings.NewReplacer(
	"\u2010", "-", "\u2011", "-", "\u2012", "-", "–", "-", "—", "-", "−", "-",
	"×", "x", "х", "x", "Х", "x", "X", "x", "½", "1/2", "…", "...",
)

// tidy returns a word with the signs of the standard.
func tidy(word []byte) []byte {
	for _, c := range word {
		if c >= utf8.RuneSelf || c == 'X' {
			return []byte(dressed.Replace(string(word)))
		}
	}
	return word
}

// moveForm matches the forms of moves, legal or not.
var moveForm = regexp.MustCompile(`^(?:[0-9]{1,2}(?:[-x:*][0-9]{1,2})+|[0-9]{3,4}|[a-hA-H][1-8](?:[-x:*]?[a-hA-H][1-8])+|[a-hA-H][-x:*]?[a-hA-H][1-8])\*?$|^(?:[0-9]{1,2}|[a-hA-H][1-8])[-x:*]?$`)

// readMove reads a move in the standard form.
func readMove(r draughts.Rules, s *draughts.Position, text []byte) (m draughts.Move, ok bool) {
	if len(text) < 3 {
		return m, false
	}
	m, err := r.ParseMove(s, string(text))
	return m, err == nil
}

// result returns the result that a word states, in standard form, or "" if it states none.
// Points may be those of a match: 12-8.
func result(text string) string {
	if text == "=" {
		return "1/2-1/2"
	}
	if standard := movetext.Result(text); standard != "" {
		return standard
	}
	first, second, ok := strings.Cut(strings.Replace(text, ":", "-", 1), "-")
	if ok && isPoints(first) && isPoints(second) && (first == "0" || second == "0" || first == second || strings.Contains(text, "/")) {
		return first + "-" + second
	}
	return ""
}

// isPoints reports whether text is one side's points for a game.
func isPoints(text string) bool {
	if text == "1/2" {
		return true
	}
	if len(text) == 2 {
		return text[0] == '1' && text[1] >= '0' && text[1] <= '2'
	}
	return len(text) == 1 && text[0] >= '0' && text[0] <= '9'
}

// point is a square, or as much of its name as is known: its number, or its column and perhaps
// its row.
type point struct {
	number      int
	column, row byte // 0 if unknown
}

// is reports whether p can be a square.
func (p point) is(r draughts.Rules, sq draughts.Square) bool {
	if p.column == 0 {
		return r.Number(sq) == p.number
	}
	name := draughts.Rules{Variant: draughts.Russian}.FormatSquare(sq)
	return name[0] == p.column && (p.row == 0 || name[1] == p.row)
}

// loose reads a move that is not in standard form. The sign of a capture may be wrong, the
// sign may be missing (3228), numbers may have leading zeros, and the first square may lack
// its row (cd4). It returns the legal moves that fit.
func loose(r draughts.Rules, s *draughts.Position, text string) (found []draughts.Move) {
	moves, _ := r.Moves(s, nil)
	for _, points := range readings(r, text) {
		for _, m := range moves {
			if fitsRoute(r, s, m, points) && !slices.Contains(found, m) {
				found = append(found, m)
			}
		}
	}
	return found
}

// fitsRoute reports whether a move begins and ends at the first and the last of points and
// passes the others in order.
func fitsRoute(r draughts.Rules, s *draughts.Position, m draughts.Move, points []point) bool {
	last := len(points) - 1
	if !points[0].is(r, m.From) || !points[last].is(r, m.To) {
		return false
	}
	between := points[1:last]
	if len(between) == 0 {
		return true
	}
	for _, sq := range r.Route(s, m) {
		if len(between) > 0 && between[0].is(r, sq) {
			between = between[1:]
		}
	}
	return len(between) == 0
}

// readings returns the ways to read the squares of a move.
func readings(r draughts.Rules, text string) (all [][]point) {
	if text == "" || strings.ContainsFunc(text, func(c rune) bool { return c > 'x' }) {
		return nil
	}
	fields := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune("-x:*", c) })
	if len(fields) == 1 && len(text) <= 4 {
		for i := 1; i < len(text); i++ {
			from, wrong := strconv.Atoi(text[:i])
			to, bad := strconv.Atoi(text[i:])
			if wrong == nil && bad == nil && i <= 2 && len(text)-i <= 2 {
				all = append(all, []point{{number: from}, {number: to}})
			}
		}
	}
	var points []point
	for _, f := range fields {
		if n, err := strconv.Atoi(f); err == nil {
			points = append(points, point{number: n})
			continue
		}
		if r.Variant == draughts.International {
			return all
		}
		for i := 0; i < len(f); i++ {
			p := point{column: f[i] | 0x20}
			if p.column < 'a' || p.column > 'h' {
				return all
			}
			if i+1 < len(f) && f[i+1] >= '1' && f[i+1] <= '8' {
				i++
				p.row = f[i]
			}
			points = append(points, p)
		}
	}
	if last := len(points) - 1; last > 0 && (points[last].column == 0 || points[last].row != 0) {
		all = append(all, points)
	}
	return all
}
