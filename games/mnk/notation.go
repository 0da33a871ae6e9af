package mnk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/rowtext"
)

// notated is the part of [Rules] and [LargeRules] that the text functions need.
type notated[S any] interface {
	game.Rules[S, Move]
	game.Statuser[S]
	game.Starter[S]
	stone(p *S, c Move) byte // X, O or -
	place(g grid) S
}

// common is what both kinds of rules share: the Spec and the notation.
type common[S any] struct {
	spec  Spec
	rules notated[S]
}

// Spec returns the game's Spec.
func (n *common[S]) Spec() Spec { return n.spec }

// Alternates returns true.
func (n *common[S]) Alternates() bool { return true }

func (r Rules) stone(p *Position, c Move) byte {
	sides := [2]uint64{p.Own, p.Opp}
	first := r.ToMove(p)
	return rowtext.Cell(sides[first]>>c&1 != 0, sides[first.Other()]>>c&1 != 0)
}

func (r LargeRules) stone(p *LargePosition, c Move) byte {
	return rowtext.Cell(p.Stones[0].Has(c), p.Stones[1].Has(c))
}

func (r Rules) place(g grid) Position {
	var sides [2]uint64
	for c, stone := range g.cells {
		if i := strings.IndexByte("XO", stone); i >= 0 {
			sides[i] |= 1 << c
		}
	}
	toMove := g.toMove()
	return Position{Own: sides[toMove], Opp: sides[toMove.Other()]}
}

func (r LargeRules) place(g grid) LargePosition {
	var p LargePosition
	for c, stone := range g.cells {
		if i := strings.IndexByte("XO", stone); i >= 0 {
			p.Stones[i].flip(Move(c))
			p.hash ^= r.keys[i][c]
			p.count++
		}
	}
	p.won = len(g.rows(g.toMove().Other())) > 0
	return p
}

// cellName returns the name of c, such as b2.
func (s Spec) cellName(c Move) string {
	return fmt.Sprintf("%c%d", 'a'+rune(int(c)%s.M), int(c)/s.M+1)
}

// parseCell parses the name of a cell of the board.
func (s Spec) parseCell(text string) (Move, error) {
	if len(text) > 1 {
		x := int(text[0]) - 'a'
		y, _ := strconv.Atoi(text[1:])
		if c := Move((y-1)*s.M + x); x >= 0 && x < s.M && y > 0 && y <= s.N && s.cellName(c) == text {
			return c, nil
		}
	}
	return 0, reason.Errorf("%q, want a column a to %c and a row 1 to %d", text, 'a'+s.M-1, s.N)
}

// FormatMove returns the name of the cell, such as b2.
func (n *common[S]) FormatMove(_ *S, m Move) string { return n.spec.cellName(m) }

// ParseMove parses the name of a cell that can be taken.
func (n *common[S]) ParseMove(p *S, text string) (Move, error) {
	m, err := n.parseMove(p, text)
	if err != nil {
		return 0, reason.Errorf("mnk: move %w", err)
	}
	return m, nil
}

func (n *common[S]) parseMove(p *S, text string) (Move, error) {
	m, err := n.spec.parseCell(text)
	if err != nil {
		return 0, err
	}
	legal, status := n.rules.Moves(p, nil)
	if status.Over() {
		return 0, reason.Errorf("%s: %w: the game is over", text, game.ErrIllegal)
	}
	if slices.Contains(legal, m) {
		return m, nil
	}
	if n.rules.stone(p, m) == '-' {
		return 0, reason.Errorf("%s: %w: the cell below is empty", text, game.ErrIllegal)
	}
	return 0, reason.Errorf("%s: %w: the cell is taken", text, game.ErrIllegal)
}

// stones returns the contents of all cells.
func (n *common[S]) stones(p *S) []byte {
	cells := make([]byte, n.spec.Cells())
	for c := range cells {
		cells[c] = n.rules.stone(p, Move(c))
	}
	return cells
}

// FormatPosition returns the rows and the side to move. It writes more than
// three consecutive empty cells as a number: "X-O/-X-/--O X".
func (n *common[S]) FormatPosition(p *S) string {
	return rowtext.FormatRows(n.stones(p), n.spec.M) + " " + string("XO"[n.rules.ToMove(p)])
}

// Captions describes the state of the game.
func (n *common[S]) Captions(p *S) []game.Caption { return []game.Caption{n.standing(p)} }

func (n *common[S]) standing(p *S) game.Caption {
	return game.Standing(n.rules.Status(p), n.rules.ToMove(p), [2]string{"X", "O"})
}

// Draw returns the board with its coordinates and the state of the game.
func (n *common[S]) Draw(p *S) string {
	var out strings.Builder
	out.WriteString("  ")
	for x := range n.spec.M {
		fmt.Fprintf(&out, " %c", 'a'+x)
	}
	for c, stone := range n.stones(p) {
		if c%n.spec.M == 0 {
			fmt.Fprintf(&out, "\n%2d", c/n.spec.M+1)
		}
		fmt.Fprintf(&out, " %c", stone)
	}
	out.WriteString("\n" + n.standing(p).Text + "\n")
	return out.String()
}

// ParsePosition parses a position; see the package comment. It rejects impossible
// positions: wrong numbers of stones, stones in the air, a finished row of the side to
// move, and rows that no single move can complete.
func (n *common[S]) ParsePosition(text string) (S, error) {
	words, p := strings.Fields(text), n.rules.Start()
	if len(words) == 0 {
		return p, reason.New("mnk: empty position, want startpos, rows or moves")
	}
	switch first := words[0]; {
	case first == "startpos":
		words = words[1:]
	case first[0] < 'a' || first[0] > 'z':
		g, rest, err := n.spec.parseGrid(words)
		if err != nil {
			return p, err
		}
		p, words = n.rules.place(g), rest
	}
	for i, word := range words {
		m, err := n.parseMove(&p, word)
		if err != nil {
			return n.rules.Start(), reason.Errorf("mnk: move %d: %w", i+1, err)
		}
		n.rules.Play(&p, &p, m)
	}
	return p, nil
}

// MaxSide is the largest number of columns or of rows.
const MaxSide = 19

// Spec selects a game of the family. The zero value is invalid; see [Spec.Validate].
type Spec struct {
	M int // columns, 1 to MaxSide
	N int // rows, 1 to MaxSide
	K int // stones in a row needed to win, 1 to max(M, N)

	// Gravity allows taking a cell only in the bottom row or above a taken cell.
	Gravity bool
	// Wrap joins the left and right edges and, without gravity, the top and
	// bottom edges. No row contains a cell twice.
	Wrap bool
	// Exact makes only rows of exactly K win; longer rows do not count.
	Exact bool
}

// TicTacToe returns the Spec of tic-tac-toe.
func TicTacToe() Spec { return Spec{M: 3, N: 3, K: 3} }

// variants lists the variant words of specs in the order of String.
var variants = []struct {
	word string
	flag func(*Spec) *bool
}{
	{"gravity", func(s *Spec) *bool { return &s.Gravity }},
	{"wrap", func(s *Spec) *bool { return &s.Wrap }},
	{"exact", func(s *Spec) *bool { return &s.Exact }},
}

// ParseSpec parses "M,N,K", optionally followed by the words gravity, wrap and
// exact, each after a comma: "7,6,4,gravity".
func ParseSpec(text string) (Spec, error) {
	var s Spec
	fields := strings.Split(text, ",")
	if len(fields) < 3 {
		return s, reason.Errorf("mnk: %q: want M,N,K, for example 3,3,3", text)
	}
	for i, p := range []*int{&s.M, &s.N, &s.K} {
		v, err := strconv.Atoi(fields[i])
		if err != nil {
			return s, reason.Errorf("mnk: %c is %q, want a number", "MNK"[i], fields[i])
		}
		*p = v
	}
	for _, word := range fields[3:] {
		if err := s.setVariant(word); err != nil {
			return s, err
		}
	}
	return s, s.Validate()
}

func (s *Spec) setVariant(word string) error {
	for _, v := range variants {
		if v.word == word {
			*v.flag(s) = true
			return nil
		}
	}
	return reason.Errorf("mnk: variant %q, want gravity, wrap or exact", word)
}

// String returns the text that ParseSpec parses.
func (s Spec) String() string {
	text := fmt.Sprintf("%d,%d,%d", s.M, s.N, s.K)
	for _, v := range variants {
		if *v.flag(&s) {
			text += "," + v.word
		}
	}
	return text
}

// Validate returns an error for the first number out of range.
func (s Spec) Validate() error {
	for _, d := range []struct {
		name       string
		value, max int
	}{
		{"M (columns)", s.M, MaxSide},
		{"N (rows)", s.N, MaxSide},
		{"K (in a row)", s.K, max(s.M, s.N)},
	} {
		if d.value < 1 || d.value > d.max {
			return reason.Errorf("mnk: %s is %d, want 1 to %d", reason.Phrase(d.name), d.value, d.max)
		}
	}
	return nil
}

// Cells returns the number of cells of the board.
func (s Spec) Cells() int { return s.M * s.N }

// Fits reports whether [Rules] can play the board; otherwise [LargeRules] can.
func (s Spec) Fits() bool { return s.Cells() <= 64 }
