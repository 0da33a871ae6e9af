// Package rowtext reads and writes rows of a board of X and O, similar to FEN: "X-O", "XO4X".
package rowtext

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// Empty is the character of an empty cell.
const Empty = '-'

// Parse reads a row of width cells and returns X, O or - for each. A number stands for
// that many empty cells; "." means "-".
func Parse(row string, width int) ([]byte, error) {
	var cells []byte
	row = strings.ReplaceAll(row, ".", string(Empty))
	for i := 0; i < len(row); {
		switch c := row[i]; {
		case c == 'X' || c == 'O' || c == Empty:
			cells = append(cells, c)
			i++
		case c >= '1' && c <= '9':
			n := 0
			for ; i < len(row) && row[i] >= '0' && row[i] <= '9' && n <= width; i++ {
				n = 10*n + int(row[i]-'0')
			}
			cells = append(cells, slices.Repeat([]byte{Empty}, min(n, width+1))...)
		default:
			return nil, reason.Errorf("character %d: %q, want one of X O - . or a number", i+1, []rune(row[i:])[0])
		}
		if len(cells) > width {
			return nil, reason.Errorf("more than %d cells", width)
		}
	}
	if len(cells) < width {
		return nil, reason.Errorf("%d cells, want %d", len(cells), width)
	}
	return cells, nil
}

// ParseRows reads rows separated by slashes, and returns their cells; see Parse.
func ParseRows(text string, width, height int) (cells []byte, err error) {
	rows := strings.Split(text, "/")
	if len(rows) != height {
		return nil, reason.Errorf("%d rows, want %d", len(rows), height)
	}
	for y, row := range rows {
		more, err := Parse(row, width)
		if err != nil {
			return nil, reason.Errorf("row %d: %w", y+1, err)
		}
		cells = append(cells, more...)
	}
	return cells, nil
}

// gaps are the runs of empty cells that Format writes as numbers.
var gaps = regexp.MustCompile(`-{4,}`)

// Format writes cells; runs of more than three empty cells become a number.
func Format(cells []byte) string {
	return gaps.ReplaceAllStringFunc(string(cells), func(gap string) string { return strconv.Itoa(len(gap)) })
}

// FormatRows writes rows of width cells with slashes between them; see Format.
func FormatRows(cells []byte, width int) string {
	var rows []string
	for row := range slices.Chunk(cells, width) {
		rows = append(rows, Format(row))
	}
	return strings.Join(rows, "/")
}

// Cell returns the character of a cell that X or O has, or neither.
func Cell(x, o bool) byte {
	switch {
	case x:
		return 'X'
	case o:
		return 'O'
	}
	return Empty
}
