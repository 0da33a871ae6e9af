package draughts

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// # Squares
//
// Squares are numbered from the top left, 1 to 32 or 50. Russian draughts writes them as in chess,
// with a1 in the lower left corner. All variants on 8×8 accept both forms.

// FormatSquare returns the name of a square: its number, or in Russian draughts its column and row.
func (r Rules) FormatSquare(sq Square) string {
	n := r.Number(sq)
	if !r.variant().algebraic {
		return strconv.Itoa(n)
	}
	column, row := (n-1)%4*2+1-(n-1)/4%2, 7-(n-1)/4
	return string([]byte{'a' + byte(column), '1' + byte(row)})
}

// readSquare parses a square at the start of text. It returns the number of bytes, or 0 if
// there is no square.
func (r Rules) readSquare(text string) (sq Square, size int) {
	v := r.variant()
	if text == "" {
		return 0, 0
	}
	if column := text[0] | 0x20; v.board == small && column >= 'a' && column <= 'h' {
		if len(text) < 2 || text[1] < '1' || text[1] > '8' {
			return 0, 0
		}
		x, y := int(column-'a'), int('8'-text[1])
		if (x+y)%2 == 0 {
			return 0, 0
		}
		return v.bits[4*y+x/2+1], 2
	}
	n := 0
	for size < len(text) && size < 2 && text[size] >= '0' && text[size] <= '9' {
		n = 10*n + int(text[size]-'0')
		size++
	}
	if n == 0 || n >= len(v.bits) || size < len(text) && text[size] >= '0' && text[size] <= '9' {
		return 0, 0
	}
	return v.bits[n], size
}

// squareNames describes the square names for errors.
func (r Rules) squareNames() error {
	v := r.variant()
	if v.board == small {
		return reason.Errorf("1 to %d or a1 to h8", len(v.bits)-1)
	}
	return reason.Errorf("1 to %d", len(v.bits)-1)
}

// FormatMove returns the start and end squares of a move with the sign between
// them: 11-15, 22x15, c3-d4, c3:e5. If another capture has the same squares, it
// lists all squares where the piece stops: 47x38x24x13x36.
func (r Rules) FormatMove(s *Position, m Move) string {
	route := []Square{m.From, m.To}
	if m.Captured != 0 {
		for _, other := range r.NoisyMoves(s, nil) {
			if other != m && other.From == m.From && other.To == m.To {
				route = r.Route(s, m)
				break
			}
		}
	}
	return r.formatRoute(route, m.Captured != 0)
}

func (r Rules) formatRoute(route []Square, capture bool) string {
	sign := "-"
	if capture {
		sign = r.variant().takes
	}
	var out strings.Builder
	out.Grow(3 * len(route))
	for i, sq := range route {
		if i > 0 {
			out.WriteString(sign)
		}
		out.WriteString(r.FormatSquare(sq))
	}
	return out.String()
}

// ParseMove parses the squares of a legal move, at least the first and the
// last. They are separated by - for a step and by x, :, * or - for a capture.
// Names with letters need no separator, as in c3d4.
func (r Rules) ParseMove(s *Position, text string) (Move, error) {
	route, capture, err := r.parseRoute(text)
	if err != nil {
		return Move{}, reason.Errorf("draughts: move %q: %w", text, err)
	}
	m, err := r.legal(s, route, capture)
	if err != nil {
		return Move{}, reason.Errorf("draughts: move %s: %w", strings.Trim(text, " "), err)
	}
	return m, nil
}

// parseRoute parses squares, and reports whether there is a capture sign among them.
func (r Rules) parseRoute(text string) (route []Square, capture bool, err error) {
	route = make([]Square, 0, 4)
	for rest := strings.Trim(text, " "); ; {
		sq, size := r.readSquare(rest)
		if size == 0 {
			return nil, false, reason.Errorf("character %d: want a square, %s", character(text, rest), r.squareNames())
		}
		lettered := rest[0] >= 'A'
		route, rest = append(route, sq), rest[size:]
		switch {
		case rest == "" && len(route) > 1:
			return route, capture, nil
		case rest == "":
			return nil, false, reason.Errorf("one square, want two or more")
		case strings.IndexByte("xX:*", rest[0]) >= 0:
			capture, rest = true, rest[1:]
		case rest[0] == '-':
			rest = rest[1:]
		case strings.HasPrefix(rest, "×"):
			capture, rest = true, rest[len("×"):]
		case !lettered:
			return nil, false, reason.Errorf("character %d: want - or x", character(text, rest))
		}
	}
}

// character returns the number, counting from 1, of the character where rest
// starts. rest is the end of text without trailing spaces.
func character(text, rest string) int {
	return 1 + utf8.RuneCountInString(text[:len(strings.TrimRight(text, " "))-len(rest)])
}

// legal returns the move of s along the squares of a route.
func (r Rules) legal(s *Position, route []Square, capture bool) (Move, error) {
	from, by, to := route[0], route[1:len(route)-1], route[len(route)-1]
	if m, ok := r.stepFrom(s, from, to); ok && len(by) == 0 && !capture {
		return m, nil
	}
	moves, _ := r.Moves(s, nil)
	var few [4]Move
	found := few[:0]
	for _, m := range moves {
		if m.From == from && m.To == to && (m.Captured != 0 || !capture) {
			found = append(found, m)
		}
	}
	if len(found) == 1 && len(by) == 0 {
		return found[0], nil
	}
	for _, exact := range []bool{true, false} {
		var fit []Move
		for _, m := range found {
			if r.passes(s, m, by, exact) {
				fit = append(fit, m)
			}
		}
		switch {
		case len(fit) == 1:
			return fit[0], nil
		case len(fit) > 1:
			return Move{}, reason.Errorf("it can be %s or %s: %w",
				r.FormatMove(s, fit[0]), r.FormatMove(s, fit[1]), game.ErrIllegal)
		}
	}
	switch {
	case len(moves) == 0:
		return Move{}, reason.Errorf("the game is over: %w", game.ErrIllegal)
	case moves[0].Captured != 0 && !capture:
		return Move{}, reason.Errorf("%s can capture and so must: %w", reason.Phrase(r.sideName(s.Turn)), game.ErrIllegal)
	}
	return Move{}, game.ErrIllegal
}

// stepFrom returns the move without a capture between two squares; ok is false if there is none.
func (r Rules) stepFrom(s *Position, from, to Square) (m Move, ok bool) {
	v := r.variant()
	empty := v.squares &^ (s.Own | s.Opp)
	if s.Own>>from&1 == 0 || empty>>to&1 == 0 || r.Urgent(s) {
		return m, false
	}
	if s.Kings>>from&1 != 0 {
		return Move{From: from, To: to}, v.reach(from, empty)>>to&1 != 0
	}
	first := v.forward(s.Turn)
	at := uint64(1) << from
	ok = (step(at, directions[first])|step(at, directions[first+1]))>>to&1 != 0
	return Move{From: from, To: to, Crowns: v.crownRow(s.Turn)>>to&1 != 0}, ok
}

// sideName returns "White" or "Black".
func (r Rules) sideName(side game.Player) string {
	if side == r.variant().down {
		return "Black"
	}
	return "White"
}

// Draw returns the board: w and b are men, W and B kings, a dot is an empty square. The numbers at
// the sides are the first and the last square of each row.
func (r Rules) Draw(s *Position) string {
	v := r.variant()
	var out strings.Builder
	for row := range v.size {
		first := row*v.size/2 + 1
		left, right := strconv.Itoa(first), strconv.Itoa(first+v.size/2-1)
		if v.algebraic {
			left, right = strconv.Itoa(v.size-row), strconv.Itoa(v.size-row)
		}
		fmt.Fprintf(&out, "%2s ", left)
		for column := range v.size {
			cell := byte(' ')
			if (row+column)%2 == 1 {
				cell = r.letter(s, v.bits[first+column/2])
			}
			out.Write([]byte{' ', cell})
		}
		fmt.Fprintf(&out, "  %s\n", right)
	}
	if v.algebraic {
		out.WriteString("    a b c d e f g h\n")
	}
	out.WriteString(r.standing(s).Text + "\n")
	return out.String()
}

// letter returns the character for a square.
func (r Rules) letter(s *Position, sq Square) byte {
	letter := byte('w')
	switch black := s.Of(r.Black()); {
	case (s.Own|s.Opp)>>sq&1 == 0:
		return '.'
	case black>>sq&1 != 0:
		letter = 'b'
	}
	if s.Kings>>sq&1 != 0 {
		letter &^= 0x20
	}
	return letter
}

// Captions returns the side to move, or the winner.
func (r Rules) Captions(s *Position) []game.Caption { return []game.Caption{r.standing(s)} }

func (r Rules) standing(s *Position) game.Caption {
	return game.Standing(r.Status(s), s.Turn, [2]string{r.sideName(game.First), r.sideName(game.Second)})
}
