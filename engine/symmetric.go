package engine

import (
	"context"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/search"
)

// equalizer is a Searcher whose results give symmetric moves equal values.
type equalizer struct {
	Searcher[State, Move]
	rules Playable[State, Move]
	caps  *capability.Set[State, Move]
}

func (t equalizer) Search(
	ctx context.Context, s *State, q search.Query, c search.Control, report func(search.Result[Move]),
) search.Result[Move] {
	symmetric := symmetryOf(t.rules, t.caps, s)
	told := report
	if report != nil {
		told = func(r search.Result[Move]) { report(symmetric.share(r)) }
	}
	return symmetric.share(t.Searcher.Search(ctx, s, q, c, told))
}

// symmetry holds the symmetries of one position. Moves are symmetric if one of
// them maps one move to the other.
type symmetry struct {
	rules  game.Rules[State, Move]
	images game.Symmetric[State, Move]
	state  *State
	same   []int // the images that equal the position, 0 first
}

// symmetryOf returns the symmetries of s: only the identity where positions
// repeat, because symmetric moves may then differ in their history.
func symmetryOf(rules Playable[State, Move], caps *capability.Set[State, Move], s *State) *symmetry {
	t := &symmetry{rules: rules, images: caps.Symmetric, state: s}
	moves, _ := rules.Moves(s, nil)
	if caps.Symmetric == nil || caps.Repeater != nil || len(moves) < 2 {
		return t
	}
	text := rules.FormatPosition(s)
	for k := 0; ; k++ {
		var image State
		if _, ok := caps.Symmetric.Image(&image, s, moves[0], k); !ok {
			return t
		}
		if rules.FormatPosition(&image) == text {
			t.same = append(t.same, k)
		}
	}
}

// share gives symmetric moves one value, that of a proven one or else of the first, and lists them
// together. A search that estimates them separately may estimate them differently.
func (t *symmetry) share(r search.Result[Move]) search.Result[Move] {
	if len(t.same) < 2 || len(r.Lines) < 2 {
		return r
	}
	var lines []search.Line[Move]
	for i := range r.Lines {
		class := t.class(r.Lines, i)
		if i == class[t.leader(r.Lines, class)].index {
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
func (t *symmetry) class(lines []search.Line[Move], i int) (class []partner) {
	for index, l := range lines {
		for _, k := range t.same {
			var image State
			if m, _ := t.images.Image(&image, t.state, lines[i].PV[0], k); m == l.PV[0] {
				class = append(class, partner{index, k})
				break
			}
		}
	}
	return class
}

// leader returns the index in class of the line whose value the whole class gets.
func (t *symmetry) leader(lines []search.Line[Move], class []partner) int {
	return max(0, slices.IndexFunc(class, func(w partner) bool { return lines[w.index].Proof == game.Exact }))
}

// image returns the k-th image of a line.
func (t *symmetry) image(l search.Line[Move], k int) search.Line[Move] {
	at, moves := *t.state, make([]Move, 0, len(l.PV))
	for _, m := range l.PV {
		var image State
		m2, _ := t.images.Image(&image, &at, m, k)
		moves = append(moves, m2)
		t.rules.Play(&at, &at, m)
	}
	l.PV = moves
	return l
}
