package draughtsbook

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/kit/enginetest"

	"github.com/plywood-go/plywood/book"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/search"
)

type (
	bookOf    = book.Book[position, move]
	builderOf = book.Builder[position, move]
)

// builder returns a builder for b that searches to depth plies.
func builder(b *bookOf, depth int) *builderOf {
	return &builderOf{
		Book:   b,
		Engine: b.Kind().Searcher(engine.Options{Options: search.Options{TableBytes: 1 << 20}}),
		Query:  func(*position) search.Query { return search.Query{Depth: depth} },
	}
}

// grown returns an in-memory book with most positions, grown from the initial
// position.
func grown(t testing.TB, k kind, most int) *bookOf {
	t.Helper()
	b := book.New(Of(k.Rules))
	w := builder(b, 2)
	w.Most = most
	if err := w.Extend(context.Background(), b.Root()); err != nil {
		t.Fatal(err)
	}
	return b
}

func export(t testing.TB, b *bookOf) string {
	t.Helper()
	var out bytes.Buffer
	if err := b.Export(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// mid returns a canonical position with few men in the middle of the board.
func mid(t testing.TB, k kind) position {
	t.Helper()
	text := "W:W17,22:B6,9"
	if k.Rules.Size() == 10 {
		text = "W:W23,28:B9,13"
	}
	p, err := k.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	q, _ := k.Canonical(&p)
	return q
}

// TestComplete extends a book from a position of few men until it is complete.
// It checks that its values equal the results of a plain search over its
// entries and that it holds no kings.
func TestComplete(t *testing.T) {
	for _, k := range kinds() {
		t.Run(k.Name(), func(t *testing.T) {
			b := book.New(Of(k.Rules))
			root := mid(t, k)
			if err := builder(b, 1).Extend(context.Background(), root); err != nil {
				t.Fatal(err)
			}
			want := brute(t, b, root, map[position]int{})
			if v, _ := b.Find(root); v.Value() != want || b.Len() < 50 {
				t.Errorf("%d positions, value %d, want %d", b.Len(), v.Value(), want)
			}
			for e := range b.Entries() {
				if e.Position.Kings != 0 {
					t.Errorf("%s is held", k.FormatPosition(&e.Position))
				}
				if next := after(k, e.Position, e.Leaf.Move); e.HasLeaf && k.Holds(&next) && !k.Status(&next).Over() {
					t.Errorf("%s: leaf %s is left", k.FormatPosition(&e.Position), k.FormatMove(&e.Position, e.Leaf.Move))
				}
			}
			before := export(t, b)
			if err := b.Settle(); err != nil || export(t, b) != before {
				t.Errorf("a settled book differs from what was built, %v", err)
			}
		})
	}
}

func after(k kind, p position, m move) (next position) {
	k.Play(&next, &p, m)
	return next
}

// brute returns the value of p from the leaves of a book, and checks the links
// against the positions they lead to.
func brute(t *testing.T, b *bookOf, p position, known map[position]int) int {
	if v, ok := known[p]; ok {
		return v
	}
	k := b.Kind().(kind)
	e, ok := b.Find(p)
	if !ok {
		t.Fatalf("%s is not in the book", k.FormatPosition(&p))
	}
	best := -k.Most()
	if e.HasLeaf {
		best = int(e.Leaf.Value)
	}
	for _, l := range e.Links {
		v := -brute(t, b, after(k, p, l.Move), known)
		if v != int(l.Value) {
			t.Fatalf("%s: %s has %+d, want %+d", k.FormatPosition(&p), k.FormatMove(&p, l.Move), l.Value, v)
		}
		best = max(best, v)
	}
	known[p] = best
	return best
}

// TestForms writes a book as text, packed, and to a file. It checks that each
// reads back equal and only as its own variant.
func TestForms(t *testing.T) {
	for i, k := range kinds() {
		t.Run(k.Name(), func(t *testing.T) {
			b := grown(t, k, 40)
			other := book.New(Of(kinds()[(i+1)%4].Rules))
			want := export(t, b)
			if !strings.HasPrefix(want, "ply.book/1 "+k.Name()+"\n") {
				t.Errorf("%.40q", want)
			}
			if _, err := other.Import(strings.NewReader(want), nil); err == nil || other.Len() > 0 {
				t.Errorf("read as %s: %v", other.Kind().Name(), err)
			}
			path := filepath.Join(t.TempDir(), "book")
			file, err := book.Create(path, b.Kind())
			if err != nil {
				t.Fatal(err)
			}
			n, err := file.Import(strings.NewReader(want), nil)
			file.Close()
			if err != nil || n != 40 {
				t.Fatalf("%d positions, %v", n, err)
			}
			if _, err := book.Open(path, true, other.Kind()); !errors.Is(err, workshop.ErrOther) ||
				!strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), k.Name()) || !strings.Contains(err.Error(), other.Kind().Name()) {
				t.Errorf("opened as %s: %v, want the file and both names", other.Kind().Name(), err)
			}
			again, err := book.Open(path, false, other.Kind(), b.Kind())
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			var packed bytes.Buffer
			if err := b.Pack(&packed); err != nil {
				t.Fatal(err)
			}
			memory := book.New(b.Kind())
			if _, err := memory.Import(&packed, nil); err != nil {
				t.Fatal(err)
			}
			if export(t, again) != want || export(t, memory) != want {
				t.Errorf("read back:\n%s\npacked:\n%s\nwant:\n%s", export(t, again), export(t, memory), want)
			}
		})
	}
}

// TestImages checks that a position seen from the other side is found, with its
// moves turned.
func TestImages(t *testing.T) {
	for _, k := range kinds() {
		b := grown(t, k, 20)
		for e := range b.Entries() {
			turned := k.Turned(&e.Position)
			got, ok := b.Find(turned)
			if !ok || got.Value() != e.Value() || len(got.Links) != len(e.Links) {
				t.Fatalf("%s: %+v, want like %+v", k.FormatPosition(&turned), got, e)
			}
			for _, l := range got.Links {
				l.Move = k.Image(&turned, l.Move, 1)
				if !slices.Contains(e.Links, l) {
					t.Errorf("%s: link %+v, want one of %+v", k.FormatPosition(&turned), l, e.Links)
				}
			}
			if e.HasLeaf && k.Image(&turned, got.Leaf.Move, 1) != e.Leaf.Move {
				t.Errorf("%s: leaf %+v, want like %+v", k.FormatPosition(&turned), got.Leaf, e.Leaf)
			}
		}
	}
}

// TestInterrupted cancels a build after each entry and checks that all reported
// entries are stored.
func TestInterrupted(t *testing.T) {
	k := kind{}
	path := filepath.Join(t.TempDir(), "book")
	b, err := book.Create(path, Of(k.Rules))
	if err != nil {
		t.Fatal(err)
	}
	w := builder(b, 2)
	for range 4 {
		ctx, cancel := context.WithCancel(context.Background())
		w.Progress = func(int, *position) { cancel() }
		if err := w.Extend(ctx, b.Root()); !errors.Is(err, context.Canceled) {
			t.Fatalf("%v, want an interrupt", err)
		}
	}
	want := export(t, b)
	b.Close()
	again, err := book.Open(path, true, Of(k.Rules))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if again.Len() != 4 || export(t, again) != want {
		t.Errorf("%d positions, want 4:\n%s", again.Len(), export(t, again))
	}
}

// TestKings starts a book from a position with kings, which it cannot hold, and
// learns a game that reaches kings.
func TestKings(t *testing.T) {
	k := kind{}
	p, err := k.ParsePosition("B:WK20:BK1")
	if err != nil {
		t.Fatal(err)
	}
	b := book.New(Of(k.Rules))
	w := builder(b, 1)
	if err := w.Extend(context.Background(), p); err == nil || b.Len() != 0 {
		t.Errorf("extended from %s: %v", k.FormatPosition(&p), err)
	}
	game := []position{mid(t, k), p}
	if err := w.Learn(context.Background(), game); err != nil || b.Len() != 1 {
		t.Errorf("learned %d positions, %v, want 1", b.Len(), err)
	}
	crowned := game[0]
	crowned.Kings = crowned.Own & -crowned.Own
	if e, ok := b.Find(crowned); ok {
		t.Errorf("%s is held as %+v", k.FormatPosition(&crowned), e)
	}
	if _, err := b.Import(strings.NewReader("ply.book/1 checkers\nB:WK20:BK1; depth 1 at 100; leaf 1-6:+0\n"), nil); err == nil {
		t.Error("kings were imported")
	}
}

// TestCheapest checks that a build prefers better moves elsewhere over the
// worst move of the initial position.
func TestCheapest(t *testing.T) {
	b := grown(t, kind{}, 25)
	if e, _ := b.Find(b.Root()); !e.HasLeaf || len(e.Links) < 2 {
		t.Errorf("%d links at the start, a leaf %v", len(e.Links), e.HasLeaf)
	}
}

// TestMost stores the extreme values in a file and checks that larger ones are
// rejected.
func TestMost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	b, err := book.Create(path, Of(draughts.Rules{}))
	if err != nil {
		t.Fatal(err)
	}
	const text = "ply.book/1 checkers\nB:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12; depth 3 at 0; leaf 11-15:"
	if _, err := b.Import(strings.NewReader(text+"-2001"), nil); err == nil {
		t.Error("-2001 was imported")
	}
	_, err = b.Import(strings.NewReader(text+"-2000"), nil)
	b.Close()
	if err != nil {
		t.Fatal(err)
	}
	if b, err = book.Open(path, false, Of(draughts.Rules{})); err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if got := export(t, b); got != text+"-2000\n" {
		t.Errorf("%s\nwant\n%s-2000", got, text)
	}
}

// forgetful clears the table before each search.
type forgetful struct {
	engine.Searcher[position, move]
}

func (f forgetful) Search(ctx context.Context, p *position, q search.Query, c search.Control, report func(search.Result[move])) search.Result[move] {
	f.Clear()
	return f.Searcher.Search(ctx, p, q, c, report)
}

// TestErrand grows a book with searches sent away and with local ones. It
// checks that both books are equal and that most searches were sent in groups.
func TestErrand(t *testing.T) {
	k := kind{draughts.Rules{Variant: draughts.Russian}}
	books, _ := engine.Offered[workshop.Books](k.Game())
	grow := func(change func(*builderOf)) string {
		b := book.New(Of(k.Rules))
		w := builder(b, 2)
		change(w)
		w.Most = 40
		if err := w.Extend(t.Context(), mid(t, k)); err != nil {
			t.Fatal(err)
		}
		return export(t, b)
	}
	want := grow(func(w *builderOf) { w.Engine = forgetful{w.Engine} })
	alone, together := 0, 0
	got := grow(func(w *builderOf) {
		w.Engine, w.Query = nil, nil
		w.Plan = `{"schema":"ply.bookplan/1","game":"draughts:russian","request":{"depth":2},"tt":1048576}`
		w.Send = func(ctx context.Context, e workshop.Task, take func(int, string) error) error {
			if len(e.Parts) == 1 {
				alone++
			} else {
				together += len(e.Parts)
			}
			return enginetest.Here(books)(ctx, e, take)
		}
	})
	if got != want {
		t.Errorf("another book: got\n%s\nwant\n%s", got, want)
	}
	if together < 2*alone {
		t.Errorf("%d searches sent together, %d alone", together, alone)
	}
}
