package engine

import (
	"context"

	"github.com/plywood-go/plywood/search"
)

// Book is an opening book of a game.
type Book interface {
	// Probe returns what the book knows of p, with Analysis.Book set; ok is
	// false if it does not hold p.
	Probe(p *Position) (a Analysis, ok bool)
	Close() error
}

// BookOf is a Book over the types of a game.
type BookOf[S any, M comparable] interface {
	Probe(s *S) (r search.Result[M], ok bool)
	Close() error
}

// textBook is a Book over boxed states and moves.
type textBook struct{ BookOf[State, Move] }

func (b textBook) Probe(p *Position) (a Analysis, ok bool) {
	r, ok := b.BookOf.Probe(&p.state)
	if !ok {
		return Analysis{}, false
	}
	a = describe(p, r, false)
	a.Book = true
	return a, true
}

// WithBook returns an engine that answers from b where b holds the position,
// and as e does elsewhere. From b it gives as many lines as were asked for, if
// b has them.
func WithBook(e Engine, b Book) Engine { return bookEngine{e, b} }

type bookEngine struct {
	Engine
	book Book
}

func (e bookEngine) Analyze(ctx context.Context, pos *Position, q search.Query, c search.Control, report func(Analysis)) Analysis {
	a, ok := e.book.Probe(pos)
	if !ok {
		return e.Engine.Analyze(ctx, pos, q, c, report)
	}
	a.Lines = a.Lines[:min(len(a.Lines), max(1, q.Lines))]
	if report != nil {
		report(a)
	}
	return a
}
