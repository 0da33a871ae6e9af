package othello

import (
	"fmt"
	"math/bits"
	"regexp"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// startText is the text of the initial position.
const startText = "startpos"

// sides are the letters of Black and White.
const sides = "XO"

// FormatPosition returns the squares of s as X, O or -, rank by rank from a1,
// then a space and the side to move.
func (r Rules) FormatPosition(s *Position) string {
	var b strings.Builder
	for i := range r.squares() {
		b.WriteByte(s.disc(r.square(i)))
	}
	b.WriteByte(' ')
	b.WriteByte(sides[s.Turn&1])
	return b.String()
}

func (r Rules) squares() int { return r.Size() * r.Size() }

// square returns the i-th square of the board in text order.
func (r Rules) square(i int) int {
	rank, file := i/r.Size(), i%r.Size()
	return (rank+int(r.inset))*8 + file + int(r.inset)
}

// disc returns the character for square sq of s.
func (s *Position) disc(sq int) byte {
	switch {
	case s.Own>>sq&1 != 0:
		return sides[s.Turn&1]
	case s.Opp>>sq&1 != 0:
		return sides[s.Turn.Other()&1]
	}
	return '-'
}

// ParsePosition parses the output of FormatPosition, or [startText]. It accepts X * B for Black, O
// W for White, - . for an empty square, either case, white space anywhere, and a comment after % or
// ; (see [CutComment]). It also accepts a board of GGF, "[8 … *]", and one drawn rank by rank, with
// coordinates, words around it and a line such as "X to move".
func (r Rules) ParsePosition(text string) (Position, error) {
	s, err := r.parsePlain(text)
	if err == nil {
		return s, nil
	}
	plain, ok, other := r.undressed(text)
	switch {
	case other != nil:
		return Position{}, other
	case ok:
		return r.parsePlain(plain)
	}
	return Position{}, err
}

// comments matches the rest of a line after % or ;.
var comments = regexp.MustCompile(`[%;][^\n]*`)

// parsePlain reads the output of FormatPosition.
func (r Rules) parsePlain(text string) (Position, error) {
	text = comments.ReplaceAllString(text, "")
	if strings.EqualFold(strings.TrimSpace(text), startText) {
		return r.Start(), nil
	}
	symbols, want := []rune(strings.Join(strings.Fields(text), "")), r.squares()
	switch {
	case len(symbols) > want+1:
		return Position{}, reason.Errorf("othello: %q after the side to move", symbols[want+1])
	case len(symbols) < want:
		return Position{}, reason.Errorf("othello: %d squares, want %d", len(symbols), want)
	}
	return r.position(symbols[:want], symbols[want:])
}

// position returns the position with these squares and this side to move. It fails if side is
// empty.
func (r Rules) position(squares, side []rune) (Position, error) {
	var discs [2]uint64
	for i, c := range squares {
		owner, ok := SideOf(c)
		switch {
		case ok:
			discs[owner] |= 1 << r.square(i)
		case c != '-' && c != '.':
			return Position{}, reason.Errorf("othello: square %d: %q, want one of X O - .", i+1, c)
		}
	}
	if len(side) == 0 {
		return Position{}, reason.Errorf("othello: no side to move after %d squares, want X or O", len(squares))
	}
	turn, ok := SideOf(side[0])
	if !ok {
		return Position{}, reason.Errorf("othello: side to move %q, want X or O", side[0])
	}
	return Position{discs[turn], discs[turn.Other()], turn}, nil
}

// SideOf returns the side that a symbol stands for. ok is false for other symbols.
func SideOf(symbol rune) (side game.Player, ok bool) {
	switch symbol {
	case 'X', 'x', '*', 'B', 'b':
		return Black, true
	case 'O', 'o', 'W', 'w':
		return White, true
	}
	return 0, false
}

// CutComment splits text at the first % or ; and trims white space from both parts.
func CutComment(text string) (position, comment string) {
	if i := strings.IndexAny(text, "%;"); i >= 0 {
		text, comment = text[:i], text[i+1:]
	}
	return strings.TrimSpace(text), strings.TrimSpace(comment)
}

// String returns the name of m on the 8×8 board. [Rules.FormatMove] returns the
// usual name on smaller boards.
func (m Move) String() string { return Rules{}.name(m) }

// FormatMove returns the name of a square, such as f5, or "pass".
func (r Rules) FormatMove(_ *Position, m Move) string { return r.name(m) }

func (r Rules) name(m Move) string {
	if m >= Pass {
		return "pass"
	}
	return string([]byte{'a' + byte(m)&7 - r.inset, '1' + byte(m)>>3 - r.inset})
}

// ParseMove parses a legal move of s: a square in either case, or pass, pa, ps or --.
func (r Rules) ParseMove(s *Position, text string) (Move, error) {
	name := strings.ToLower(strings.TrimSpace(text))
	m, size := r.ReadMove(name)
	if size == 0 || size != len(name) {
		return 0, reason.Errorf("othello: move %q, want %s or pass", text, r.span())
	}
	if !r.Legal(s, m) {
		return 0, reason.Errorf("othello: move %s: %w", name, game.ErrIllegal)
	}
	return m, nil
}

// span describes the squares of the board for errors.
func (r Rules) span() error {
	last := r.square(r.squares() - 1)
	return reason.Errorf("a1 to %s", r.name(Move(last)))
}

// passNames lists the spellings of a pass; longer ones precede their prefixes.
var passNames = [...]string{"pass", "pa", "ps", "--", "@@"}

// ReadMove parses a lower-case move, legal or not, at the start of text. It
// returns the number of bytes, 0 if none exists.
func (r Rules) ReadMove(text string) (m Move, size int) {
	for _, name := range passNames {
		if strings.HasPrefix(text, name) {
			return Pass, len(name)
		}
	}
	if len(text) < 2 {
		return 0, 0
	}
	file, rank := int(text[0])-'a', int(text[1])-'1'
	if file < 0 || file >= r.Size() || rank < 0 || rank >= r.Size() {
		return 0, 0
	}
	return Move(r.square(rank*r.Size() + file)), 2
}

// Legal reports whether m is a legal move of s.
func (r Rules) Legal(s *Position, m Move) bool {
	moves := Mobility(s.Own, s.Opp) & r.Board()
	if m == Pass {
		return moves == 0 && Mobility(s.Opp, s.Own)&r.Board() != 0
	}
	return moves>>(m&63)&1 != 0
}

// Draw returns the board with its coordinates; dots mark legal moves. The last
// line has the side to move, or the result.
func (r Rules) Draw(s *Position) string {
	moves := Mobility(s.Own, s.Opp) & r.Board()
	files := " "
	for i := range r.Size() {
		files += " " + string(rune('a'+i))
	}
	var b strings.Builder
	b.WriteString(files + "\n")
	for i := range r.squares() {
		sq, rank := r.square(i), byte('1'+i/r.Size())
		if i%r.Size() == 0 {
			b.WriteByte(rank)
		}
		disc := s.disc(sq)
		if moves>>sq&1 != 0 {
			disc = '.'
		}
		b.Write([]byte{' ', disc})
		if i%r.Size() == r.Size()-1 {
			b.Write([]byte{' ', rank, '\n'})
		}
	}
	b.WriteString(files + "\n" + r.standing(s).Text + "\n")
	return b.String()
}

// Captions returns the side to move, or the result.
func (r Rules) Captions(s *Position) []game.Caption { return []game.Caption{r.standing(s)} }

// standing returns a caption such as "X has won 38-24".
func (r Rules) standing(s *Position) game.Caption {
	st := r.Status(s)
	c := game.Standing(st, s.Turn, [2]string{sides[:1], sides[1:]})
	own, opp := bits.OnesCount64(s.Own), bits.OnesCount64(s.Opp)
	switch c.Says {
	case game.HasWon:
		c.What = fmt.Sprintf("%d-%d", own, opp)
		if c.Side != s.Turn {
			c.What = fmt.Sprintf("%d-%d", opp, own)
		}
		c.Says, c.Text = game.HasWonBy, c.Text+" "+c.What
	case game.IsDraw:
		c.Text = "a draw"
	}
	return c
}

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
