package connect4

import (
	"slices"
	"strings"
)

// alphabets are the ways to write cells: the letters for the first player's discs, for
// the second player's, and for empty cells.
var alphabets = [][3]string{{"Xx", "Oo", ".-_"}, {"1", "2", "0"}, {"1", "2", ".-_"}, {"Rr", "Yy", ".-_"}, {"Rr", "Yy", "0"}}

// undressed returns text in one of the two forms of ParsePosition: rows with slashes, or
// columns from 1. It converts other customary forms: quotes, a board in lines, the names
// of the columns below it, and a line with the side to move.
func (r Rules) undressed(text string) string {
	text = strings.Trim(strings.TrimSpace(text), "\"'“”`")
	if board, ok := r.undressBoard(text); ok {
		return board
	}
	if r.fromZero(text) {
		return strings.Map(func(c rune) rune { return rune(columnNames[strings.IndexRune("0"+columnNames, c)]) }, text)
	}
	return text
}

// fromZero reports whether columns count from 0: 0 occurs, and no column is beyond the
// last.
func (r Rules) fromZero(columns string) bool {
	return strings.Contains(columns, "0") && strings.Trim(columns, ("0" + columnNames)[:r.Width()]) == ""
}

// undressBoard reads the cells of a whole board, row by row from the top, and the side to
// move if it is given.
func (r Rules) undressBoard(text string) (rows string, ok bool) {
	var cells []rune
	side := ""
	for line := range strings.Lines(text) {
		line = strings.NewReplacer("|", " ", "/", " ").Replace(line)
		plain := strings.Join(strings.Fields(line), "")
		switch {
		case len(cells) >= r.Width()*r.Height() && (plain == columnNames[:r.Width()] || plain == ("0" + columnNames)[:r.Width()]):
			continue // the names of the columns
		case strings.HasSuffix(strings.TrimSpace(line), " to move"):
			side = plain[:1]
			continue
		case strings.Trim(plain, "+-=") == "" && strings.ContainsAny(plain, "+="):
			continue // a border
		}
		cells = append(cells, []rune(plain)...)
	}
	count := r.Width() * r.Height()
	if len(cells) == count+1 && side == "" {
		side, cells = string(cells[count]), cells[:count]
	}
	if len(cells) != count {
		return "", false
	}
	for _, alphabet := range alphabets {
		if rows, ok := r.spelled(cells, side, alphabet); ok {
			return rows, true
		}
	}
	return "", false
}

// spelled rewrites cells of an alphabet in X, O and -. With R and Y, the side with one
// disc more moved first; if the numbers are equal, the side to move did, or R.
func (r Rules) spelled(cells []rune, side string, alphabet [3]string) (rows string, ok bool) {
	var out strings.Builder
	var counts [3]int
	for i, c := range cells {
		kind := slices.IndexFunc(alphabet[:], func(letters string) bool { return strings.ContainsRune(letters, c) })
		if kind < 0 {
			return "", false
		}
		counts[kind]++
		if out.WriteByte("XO-"[kind]); (i+1)%r.Width() == 0 {
			out.WriteByte('/')
		}
	}
	if alphabet[0] == "1" && counts[2] == 0 {
		return "", false // they can be columns
	}
	rows = strings.TrimSuffix(out.String(), "/")
	if side != "" {
		kind := slices.IndexFunc(alphabet[:2], func(letters string) bool { return strings.Contains(letters, side) })
		if kind < 0 || strings.Contains("12", side) {
			return "", false // the number may be a value of the position
		}
		rows += " " + "XO"[kind:][:1]
	}
	if alphabet[0] == "Rr" && (counts[1] > counts[0] || counts[1] == counts[0] && strings.HasSuffix(rows, " O")) {
		rows = strings.NewReplacer("X", "O", "O", "X").Replace(rows)
	}
	return rows, true
}
