package othello

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed openings.txt
var openingLines string

// openings holds the names of positions, each under that image of the position
// which stands for all.
var openings = sync.OnceValue(func() map[Position]string {
	r, start := Rules{}, Rules{}.Start()
	names := map[Position]string{}
	for line := range strings.Lines(openingLines) {
		record, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if record == "#" {
			continue
		}
		moves, err := r.ParseMoves(&start, record)
		if err != nil {
			panic(err) // the table is right
		}
		s := r.last(&Record{Start: start, Moves: moves})
		names[r.representative(&s)] = name
	}
	return names
})

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
	return openings()[r.representative(s)]
}
