package river

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// The two accidents.
var (
	errGoat    = reason.New("the wolf is alone with the goat")
	errCabbage = reason.New("the goat is alone with the cabbage")
)

// letters are the letters of the four in positions, by bit. names are the names of the
// moves, by the farmer's passenger.
const (
	letters = "FWGC"
	nobody  = "-"
)

var names = [...]string{"alone", "wolf", "goat", "cabbage"}

// FormatMove returns the farmer's passenger: alone, wolf, goat or cabbage.
func (Puzzle) FormatMove(_ *Across, m Move) string { return names[slices.Index(crossings[:], m)] }

// ParseMove reads the output of FormatMove.
func (p Puzzle) ParseMove(s *Across, text string) (Move, error) {
	i := slices.Index(names[:], text)
	if i < 0 {
		return 0, reason.Errorf("river: move %q, want one of %s", text, strings.Join(names[:], ", "))
	}
	m := crossings[i]
	switch {
	case p.Goal(s):
		return 0, reason.Errorf("river: move %q: %w: all have crossed", text, game.ErrIllegal)
	case !together(*s, m):
		return 0, reason.Errorf("river: move %q: %w: the boat is on the other bank", text, game.ErrIllegal)
	}
	for _, then := range []Across{*s, *s ^ m} {
		if why := eaten(then); why != nil {
			return 0, reason.Errorf("river: move %q: %w: %w", text, game.ErrIllegal, why)
		}
	}
	return m, nil
}

// FormatPosition returns the letters of those on the near bank, a slash, and the letters of the
// others, with a hyphen for an empty bank: "FWGC/-".
func (Puzzle) FormatPosition(s *Across) string { return bank(all&^*s) + "/" + bank(*s) }

func bank(on Across) string {
	var text []byte
	for i := range len(letters) {
		if on>>i&1 != 0 {
			text = append(text, letters[i])
		}
	}
	if len(text) == 0 {
		return nobody
	}
	return string(text)
}

// ParsePosition reads the output of FormatPosition, with the letters of a bank in any order. It
// accepts positions in which something will be eaten.
func (Puzzle) ParsePosition(text string) (Across, error) {
	near, far, ok := strings.Cut(strings.TrimSpace(text), "/")
	if !ok {
		return 0, reason.Errorf("river: %q, want the letters of those on the near bank, a slash, and those of the others: FWGC/-", text)
	}
	var seen, crossed Across
	for i, bank := range []string{near, far} {
		if bank == nobody {
			continue
		}
		for _, r := range bank {
			who := Across(1) << max(0, strings.IndexRune(letters, r))
			switch {
			case !strings.ContainsRune(letters, r):
				return 0, reason.Errorf("river: %q on bank %d, want one of %s", r, i+1, letters)
			case seen&who != 0:
				return 0, reason.Errorf("river: %q on bank %d stands there twice", r, i+1)
			}
			seen |= who
			crossed |= who * Across(i)
		}
	}
	if seen != all {
		return 0, reason.Errorf("river: nobody says where %s is", bank(all&^seen))
	}
	return crossed, nil
}

// Draw draws the two banks, each with four places.
func (Puzzle) Draw(s *Across) string {
	var text strings.Builder
	for i := range len(letters) {
		near, far := letters[i:i+1], "."
		if *s>>i&1 != 0 {
			near, far = far, near
		}
		fmt.Fprintf(&text, "%s ~~~~ %s\n", near, far)
	}
	return text.String()
}
