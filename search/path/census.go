package path

import (
	"context"

	"github.com/plywood-go/plywood/internal/reason"
)

// Census counts the positions from which a goal can be reached, by their least number of
// moves: Census()[3] positions are three moves away. It plays backwards from the goals,
// and keeps all positions in memory.
func Census[S, M comparable](ctx context.Context, p Puzzle[S, M]) (counts []uint64, err error) {
	err = Spread(ctx, p, func(_ *S, moves int) {
		for len(counts) <= moves {
			counts = append(counts, 0)
		}
		counts[moves]++
	})
	return counts, err
}

// Spread visits every position from which a goal can be reached once, nearest first, with
// the least number of moves to a goal. If the puzzle is no [Retractor], the error wraps
// [ErrUnfit]; otherwise it comes from ctx.
func Spread[S, M comparable](ctx context.Context, p Puzzle[S, M], visit func(s *S, moves int)) error {
	r := &run[S, M]{offers: offersOf(p)}
	if r.retractor == nil {
		return reason.Errorf("%w: positions are counted backwards from the goals", ErrUnfit)
	}
	var a side[S, M]
	for _, g := range r.retractor.Goals(nil) {
		r.join(&a, nil, &g, opened[M]{parent: -1})
	}
	for ; len(a.layer) > 0; a.depth++ {
		layer := a.layer
		a.layer = nil
		for _, i := range layer {
			if i&(chunkSize-1) == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			from := a.pool.at(i).state
			visit(&from, a.depth)
			r.backward(&from, func(before *S, m M) bool {
				r.join(&a, nil, before, opened[M]{move: m, parent: i})
				return true
			})
		}
	}
	return nil
}
