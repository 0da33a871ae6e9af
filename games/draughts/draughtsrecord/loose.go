package draughtsrecord

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/games/draughts"
)

// dressed writes the signs of other alphabets and of typesetters as the standard
// does.
var dressed = strings.NewReplacer(
	"\u2010", "-", "\u2011", "-", "\u2012", "-", "–", "-", "—", "-", "−", "-",
	"×", "x", "х", "x", "Х", "x", "X", "x", "½", "1/2", "…", "...",
)

// clean returns a word with the signs of the standard.
func clean(text string) string {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf || text[i] == 'X' {
			return dressed.Replace(text)
		}
	}
	return text
}

// isLone reports whether text is a square by itself, or half a result.
func isLone(text string) bool {
	if len(text) == 2 && text[0]|0x20 >= 'a' && text[0]|0x20 <= 'h' {
		return text[1] >= '1' && text[1] <= '8'
	}
	return text == "1/2" || len(text) >= 1 && len(text) <= 3 && strings.Trim(text, "0123456789") == ""
}

// result returns the result that a word states, in standard form; "" if it states none.
func result(text string) string {
	switch text {
	case "*":
		return text
	case "1/2", "=":
		return "1/2-1/2"
	}
	at := strings.IndexByte(text, '-')
	if at < 0 {
		at = strings.IndexByte(text, ':')
	}
	if at <= 0 || at > 3 || len(text) > 7 {
		return ""
	}
	first, second := text[:at], text[at+1:]
	if !isPoints(first) || !isPoints(second) {
		return ""
	}
	if first == "0" || second == "0" || first == second || strings.Contains(text, "/") {
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

// loose reads a move that is not written as it should be: with the sign of a capture
// where nothing is captured, or the reverse, without a sign, 3228, with zeros before
// numbers, or without the row where it begins, cd4. It returns the legal moves that
// fit.
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

// fitsRoute reports whether a move begins and ends at the first and the last of
// points, and comes by the others in turn.
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
	if len(points) > 1 {
		all = append(all, points)
	}
	return all
}
