package othello

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// undressed converts text to the form of FormatPosition. It reads a board in GGF, "[8 … *]",
// and one drawn rank by rank, with coordinates, words beside the ranks and text around it. ok
// is false if text is neither.
func (r Rules) undressed(text string) (plain string, ok bool, err error) {
	inner := strings.Trim(strings.TrimPrefix(strings.Trim(strings.TrimSpace(text), "\"'“”`"), "BO"), "[]")
	size, squares, _ := strings.Cut(strings.TrimSpace(inner), " ")
	if size == strconv.Itoa(r.Size()) && len(strings.Join(strings.Fields(squares), "")) == r.squares()+1 {
		return squares, true, nil
	}
	ranks := make([]string, r.Size())
	found := 0
	for line := range strings.Lines(text) {
		rank, squares, ok := r.ReadRank(line)
		switch {
		case !ok:
			continue
		case rank < 0:
			rank = found
		}
		if found++; rank >= r.Size() || ranks[rank] != "" {
			return "", false, errBoards
		}
		ranks[rank] = squares
	}
	if found < r.Size() {
		return "", false, nil
	}
	side, err := mover(text)
	return strings.Join(ranks, "") + side, err == nil, err
}

var (
	errBoards = reason.New("othello: more than one board")
	errMovers = reason.New("othello: both sides are said to move")

	rankLine = regexp.MustCompile(`^[\s|]*(\d)?[\s|]*([-._*xXoObBwW](?:[\s|]*[-._*xXoObBwW])*)(?:[\s|]+(.*)|\d\s*)?$`)
	toMove   = regexp.MustCompile(`(?i)(?:(?:^|[\s|(])(x|\*|b|black|o|w|white)\s+(?:is\s+)?to\s+(?:move|play)|to\s+(?:move|play)\s*:?\s*(x|\*|b|black|o|w|white)(?:\W|$))`)
)

// drawn writes the symbols of drawings as letters.
var drawn = strings.NewReplacer("●", "X", "⚫", "X", "#", "X", "@", "X", "○", "O", "⚪", "O", "·", "-")

// Drawn returns text with the symbols of drawings, such as ●, as letters.
func Drawn(text string) string { return drawn.Replace(text) }

// ReadRank reads the squares of a rank from a line and returns them in the letters of
// FormatPosition. rank counts from 0 if a number stands before the squares; otherwise it is
// -1, and only a number may follow the squares. Blank cells between bars are empty squares.
func (r Rules) ReadRank(line string) (rank int, squares string, ok bool) {
	line = Drawn(strings.TrimRight(line, "\r\n"))
	if strings.Count(line, "|") == r.Size()+1 {
		line = blankCells(line)
	}
	found := rankLine.FindStringSubmatch(line)
	if found == nil {
		return 0, "", false
	}
	squares = strings.NewReplacer(" ", "", "\t", "", "|", "", "_", "-").Replace(found[2])
	number, err := strconv.Atoi(found[1])
	labelled := err == nil && 1 <= number && number <= r.Size()
	if len(squares) != r.Size() || found[1] != "" && !labelled || !labelled && strings.Trim(found[3], " \t|0123456789") != "" {
		return 0, "", false
	}
	if !labelled {
		number = 0
	}
	return number - 1, squares, true
}

// blankCells puts a dash in the blank cells between bars.
func blankCells(line string) string {
	cells := strings.Split(line, "|")
	for i := range cells[1 : len(cells)-1] {
		if strings.TrimSpace(cells[i+1]) == "" {
			cells[i+1] = "-"
		}
	}
	return strings.Join(cells, " ")
}

// mover returns the side to move according to the text around a board.
func mover(text string) (side string, err error) {
	for _, found := range toMove.FindAllStringSubmatch(text, -1) {
		who, _ := SideOf([]rune(found[1] + found[2])[0])
		if next := sides[who : who+1]; side != "" && side != next {
			return "", errMovers
		} else {
			side = next
		}
	}
	if side == "" {
		return "", reason.Errorf("othello: no side to move, want a line such as %q", "X to move")
	}
	return side, nil
}
