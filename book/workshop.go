package book

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

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

// Most of the time of building a book goes into searches, and these can run elsewhere. Before the
// builder adds a batch of positions, it predicts the searches that it will need, as if no position
// affected another, and sends them together. It sends a search that it did not predict alone.

// plan holds the settings all searches share, the document "ply.bookplan/1".
type plan struct {
	Schema string `json:"schema"`
	head
	Request    engine.Request `json:"request"`
	TableBytes int            `json:"tt"`
}

const planSchema = "ply.bookplan/1"

// appraisal is the result of searching a position, the best move first.
type appraisal struct {
	Depth      int             `json:"depth"`
	Confidence int             `json:"confidence"` // in percent
	Lines      []workshop.Edge `json:"lines"`
}

// part encodes a search of p for the given number of lines.
func (b *Builder[P, M]) part(p *P, lines int) string {
	return fmt.Sprintf("%d %s", lines, b.Book.kind.FormatPosition(p))
}

// appraised converts a search result to an appraisal.
func appraised[P any, M comparable](k Kind[P, M], p *P, found *search.Result[M]) appraisal {
	a := appraisal{Depth: found.Depth, Confidence: found.Confidence}
	for _, l := range found.Lines {
		if len(l.PV) > 0 {
			a.Lines = append(a.Lines, workshop.Edge{Move: k.FormatMove(p, l.PV[0]), Value: k.Value(l.Score)})
		}
	}
	return a
}

// look searches a position for the given number of lines, here or elsewhere.
func (b *Builder[P, M]) look(ctx context.Context, p *P, lines int) (a appraisal, err error) {
	if b.Send == nil {
		q := b.Query(p)
		q.Lines = lines
		r := b.Engine.Search(ctx, p, q, search.Control{}, nil)
		return appraised(b.Book.kind, p, &r), ctx.Err()
	}
	part := b.part(p, lines)
	if _, known := b.results[part]; !known {
		if err := b.send(ctx, []string{part}); err != nil {
			return a, err
		}
	}
	if err := json.Unmarshal([]byte(b.results[part]), &a); err != nil {
		return a, err
	}
	return a, b.Book.checkAppraisal(p, &a)
}

// checkAppraisal returns an error if a cannot be the result of a search of p.
func (b *Book[P, M]) checkAppraisal(p *P, a *appraisal) error {
	most := b.kind.Most()
	for _, l := range a.Lines {
		if l.Value < -most || l.Value > most {
			return reason.Errorf("position %s: move %s of value %d", b.kind.FormatPosition(p), l.Move, l.Value)
		}
	}
	if a.Depth < 0 || a.Confidence < 0 || a.Confidence > 100 || len(a.Lines) == 0 {
		return reason.Errorf("position %s: depth %d, confidence %d, %d moves", b.kind.FormatPosition(p), a.Depth, a.Confidence, len(a.Lines))
	}
	return nil
}

// send has positions searched elsewhere and stores the results.
func (b *Builder[P, M]) send(ctx context.Context, parts []string) error {
	if b.results == nil {
		b.results = map[string]string{}
	}
	return b.Send(ctx, workshop.Task{Plan: b.Plan, Parts: parts}, func(i int, data string) error {
		b.results[parts[i]] = data
		return nil
	})
}

// wish is a position about to be added, together with a position after it that will be in
// the book by then.
type wish[P any] struct {
	position P
	behind   Key // zero if there is none
}

// foresee sends the searches that adding the wishes needs and forgets earlier results.
func (b *Builder[P, M]) foresee(ctx context.Context, wishes []wish[P]) error {
	if b.Send == nil {
		return nil
	}
	var parts []string
	for _, w := range wishes {
		if part, wanted := b.foreseen(w); wanted && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	b.results = map[string]string{}
	if len(parts) == 0 {
		return nil
	}
	return b.send(ctx, parts)
}

// foreseen returns the search that adding w needs; wanted is false if it needs no search.
func (b *Builder[P, M]) foreseen(w wish[P]) (part string, wanted bool) {
	k := b.Book
	if b.past(w.position) {
		return "", false
	}
	p, _ := k.kind.Canonical(&w.position)
	held := func(next Key) bool { return next != Key{} && next == w.behind || k.entries[next] != nil }
	moves, keys := k.candidates(&p)
	open := slices.ContainsFunc(keys, func(next Key) bool { return !held(next) })
	if e := k.entries[k.kind.Key(&p)]; !open || e != nil && e.HasLeaf && !held(k.after(&p, e.Leaf.Move)) {
		return "", false
	}
	linked := 0
	moves, _ = k.kind.Moves(&p, moves[:0])
	for _, m := range moves {
		if held(k.after(&p, m)) {
			linked++
		}
	}
	return b.part(&p, 1+linked), true
}

// growth returns the wishes for growing entries: the position after each leaf,
// then the entry again.
func (b *Builder[P, M]) growth(list []*Entry[P, M]) (wishes []wish[P]) {
	for _, e := range list {
		var next P
		b.Book.kind.Play(&next, &e.Position, e.Leaf.Move)
		wishes = append(wishes, wish[P]{next, Key{}}, wish[P]{e.Position, b.Book.after(&e.Position, e.Leaf.Move)})
	}
	return wishes
}

// Worker implements workshop.Tasks. It clears the table before each search, so
// that results do not depend on earlier searches.
func (s shelf[P, M]) Worker(_ context.Context, text string, _ workshop.Fetch) (workshop.Worker, error) {
	var its plan
	if err := json.Unmarshal([]byte(text), &its); err != nil {
		return nil, err
	}
	if its.Schema != planSchema {
		return nil, reason.Errorf("plan %q, want %s", its.Schema, planSchema)
	}
	k, err := kindOf(s.kinds, its.head)
	if err != nil {
		return nil, err
	}
	g := k.Game()
	e := k.Searcher(engine.Options{Options: search.Options{TableBytes: its.TableBytes}})
	return func(ctx context.Context, part string) (string, uint64, error) {
		count, position, _ := strings.Cut(part, " ")
		lines, err := strconv.Atoi(count)
		if err != nil || lines < 1 {
			return "", 0, reason.Errorf("part %q, want a number of lines and a position", part)
		}
		p, err := g.Parse(position)
		if err != nil {
			return "", 0, err
		}
		q, _ := its.Request.At(p, 0)
		q.Lines = lines
		typed, err := k.ParsePosition(position)
		if err != nil {
			return "", 0, err
		}
		e.Clear()
		found := e.Search(ctx, &typed, q, search.Control{}, nil)
		if ctx.Err() != nil {
			return "", 0, context.Cause(ctx)
		}
		data, err := json.Marshal(appraised(k, &typed, &found))
		return string(data), found.Stats.Nodes, err
	}, nil
}
