// Package squares writes positions and moves of draughts by the numbers of their squares, for
// protocols that do so. The games themselves write them in PDN: B:W18,24,K10:B12,16,K22, with
// squares as numbers or, on 8×8 boards, as names.
package squares

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/plywood-go/plywood/engine"
)

// Parse reads the dark squares at the beginning of words separated by other characters.
func Parse(text string) (list []int, err error) {
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

// named reads the name of a dark square on an 8×8 board, b8 or g1, as its number.
func named(word string) (int, error) {
	if len(word) != 2 || word[0] < 'a' || word[0] > 'h' || word[1] < '1' || word[1] > '8' {
		return 0, fmt.Errorf("squares: %q, want a square", word)
	}
	column, row := int(word[0]-'a'), int('8'-word[1])
	return 4*row + column/2 + 1, nil
}

// Board is a position.
type Board struct {
	Side byte // to move: W or B
	// Letters has the piece on each square, numbered from 1; the first element is unused. They
	// are w and b for men, W and B for kings, and e for none.
	Letters []byte
}

// Read converts a position on a board with size dark squares.
func Read(p *engine.Position, size int) (Board, error) {
	parts := strings.Split(p.String(), ":")
	if len(parts) < 3 || len(parts[0]) != 1 {
		return Board{}, fmt.Errorf("squares: position %q has no squares", p)
	}
	b := Board{parts[0][0], slices.Repeat([]byte{'e'}, size+1)}
	for _, part := range parts[1:3] {
		if part == "" {
			return Board{}, fmt.Errorf("squares: position %q has no squares", p)
		}
		for _, word := range strings.Split(part[1:], ",") {
			if word == "" {
				continue
			}
			name, king := strings.CutPrefix(word, "K")
			at, err := Parse(name)
			if err != nil || len(at) != 1 || at[0] < 1 || at[0] > size {
				return Board{}, fmt.Errorf("squares: %q, want a square of %d", word, size)
			}
			letter := part[0]
			if !king {
				letter |= 0x20
			}
			b.Letters[at[0]] = letter
		}
	}
	return b, nil
}

// Text returns the position in PDN, with squares as names or as numbers.
func (b Board) Text(names bool) string {
	list := func(man byte) string {
		var words []string
		for n, letter := range b.Letters {
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
	return fmt.Sprintf("%c:W%s:B%s", b.Side, list('w'), list('b'))
}

// name is the inverse of named.
func name(n int) string {
	row := (n - 1) / 4
	return fmt.Sprintf("%c%d", 'a'+2*((n-1)%4)+1-row%2, 8-row)
}

// Lettered reports whether a game writes squares as names instead of numbers.
func Lettered(g *engine.Game) bool { return strings.ContainsAny(g.Start().String(), "abcdefgh") }

// Size returns the number of dark squares of a game. Its last square is occupied in the initial
// position.
func Size(g *engine.Game) (int, error) {
	list, err := Parse(strings.NewReplacer(":W", ",", ":B", ",", "K", "").Replace(g.Start().String()[1:]))
	if err != nil || len(list) == 0 {
		return 0, fmt.Errorf("%s: no squares", g.About().Name)
	}
	return slices.Max(list), nil
}

// Write returns a legal move: its first and last square, 32-28. A capture has an x between them,
// followed by the captured squares in order, 28x19x23.
func Write(at *engine.Position, move string, size int) (string, error) {
	route, err := Parse(move)
	if err != nil || len(route) < 2 {
		return "", fmt.Errorf("squares: move %q has no squares", move)
	}
	next, err := at.Play(move)
	if err != nil {
		return "", err
	}
	before, err := Read(at, size)
	if err != nil {
		return "", err
	}
	after, err := Read(next, size)
	if err != nil {
		return "", err
	}
	from, to := route[0], route[len(route)-1]
	var captured []string
	for n := 1; n <= size; n++ {
		if before.Letters[n]&^0x20 == 'W'+'B'-before.Side && after.Letters[n] != before.Letters[n] {
			captured = append(captured, strconv.Itoa(n))
		}
	}
	if len(captured) == 0 {
		return fmt.Sprintf("%d-%d", from, to), nil
	}
	return fmt.Sprintf("%dx%dx%s", from, to, strings.Join(captured, "x")), nil
}

// Legal returns the legal move that Write would write as text, whatever the order of its captured
// squares. If no legal move matches, it returns text unchanged.
func Legal(at *engine.Position, text string, size int) string {
	wanted, err := Parse(text)
	if err != nil || len(wanted) < 2 {
		return text
	}
	slices.Sort(wanted[2:])
	for _, m := range at.Moves() {
		written, err := Write(at, m, size)
		if err != nil {
			return text
		}
		if list, _ := Parse(written); slices.Equal(list, wanted) {
			return m
		}
	}
	return text
}
