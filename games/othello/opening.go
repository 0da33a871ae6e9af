package othello

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed openings.txt
var openingLines string

// NamedOpening is an opening with its English name and the moves that usually
// lead to it.
type NamedOpening struct {
	Name  string
	Moves []Move
}

// openings holds those of the table, in its order.
var openings = sync.OnceValue(func() (list []NamedOpening) {
	r, start := Rules{}, Rules{}.Start()
	for line := range strings.Lines(openingLines) {
		record, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if record == "#" {
			continue
		}
		moves, err := r.ParseMoves(&start, record)
		if err != nil {
			panic(err) // the table is right
		}
		list = append(list, NamedOpening{name, moves})
	}
	return list
})

// openingNames holds the names of positions, each under that image of the
// position which stands for all.
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

// Openings returns the openings that have a name, which are to be read only;
// none but on the board of 8×8.
func (r Rules) Openings() []NamedOpening {
	if r.Size() != 8 {
		return nil
	}
	return openings()
}

// representative returns the image of s that stands for all of them.
func (r Rules) representative(s *Position) (image Position) {
	_, k := r.Fold(s)
	r.Image(&image, s, Pass, k)
	return image
}

// Opening returns the English name of the opening whose position s is, in any
// orientation and by whatever moves it was reached; "" if it is that of none.
func (r Rules) Opening(s *Position) string {
	const most = 4 + 20 // discs
	if r.Size() != 8 || r.Empties(s) < 64-most {
		return ""
	}
	return openingNames()[r.representative(s)]
}
