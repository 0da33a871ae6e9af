package hub

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/plywood-go/plywood/engine"
)

// # Notation
//
// A position is the side to move, W or B, and a letter for each dark square from the top left: w
// and b for men, W and B for kings, e for empty. A move is its first and last square, 32-28. A
// capture has an x between them, followed by the captured squares, 28x19x23. The game itself
// uses PDN: B:W18,24,K10:B12,16,K22, with squares as numbers or, on 8×8 boards, as names.

// squares reads the dark squares at the beginning of words separated by other characters.
func squares(text string) (list []int, err error) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) || r == 'x' }) {
		n, err := strconv.Atoi(word)
		if err != nil {
			n, err = named(word)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// named returns the number of a named square on an 8×8 board.
func named(word string) (int, error) {
	if len(word) != 2 || word[0] < 'a' || word[0] > 'h' || word[1] < '1' || word[1] > '8' {
		return 0, fmt.Errorf("hub: %q is no square", word)
	}
	column, row := int(word[0]-'a'), int('8'-word[1])
	return 4*row + column/2 + 1, nil
}

// board is a position: its squares, numbered from 1, in the protocol's letters.
type board struct {
	side    byte
	letters []byte
}

// read converts a position on a board with size dark squares.
func read(p *engine.Position, size int) (board, error) {
	parts := strings.Split(p.String(), ":")
	if len(parts) < 3 || len(parts[0]) != 1 {
		return board{}, fmt.Errorf("hub: %q is no position that it can tell", p)
	}
	b := board{parts[0][0], slices.Repeat([]byte{'e'}, size+1)}
	for _, part := range parts[1:3] {
		if part == "" {
			return board{}, fmt.Errorf("hub: %q is no position that it can tell", p)
		}
		for _, word := range strings.Split(part[1:], ",") {
			if word == "" {
				continue
			}
			name, king := strings.CutPrefix(word, "K")
			at, err := squares(name)
			if err != nil || len(at) != 1 || at[0] < 1 || at[0] > size {
				return board{}, fmt.Errorf("hub: %q is no square of %d", word, size)
			}
			letter := part[0]
			if !king {
				letter |= 0x20
			}
			b.letters[at[0]] = letter
		}
	}
	return b, nil
}

// String returns the position in the protocol's notation.
func (b board) String() string { return string(b.side) + string(b.letters[1:]) }

// parseBoard reads a position with size dark squares in the protocol's notation.
func parseBoard(text string, size int) (board, error) {
	if len(text) != size+1 || text[0] != 'W' && text[0] != 'B' {
		return board{}, fmt.Errorf("hub: position %.60q, want W or B and %d letters", text, size)
	}
	if i := strings.IndexFunc(text[1:], func(r rune) bool { return !strings.ContainsRune("wbWBe", r) }); i >= 0 {
		return board{}, fmt.Errorf("hub: square %d: %.4q, want one of w b W B e", i+1, text[i+1:])
	}
	return board{text[0], []byte("e" + text[1:])}, nil
}

// text returns the position in PDN, with squares as names or as numbers.
func (b board) text(names bool) string {
	list := func(man byte) string {
		var words []string
		for n, letter := range b.letters {
			if n == 0 || letter|0x20 != man {
				continue
			}
			word := strconv.Itoa(n)
			if names {
				word = name(n)
			}
			if letter != man {
				word = "K" + word
			}
			words = append(words, word)
		}
		return strings.Join(words, ",")
	}
	return fmt.Sprintf("%c:W%s:B%s", b.side, list('w'), list('b'))
}

// name is the inverse of named.
func name(n int) string {
	row := (n - 1) / 4
	return fmt.Sprintf("%c%d", 'a'+2*((n-1)%4)+1-row%2, 8-row)
}

// lettered reports whether a game writes squares as names instead of numbers.
func lettered(g *engine.Game) bool { return strings.ContainsAny(g.Start().String(), "abcdefgh") }

// size returns the number of dark squares of a game. Its last square is occupied in the initial
// position.
func size(g *engine.Game) (int, error) {
	list, err := squares(strings.NewReplacer(":W", ",", ":B", ",", "K", "").Replace(g.Start().String()[1:]))
	if err != nil || len(list) == 0 {
		return 0, fmt.Errorf("hub: it has no squares for %s", g.About().Name)
	}
	return slices.Max(list), nil
}

// write returns a legal move in the protocol's notation.
func write(at *engine.Position, move string, size int) (string, error) {
	route, err := squares(move)
	if err != nil || len(route) < 2 {
		return "", fmt.Errorf("hub: %q is no move that it can tell", move)
	}
	next, err := at.Play(move)
	if err != nil {
		return "", err
	}
	before, err := read(at, size)
	if err != nil {
		return "", err
	}
	after, err := read(next, size)
	if err != nil {
		return "", err
	}
	from, to := route[0], route[len(route)-1]
	var captured []string
	for n := 1; n <= size; n++ {
		if before.letters[n]&^0x20 == 'W'+'B'-before.side && after.letters[n] != before.letters[n] {
			captured = append(captured, strconv.Itoa(n))
		}
	}
	if len(captured) == 0 {
		return fmt.Sprintf("%d-%d", from, to), nil
	}
	return fmt.Sprintf("%dx%dx%s", from, to, strings.Join(captured, "x")), nil
}

// legal returns the legal move written as text in the protocol's notation, with captured squares
// in any order. It returns text itself if there is none.
func legal(at *engine.Position, text string, size int) string {
	wanted, err := squares(text)
	if err != nil || len(wanted) < 2 {
		return text
	}
	slices.Sort(wanted[2:])
	for _, m := range at.Moves() {
		written, err := write(at, m, size)
		if err != nil {
			return text
		}
		if list, _ := squares(written); slices.Equal(list, wanted) {
			return m
		}
	}
	return text
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
