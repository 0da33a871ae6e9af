package hub

import (
	"fmt"
	"strings"

	"github.com/plywood-go/plywood/protocol/squares"
)

// format returns the position in the protocol's notation.
func format(b squares.Board) string { return string(b.Side) + string(b.Letters[1:]) }

// parseBoard reads a position with size dark squares in the protocol's notation.
func parseBoard(text string, size int) (squares.Board, error) {
	if len(text) != size+1 || text[0] != 'W' && text[0] != 'B' {
		return squares.Board{}, fmt.Errorf("hub: position %.60q, want W or B and %d letters", text, size)
	}
	if i := strings.IndexFunc(text[1:], func(r rune) bool { return !strings.ContainsRune("wbWBe", r) }); i >= 0 {
		return squares.Board{}, fmt.Errorf("hub: square %d: %.4q, want one of w b W B e", i+1, text[i+1:])
	}
	return squares.Board{Side: text[0], Letters: []byte("e" + text[1:])}, nil
}

// pairs reads the arguments of a line: name=value, with quotes around values that contain
// spaces.
func pairs(line string) map[string]string {
	all := map[string]string{}
	for line != "" {
		line = strings.TrimLeft(line, " \t")
		end := strings.IndexAny(line, "= \t")
		if end < 0 || line[end] != '=' {
			_, line, _ = strings.Cut(line, " ")
			continue
		}
		name, rest := line[:end], line[end+1:]
		separator := " "
		if strings.HasPrefix(rest, `"`) {
			rest, separator = rest[1:], `"`
		}
		all[name], line, _ = strings.Cut(rest, separator)
	}
	return all
}
