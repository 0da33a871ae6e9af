package book

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/othelloengine"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/search"
)

// books is the workshop that package workshop describes: the books of this
// package in terms of text.
type books struct{}

func (books) Sizes() []int { return []int{8, 6, 4} }

func (books) Create(path string, size int) (workshop.Book, error) {
	r, ok := othello.Sized(size)
	if !ok {
		return nil, fmt.Errorf("book %s: size %d, want 8, 6 or 4", path, size)
	}
	return bound(Create(path, r))
}

func (books) Open(path string, write bool) (workshop.Book, error) { return bound(Open(path, write)) }

// bound returns a book in terms of text.
func bound(b *Book, err error) (workshop.Book, error) {
	if err != nil {
		return nil, err
	}
	g, err := othelloengine.Game(strconv.Itoa(b.rules.Size()), Offer)
	if err != nil {
		b.Close()
		return nil, err
	}
	return &textBook{b, g}, nil
}

// textBook is a book in terms of text.
type textBook struct {
	book *Book
	game *engine.Game
}

func (t *textBook) Game() *engine.Game                           { return t.game }
func (t *textBook) Len() int                                     { return t.book.Len() }
func (t *textBook) Export(w io.Writer) error                     { return t.book.Export(w) }
func (t *textBook) Pack(w io.Writer) error                       { return t.book.Pack(w) }
func (t *textBook) Settle() error                                { return t.book.Settle() }
func (t *textBook) Close() error                                 { return t.book.Close() }
func (t *textBook) Import(r io.Reader) error                     { _, err := t.book.Import(r); return err }
func (t *textBook) Builder(o workshop.Building) workshop.Builder { return newTextBuilder(t, o) }

// typed returns a position of the book's game.
func (t *textBook) typed(p *engine.Position) (othello.Position, error) {
	return t.book.rules.ParsePosition(p.String())
}

func (t *textBook) Find(p *engine.Position) (workshop.Entry, bool) {
	at, err := t.typed(p)
	if err != nil {
		return workshop.Entry{}, false
	}
	e, ok := t.book.Find(at)
	return t.describe(&e), ok
}

func (t *textBook) Entries() iter.Seq[workshop.Entry] {
	return func(yield func(workshop.Entry) bool) {
		for e := range t.book.Entries() {
			if !yield(t.describe(e)) {
				return
			}
		}
	}
}

func (t *textBook) describe(e *Entry) workshop.Entry {
	r := t.book.rules
	edge := func(x Edge) workshop.Edge {
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

func (t *textBook) Stats() workshop.Stats {
	s := t.book.Stats()
	return workshop.Stats{
		Positions: s.Positions, Links: s.Links, Leaves: s.Leaves, Solved: s.Solved,
		ByDiscs: s.ByDiscs[:], ByDepth: s.ByDepth[:],
	}
}

func (t *textBook) Prune(p *engine.Position, loss int) (dropped int, err error) {
	at, err := t.typed(p)
	if err != nil {
		return 0, err
	}
	return t.book.Prune(at, loss)
}

// textBuilder is a builder in terms of text.
type textBuilder struct {
	*Builder
	book *textBook
}

func newTextBuilder(t *textBook, o workshop.Building) *textBuilder {
	r := t.book.rules
	b := &Builder{Book: t.book, Most: o.Most, Send: o.Send}
	if o.Send == nil {
		b.Engine = othelloengine.NewSearcher(r, o.Engine)
	}
	text, err := json.Marshal(plan{planSchema, r.Size(), o.Request, o.Engine.TableBytes})
	if err != nil {
		panic(err) // there is nothing in it that could fail
	}
	b.Plan = string(text)
	b.Query = func(p *othello.Position) search.Query {
		at, err := t.game.Parse(r.FormatPosition(p))
		if err != nil {
			panic(err) // what a game writes it reads
		}
		q, _ := o.Request.At(at, 0)
		return q
	}
	if o.Progress != nil {
		b.Progress = func(added int, p *othello.Position) { o.Progress(added, r.FormatPosition(p)) }
	}
	return &textBuilder{b, t}
}

func (b *textBuilder) Learn(ctx context.Context, game []*engine.Position) error {
	typed := make([]othello.Position, len(game))
	for i, p := range game {
		var err error
		if typed[i], err = b.book.typed(p); err != nil {
			return err
		}
	}
	return b.Builder.Learn(ctx, typed)
}

func (b *textBuilder) Extend(ctx context.Context, p *engine.Position) error {
	at, err := b.book.typed(p)
	if err != nil {
		return err
	}
	return b.Builder.Extend(ctx, at)
}

func (b *textBuilder) Deviate(ctx context.Context, p *engine.Position, relative, absolute int) error {
	at, err := b.book.typed(p)
	if err != nil {
		return err
	}
	return b.Builder.Deviate(ctx, at, relative, absolute)
}
