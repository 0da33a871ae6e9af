package mnk

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxSide is the largest number of columns or of rows.
const MaxSide = 19

// Spec says which game of the family is meant. The zero value is no game;
// [Spec.Validate] says what is wrong with a Spec.
type Spec struct {
	M int // columns, 1 to MaxSide
	N int // rows, 1 to MaxSide
	K int // stones in a row that win, 1 to max(M, N)

	// Gravity lets stones fall: a cell can be taken only if it is in the
	// bottom row or the cell below it is taken.
	Gravity bool
	// Wrap joins the left edge to the right and, unless there is gravity, the
	// top to the bottom. No row goes through a cell twice.
	Wrap bool
	// Exact makes only rows of exactly K win; longer ones do not count.
	Exact bool
}

// TicTacToe returns the game that everybody knows.
func TicTacToe() Spec { return Spec{M: 3, N: 3, K: 3} }

// variants are the words that a spec may end with, in the order in which
// String writes them.
var variants = []struct {
	word string
	flag func(*Spec) *bool
}{
	{"gravity", func(s *Spec) *bool { return &s.Gravity }},
	{"wrap", func(s *Spec) *bool { return &s.Wrap }},
	{"exact", func(s *Spec) *bool { return &s.Exact }},
}

// ParseSpec reads "M,N,K", which may be followed by the words gravity, wrap
// and exact, each after a comma: "7,6,4,gravity".
func ParseSpec(text string) (Spec, error) {
	var s Spec
	fields := strings.Split(text, ",")
	if len(fields) < 3 {
		return s, fmt.Errorf("mnk: %q: want M,N,K, for example 3,3,3", text)
	}
	for i, p := range []*int{&s.M, &s.N, &s.K} {
		v, err := strconv.Atoi(fields[i])
		if err != nil {
			return s, fmt.Errorf("mnk: %c is %q, want a number", "MNK"[i], fields[i])
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
	return fmt.Errorf("mnk: variant %q, want gravity, wrap or exact", word)
}

// String returns the text that ParseSpec reads.
func (s Spec) String() string {
	text := fmt.Sprintf("%d,%d,%d", s.M, s.N, s.K)
	for _, v := range variants {
		if *v.flag(&s) {
			text += "," + v.word
		}
	}
	return text
}

// Validate returns an error that names the first number out of range.
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
			return fmt.Errorf("mnk: %s is %d, want 1 to %d", d.name, d.value, d.max)
		}
	}
	return nil
}

// Cells returns the number of cells of the board.
func (s Spec) Cells() int { return s.M * s.N }

// Fits reports whether the board fits [Rules]; if not, [LargeRules] plays it.
func (s Spec) Fits() bool { return s.Cells() <= 64 }
