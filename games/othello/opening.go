package othello

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed openings.txt
var openingLines string

// NamedOpening is an opening with its English name and its usual moves.
type NamedOpening struct {
	Name  string // in English
	Moves []Move // from the start
}

// openings returns the openings of the table, in order.
var openings = sync.OnceValue(func() (list []NamedOpening) {
	r, start := Rules{}, Rules{}.Start()
	for line := range strings.Lines(openingLines) {
		record, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if record == "#" {
			continue
		}
		moves, err := r.ParseMoves(&start, record)
		if err != nil {
			panic(err) // the table is valid
		}
		list = append(list, NamedOpening{name, moves})
	}
	return list
})

// openingNames maps the canonical image of each opening's position to its name.
var openingNames = sync.OnceValue(func() map[Position]string {
	r, start := Rules{}, Rules{}.Start()
	names := map[Position]string{}
	for _, o := range openings() {
		s := start
		for _, m := range o.Moves {
			r.Play(&s, &s, m)
		}
		names[r.representative(&s)] = o.Name
	}
	return names
})

// Openings returns the named openings, which exist only for 8×8. Callers must
// not modify them.
func (r Rules) Openings() []NamedOpening {
	if r.Size() != 8 {
		return nil
	}
	return openings()
}

// representative returns the canonical image of s.
func (r Rules) representative(s *Position) (image Position) {
	_, k := r.Fold(s)
	r.Image(&image, s, Pass, k)
	return image
}

// Opening returns the English name of the opening at s, in any orientation and
// by any order of moves, or "".
func (r Rules) Opening(s *Position) string {
	const most = 4 + 20 // number of discs
	if r.Size() != 8 || r.Empties(s) < 64-most {
		return ""
	}
	return openingNames()[r.representative(s)]
}
