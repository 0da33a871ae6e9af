package mnk

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// MaxSide is the largest number of columns or of rows.
const MaxSide = 19

// Spec selects a game of the family. The zero value is invalid; see
// [Spec.Validate].
type Spec struct {
	M int // columns, 1 to MaxSide
	N int // rows, 1 to MaxSide
	K int // stones in a row needed to win, 1 to max(M, N)

	// Gravity allows taking a cell only in the bottom row or above a taken
	// cell.
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
