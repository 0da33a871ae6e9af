package engine

import (
	"context"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/capability"
	"github.com/plywood-go/plywood/search"
)

// twinSearcher is a Searcher whose results give twins one value.
type twinSearcher[S any, M comparable, R Playable[S, M]] struct {
	Searcher[S, M]
	rules R
	caps  *capability.Set[S, M]
}

func (t twinSearcher[S, M, R]) Search(
	ctx context.Context, s *S, q search.Query, c search.Control, report func(search.Result[M]),
) search.Result[M] {
	twins := twinsOf(t.rules, t.caps, s)
	told := report
	if report != nil {
		told = func(r search.Result[M]) { report(twins.share(r)) }
	}
	return twins.share(t.Searcher.Search(ctx, s, q, c, told))
}

// twins are the moves of one position that are images of each other.
type twins[S any, M comparable] struct {
	rules  game.Rules[S, M]
	images game.Symmetric[S, M]
	state  *S
	same   []int // the numbers of the images that are the position itself, 0 the first
}

// twinsOf returns those of s. There are none where positions repeat: moves that
// are images of each other may differ in what came before.
func twinsOf[S any, M comparable, R Playable[S, M]](rules R, caps *capability.Set[S, M], s *S) *twins[S, M] {
	t := &twins[S, M]{rules: rules, images: caps.Symmetric, state: s}
	moves, _ := rules.Moves(s, nil)
	if caps.Symmetric == nil || caps.Repeater != nil || len(moves) < 2 {
		return t
	}
	text := rules.FormatPosition(s)
	for k := 0; ; k++ {
		var image S
		if _, ok := caps.Symmetric.Image(&image, s, moves[0], k); !ok {
			return t
		}
		if rules.FormatPosition(&image) == text {
			t.same = append(t.same, k)
		}
	}
}

// share gives twins one value, that of the one which is proven or, if none is, the
// first, and lists them one after the other. A search that estimates them one by
// one may estimate them differently.
func (t *twins[S, M]) share(r search.Result[M]) search.Result[M] {
	if len(t.same) < 2 || len(r.Lines) < 2 {
		return r
	}
	var lines []search.Line[M]
	for i := range r.Lines {
		class := t.class(r.Lines, i)
		if i == class[t.leader(r.Lines, class)].index {
			for _, twin := range class {
				lines = append(lines, t.image(r.Lines[i], twin.k))
			}
		}
	}
	if lines[0].Score != r.Lines[0].Score {
		r.Proof = game.NoBound // it was one of that value
	}
	r.Lines = lines
	return r
}

// twin is a line whose move is the k-th image of another's.
type twin struct{ index, k int }

// class returns the lines, in their order, whose moves are images of that of line i.
func (t *twins[S, M]) class(lines []search.Line[M], i int) (class []twin) {
	for index, l := range lines {
		for _, k := range t.same {
			var image S
			if m, _ := t.images.Image(&image, t.state, lines[i].PV[0], k); m == l.PV[0] {
				class = append(class, twin{index, k})
				break
			}
		}
	}
	return class
}

// leader returns which of a class has the value of all.
func (t *twins[S, M]) leader(lines []search.Line[M], class []twin) int {
	return max(0, slices.IndexFunc(class, func(w twin) bool { return lines[w.index].Proof == game.Exact }))
}

// image returns the k-th image of a line.
func (t *twins[S, M]) image(l search.Line[M], k int) search.Line[M] {
	at, moves := *t.state, make([]M, 0, len(l.PV))
	for _, m := range l.PV {
		var image S
		m2, _ := t.images.Image(&image, &at, m, k)
		moves = append(moves, m2)
		t.rules.Play(&at, &at, m)
	}
	l.PV = moves
	return l
}
