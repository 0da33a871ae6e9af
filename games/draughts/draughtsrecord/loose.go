package draughtsrecord

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/engine/movetext"
	"github.com/plywood-go/plywood/games/draughts"
)

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
