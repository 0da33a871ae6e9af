package engine

import (
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// symmetry holds the symmetries of one position. Moves are symmetric if one of
// them maps one move to the other.
type symmetry struct {
	*Position
	same []int // the images that equal the position, 0 first
}

// symmetry returns the symmetries of p: only the identity where positions
// repeat, because symmetric moves may then differ in their history.
func (p *Position) symmetry() symmetry {
	t, images := symmetry{Position: p}, p.game.caps.Symmetric
	moves, _ := p.moves()
	if images == nil || p.game.caps.Repeater != nil || len(moves) < 2 {
		return t
	}
	text := p.game.rules.FormatPosition(&p.state)
	for k := 0; ; k++ {
		var image State
		if _, ok := images.Image(&image, &p.state, moves[0], k); !ok {
			return t
		}
		if p.game.rules.FormatPosition(&image) == text {
			t.same = append(t.same, k)
		}
	}
}

// share gives symmetric moves one value, that of a proven one or else of the first, and lists them
// together. A search that estimates them separately may estimate them differently.
func (t symmetry) share(r search.Result[Move]) search.Result[Move] {
	if len(t.same) < 2 || len(r.Lines) < 2 {
		return r
	}
	var lines []search.Line[Move]
	for i := range r.Lines {
		class := t.class(r.Lines, i)
		leader := max(0, slices.IndexFunc(class, func(p partner) bool { return r.Lines[p.index].Proof == game.Exact }))
		if i == class[leader].index { // its value is that of the class
			for _, p := range class {
				lines = append(lines, t.image(r.Lines[i], p.k))
			}
		}
	}
	if lines[0].Score != r.Lines[0].Score {
		r.Proof = game.NoBound // it was a proof of the old value
	}
	r.Lines = lines
	return r
}

// partner is a line whose move is the k-th image of another's.
type partner struct{ index, k int }

// class returns the lines, in order, whose moves are symmetric to that of line i.
func (t symmetry) class(lines []search.Line[Move], i int) (class []partner) {
	for index, l := range lines {
		for _, k := range t.same {
			var image State
			if m, _ := t.game.caps.Symmetric.Image(&image, &t.state, lines[i].PV[0], k); m == l.PV[0] {
				class = append(class, partner{index, k})
				break
			}
		}
	}
	return class
}

// image returns the k-th image of a line.
func (t symmetry) image(l search.Line[Move], k int) search.Line[Move] {
	at, moves := t.state, make([]Move, 0, len(l.PV))
	for _, m := range l.PV {
		var image State
		m2, _ := t.game.caps.Symmetric.Image(&image, &at, m, k)
		moves = append(moves, m2)
		t.game.rules.Play(&at, &at, m)
	}
	l.PV = moves
	return l
}
