package draughts

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed ballots.txt
var ballotLines string

// Ballots returns the 174 three-move openings of checkers. Tournaments draw one by lot, so
// that fewer games end in a draw. Other variants have no ballots. Callers must not modify
// them.
func (r Rules) Ballots() [][]Move {
	if r.Variant != English {
		return nil
	}
	return ballots()
}

var ballots = sync.OnceValue(func() (list [][]Move) {
	r := Rules{}
	for line := range strings.Lines(ballotLines) {
		fields := strings.Fields(line)
		if fields[0] == "#" {
			continue
		}
		var moves []Move
		s := r.Start()
		for _, text := range fields[1:] {
			m, err := r.ParseMove(&s, text)
			if err != nil {
				panic(err) // the table is valid
			}
			moves = append(moves, m)
			r.Play(&s, &s, m)
		}
		list = append(list, moves)
	}
	return list
})
