package draughts

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed ballots.txt
var ballotLines string

// Ballots returns the beginnings of games of checkers, three moves each, from which
// one is drawn by lot, so that games are not all drawn: 174, in their usual order,
// none for other variants. They are to be read only.
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
				panic(err) // the table is right
			}
			moves = append(moves, m)
			r.Play(&s, &s, m)
		}
		list = append(list, moves)
	}
	return list
})
