package engine

import (
	"context"
	"io"
	"iter"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/search"
)

// boxSpec boxes the functions of a spec; nil ones stay nil.
func boxSpec[S any, M comparable](spec Spec[S, M]) Spec[State, Move] {
	out := Spec[State, Move]{
		About:       spec.About,
		Measure:     boxFunc2(spec.Measure),
		Chances:     spec.Chances,
		Clock:       boxFunc2(spec.Clock),
		WorkToSolve: boxFunc(spec.WorkToSolve),
		Offers:      spec.Offers,
		Fault:       spec.Fault,
	}
	if l := spec.Levels; l != nil {
		out.Levels = &Levels[State]{Effort: boxFunc2(l.Effort), Describe: l.Describe}
	}
	if spec.ParseMoves != nil {
		out.ParseMoves = func(s *State, text string) ([]Move, error) {
			moves, err := spec.ParseMoves(unbox[S](s), text)
			return boxMoves(moves), err
		}
	}
	if spec.FormatMoves != nil {
		out.FormatMoves = func(s *State, moves []Move) string { return spec.FormatMoves(unbox[S](s), unboxMoves[M](moves)) }
	}
	if spec.Coordinates != nil {
		out.Coordinates = func(s *State, m Move, chess960 bool) string {
			return spec.Coordinates(unbox[S](s), m.box.(M), chess960)
		}
	}
	if spec.OpenBook != nil {
		out.OpenBook = func(path string) (BookOf[State, Move], error) {
			b, err := spec.OpenBook(path)
			return boxedBook[S, M]{b}, err
		}
	}
	if spec.Openings != nil {
		out.Openings = func(yield func(string, []Move) bool) {
			spec.Openings(func(name string, moves []M) bool { return yield(name, boxMoves(moves)) })
		}
	}
	for _, c := range spec.Codecs {
		out.Codecs = append(out.Codecs, boxCodec(c))
	}
	if spec.Board != nil {
		out.Board = boxBoard(spec.Board)
	}
	return out
}

func boxFunc[S, A any](f func(*S) A) func(*State) A {
	if f == nil {
		return nil
	}
	return func(s *State) A { return f(unbox[S](s)) }
}

func boxFunc2[S, A, B any](f func(*S, A) B) func(*State, A) B {
	if f == nil {
		return nil
	}
	return func(s *State, a A) B { return f(unbox[S](s), a) }
}

func boxCodec[S any, M comparable](c record.Codec[S, M]) record.Codec[State, Move] {
	out := record.Codec[State, Move]{Format: c.Format}
	if c.Games != nil {
		out.Games = func(in io.Reader) iter.Seq2[record.Record[State, Move], error] {
			return func(yield func(record.Record[State, Move], error) bool) {
				for r, err := range c.Games(in) {
					if !yield(record.Map(&r, BoxState(r.Start), boxMoves[M]), err) {
						return
					}
				}
			}
		}
	}
	if c.WriteEach != nil {
		out.WriteEach = func(w io.Writer, boxed iter.Seq[record.Record[State, Move]]) error {
			return c.WriteEach(w, func(yield func(record.Record[S, M]) bool) {
				for r := range boxed {
					if !yield(record.Map(&r, *unbox[S](&r.Start), unboxMoves[M])) {
						return
					}
				}
			})
		}
	}
	return out
}

func boxBoard[S any, M comparable](b *boards.Of[S, M]) *boards.Of[State, Move] {
	out := &boards.Of[State, Move]{
		Board: b.Board, Write: b.Write,
		Pieces: boxFunc(b.Pieces), Won: boxFunc(b.Won), Threatened: boxFunc(b.Threatened), Owners: boxFunc(b.Owners), Option: boxFunc(b.Option),
		Path: func(s *State, m Move) []int { return b.Path(unbox[S](s), m.box.(M)) },
	}
	if b.Becomes != nil {
		out.Becomes = func(s *State, m Move) string { return b.Becomes(unbox[S](s), m.box.(M)) }
	}
	return out
}

type boxedBook[S any, M comparable] struct{ BookOf[S, M] }

func (b boxedBook[S, M]) Probe(s *State) (search.Result[Move], bool) {
	if _, ours := s.box.(*S); !ours {
		return search.Result[Move]{}, false
	}
	r, ok := b.BookOf.Probe(unbox[S](s))
	return boxResult(r), ok
}

type boxedSearcher[S any, M comparable] struct{ Searcher[S, M] }

func (b boxedSearcher[S, M]) Search(
	ctx context.Context, s *State, q search.Query, c search.Control, report func(search.Result[Move]),
) search.Result[Move] {
	var typed func(search.Result[M])
	if report != nil {
		typed = func(r search.Result[M]) { report(boxResult(r)) }
	}
	return boxResult(b.Searcher.Search(ctx, unbox[S](s), q, c, typed))
}

func boxResult[M comparable](r search.Result[M]) search.Result[Move] {
	out := search.Result[Move]{
		Proof: r.Proof, Past: r.Past, Depth: r.Depth, Confidence: r.Confidence, Threads: r.Threads, SelDepth: r.SelDepth, Full: r.Full,
		Stats: r.Stats, Branching: r.Branching, Elapsed: r.Elapsed, Stopped: r.Stopped,
	}
	for _, l := range r.Lines {
		out.Lines = append(out.Lines, search.Line[Move]{
			Score: l.Score, Bound: l.Bound, Proof: l.Proof, Depth: l.Depth, PV: boxMoves(l.PV),
		})
	}
	return out
}
