package book

import (
	"context"
	"encoding/json"
	"io"
	"iter"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// shelf implements workshop.Books for the given kinds, in terms of text.
type shelf[P any, M comparable] struct{ kinds []Kind[P, M] }

func (s shelf[P, M]) Create(path, name string) (workshop.Book, error) {
	for _, k := range s.kinds {
		if k.Name() == name {
			return bound(Create(path, k))
		}
	}
	return nil, reason.Errorf("book %s: %w: %q", path, workshop.ErrOther, name)
}

func (s shelf[P, M]) Open(path string, write bool) (workshop.Book, error) {
	return bound(Open(path, write, s.kinds...))
}

// bound wraps a book in terms of text.
func bound[P any, M comparable](b *Book[P, M], err error) (workshop.Book, error) {
	if err != nil {
		return nil, err
	}
	return &textBook[P, M]{b, b.kind.Game()}, nil
}

// textBook is a book in terms of text.
type textBook[P any, M comparable] struct {
	book *Book[P, M]
	game *engine.Game
}

func (t *textBook[P, M]) Game() *engine.Game       { return t.game }
func (t *textBook[P, M]) Len() int                 { return t.book.Len() }
func (t *textBook[P, M]) Export(w io.Writer) error { return t.book.Export(w) }
func (t *textBook[P, M]) Pack(w io.Writer) error   { return t.book.Pack(w) }
func (t *textBook[P, M]) Settle() error            { return t.book.Settle() }
func (t *textBook[P, M]) Close() error             { return t.book.Close() }

func (t *textBook[P, M]) Import(r io.Reader, leaveOut func(*record.Fault)) (n int, err error) {
	return t.book.Import(r, leaveOut)
}

func (t *textBook[P, M]) Builder(o workshop.Building) workshop.Builder { return newTextBuilder(t, o) }

// typed converts a position of the book's game.
func (t *textBook[P, M]) typed(p *engine.Position) (P, error) {
	return t.book.kind.ParsePosition(p.String())
}

func (t *textBook[P, M]) Find(p *engine.Position) (workshop.Entry, bool) {
	at, err := t.typed(p)
	if err != nil {
		return workshop.Entry{}, false
	}
	e, ok := t.book.Find(at)
	return t.describe(&e), ok
}

func (t *textBook[P, M]) Entries() iter.Seq[workshop.Entry] {
	return func(yield func(workshop.Entry) bool) {
		for e := range t.book.Entries() {
			if !yield(t.describe(e)) {
				return
			}
		}
	}
}

func (t *textBook[P, M]) describe(e *Entry[P, M]) workshop.Entry {
	r := t.book.kind
	edge := func(x Edge[M]) workshop.Edge {
		return workshop.Edge{Move: r.FormatMove(&e.Position, x.Move), Value: int(x.Value)}
	}
	text := workshop.Entry{
		Position: r.FormatPosition(&e.Position), Value: e.Value(),
		Depth: int(e.Depth), Confidence: int(e.Confidence), Links: []workshop.Edge{},
	}
	for _, l := range e.Links {
		text.Links = append(text.Links, edge(l))
	}
	if e.HasLeaf {
		leaf := edge(e.Leaf)
		text.Leaf = &leaf
	}
	return text
}

func (t *textBook[P, M]) Stats() workshop.Stats {
	s := t.book.Stats()
	return workshop.Stats{
		Positions: s.Positions, Links: s.Links, Leaves: s.Leaves, Solved: s.Solved,
		ByPieces: s.ByPieces[:], ByDepth: s.ByDepth[:],
	}
}

func (t *textBook[P, M]) Prune(p *engine.Position, loss int) (dropped int, err error) {
	at, err := t.typed(p)
	if err != nil {
		return 0, err
	}
	return t.book.Prune(at, loss*t.book.kind.Step())
}

// textBuilder is a builder in terms of text.
type textBuilder[P any, M comparable] struct {
	*Builder[P, M]
	book *textBook[P, M]
}

func newTextBuilder[P any, M comparable](t *textBook[P, M], o workshop.Building) *textBuilder[P, M] {
	k := t.book.kind
	b := &Builder[P, M]{Book: t.book, Most: o.Most, Send: o.Send}
	if o.Send == nil {
		b.Engine = k.Searcher(o.Engine)
	}
	text, err := json.Marshal(plan{planSchema, headOf(k), o.Request, o.Engine.TableBytes})
	if err != nil {
		panic(err) // nothing in a plan can fail to marshal
	}
	b.Plan = string(text)
	b.Query = func(p *P) search.Query {
		at, err := t.game.Parse(k.FormatPosition(p))
		if err != nil {
			panic(err) // a game parses what it formats
		}
		q, _ := o.Request.At(at, 0)
		return q
	}
	if o.Progress != nil {
		b.Progress = func(added int, p *P) { o.Progress(added, k.FormatPosition(p)) }
	}
	return &textBuilder[P, M]{b, t}
}

func (b *textBuilder[P, M]) Learn(ctx context.Context, game []*engine.Position) error {
	typed := make([]P, len(game))
	for i, p := range game {
		var err error
		if typed[i], err = b.book.typed(p); err != nil {
			return err
		}
	}
	return b.Builder.Learn(ctx, typed)
}

func (b *textBuilder[P, M]) Extend(ctx context.Context, p *engine.Position) error {
	at, err := b.book.typed(p)
	if err != nil {
		return err
	}
	return b.Builder.Extend(ctx, at)
}

func (b *textBuilder[P, M]) Deviate(ctx context.Context, p *engine.Position, relative, absolute int) error {
	at, err := b.book.typed(p)
	if err != nil {
		return err
	}
	step := b.book.book.kind.Step()
	return b.Builder.Deviate(ctx, at, relative*step, absolute*step)
}
