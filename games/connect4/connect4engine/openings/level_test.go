package openings

import (
	"bytes"
	"compress/flate"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
)

// Levels returns the unfinished positions of 0 to plies plies, one of each mirror pair.
// The positions of a ply are in depth-first order, so that neighbours share much of their
// future.
func Levels(plies int) [][]connect4.State {
	w := walk{levels: make([][]connect4.State, plies+1), seen: make([]map[int]bool, plies+1)}
	for n := range plies + 1 {
		w.numbers = append(w.numbers, newNumbering(n))
		w.seen[n] = make(map[int]bool)
	}
	w.visit(connect4.Rules{}.Start())
	return w.levels
}

type walk struct {
	numbers []*numbering
	seen    []map[int]bool
	levels  [][]connect4.State
}

func (w *walk) visit(s connect4.State) {
	var r connect4.Rules
	n := s.Plies()
	moves, status := r.Moves(&s, nil)
	number := w.numbers[n].of(&s)
	if status != game.Ongoing || w.seen[n][number] {
		return
	}
	w.seen[n][number] = true
	w.levels[n] = append(w.levels[n], s)
	if n+1 == len(w.levels) {
		return
	}
	for _, m := range moves {
		var next connect4.State
		r.Play(&next, &s, m)
		w.visit(next)
	}
}

// Pack returns the file of scores. last holds the scores of the last level; the earlier
// scores follow from them.
func Pack(levels [][]connect4.State, last []int) []byte {
	t := newTable(len(levels) - 1)
	for n := len(levels) - 1; n >= 0; n-- {
		for i := range levels[n] {
			s := &levels[n][i]
			if n == len(levels)-1 {
				t.set(s, last[i])
			} else {
				t.set(s, t.best(s))
			}
		}
	}
	return t.pack()
}

// best returns the score of s, which must not be terminal, from its successors'
// scores.
func (t table) best(s *connect4.State) int {
	var r connect4.Rules
	best := -middle
	moves, _ := r.Moves(s, nil)
	for _, m := range moves {
		var after connect4.State
		r.Play(&after, s, m)
		if r.Status(&after) == game.Loss {
			return (width*height + 1 - s.Plies()) / 2 // the winner's discs left
		}
		score, _ := t.of(&after)
		best = max(best, -score)
	}
	return best
}

func (t table) set(s *connect4.State, score int) {
	p := t[s.Plies()]
	p.codes[p.of(s)] = byte(score + middle)
}

// pack returns t in the format that unpack reads.
func (t table) pack() []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	for _, p := range t {
		w.Write(p.codes) // memory writes never fail
	}
	w.Close()
	return b.Bytes()
}

// Plies is the number of plies up to which all positions have scores.
const Plies = lastPly
