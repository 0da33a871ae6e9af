package engine

import (
	"context"

	"github.com/plywood-go/plywood/search"
)

// Book is an opening book of a game.
type Book interface {
	// Probe returns the book's lines for p, with Analysis.Book set; ok is
	// false if it does not hold p.
	Probe(p *Position) (a Analysis, ok bool)
	Close() error
}

// BookOf is a Book with the types of a game.
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

// WithBook returns an engine that answers from b if b holds the position and the
// query asks about all moves, and otherwise as e does. From b it returns as many lines as requested, if b has
// them.
func WithBook(e Engine, b Book) Engine { return bookEngine{e, b} }

type bookEngine struct {
	Engine
	book Book
}

func (e bookEngine) Analyze(ctx context.Context, pos *Position, q search.Query, c search.Control, report func(Analysis)) Analysis {
	a, ok := e.book.Probe(pos)
	if !ok || len(q.Only) > 0 {
		return e.Engine.Analyze(ctx, pos, q, c, report)
	}
	a.Lines = a.Lines[:min(len(a.Lines), max(1, q.Lines))]
	if report != nil {
		report(a)
	}
	return a
}
