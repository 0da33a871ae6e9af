package book_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/book"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/games/othello/othelloengine/othellobook"
	"github.com/plywood-go/plywood/search"
)

type (
	bookOf    = book.Book[othello.Position, othello.Move]
	builderOf = book.Builder[othello.Position, othello.Move]
	kindOf    = book.Kind[othello.Position, othello.Move]
)

// usual is the kind of Othello books, and kinds holds the kinds for all board
// sizes.
var (
	usual = othellobook.Of(othello.Rules{})
	kinds = []kindOf{usual, onBoard(6), onBoard(4)}
)

func onBoard(size int) kindOf {
	r, _ := othello.Sized(size)
	return othellobook.Of(r)
}

// rulesOf returns the rules for a board size.
func rulesOf(t testing.TB, size int) othello.Rules {
	t.Helper()
	r, ok := othello.Sized(size)
	if !ok {
		t.Fatalf("no board of size %d", size)
	}
	return r
}

// sized returns the kind of books for a board size.
func sized(t testing.TB, n int) kindOf {
	t.Helper()
	return othellobook.Of(rulesOf(t, n))
}

// create creates a book file and a builder that searches to the given depth.
func create(t testing.TB, size, depth int) (*bookOf, *builderOf, string) {
	t.Helper()
	r := sized(t, size)
	path := filepath.Join(t.TempDir(), "book")
	b, err := book.Create(path, r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b, builder(b, depth), path
}

// inMemory is like create, but without a file.
func inMemory(t testing.TB, size, depth int) (*bookOf, *builderOf) {
	t.Helper()
	b := book.New(sized(t, size))
	return b, builder(b, depth)
}

// save writes a book to a file in one transaction.
func save(t testing.TB, b *bookOf) (path string) {
	t.Helper()
	file, _, path := create(t, b.Kind().Size(), 1)
	if _, err := file.Import(strings.NewReader(export(t, b)), nil); err != nil {
		t.Fatal(err)
	}
	file.Close()
	return path
}

func builder(b *bookOf, depth int) *builderOf {
	return &builderOf{
		Book:   b,
		Engine: b.Kind().Searcher(engine.Options{Options: search.Options{TableBytes: 1 << 20}}),
		Query:  func(*othello.Position) search.Query { return search.Query{Depth: depth} },
	}
}

func export(t testing.TB, b *bookOf) string {
	t.Helper()
	var out bytes.Buffer
	if err := b.Export(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// value returns the book's value of a position.
func value(t testing.TB, b *bookOf, p othello.Position) int {
	t.Helper()
	e, ok := b.Find(p)
	if !ok {
		t.Fatalf("%s is not in the book", b.Kind().FormatPosition(&p))
	}
	return e.Value()
}

// TestComplete extends a book from a late 4×4 position, with searches of one
// ply, until nothing is left to add. Its value must equal that of the game.
func TestComplete(t *testing.T) {
	b, builder := inMemory(t, 4, 1)
	root := b.Root()
	for range 5 {
		moves, _ := b.Kind().Moves(&root, nil)
		b.Kind().Play(&root, &root, moves[0])
	}
	if err := builder.Extend(context.Background(), root); err != nil {
		t.Fatal(err)
	}
	solved := othelloengine.NewSolver(rulesOf(t, 4), othelloengine.Options{TableBytes: 1 << 20}).Search(context.Background(), &root, search.Query{}, search.Control{}, nil)
	if got := value(t, b, root); game.Margin(got) != solved.Score() {
		t.Errorf("%s: %d, want %v", b.Kind().FormatPosition(&root), got, solved.Score())
	}
	checkNegamax(t, b, root)
	before := export(t, b)
	if err := b.Settle(); err != nil {
		t.Fatal(err)
	}
	if export(t, b) != before {
		t.Error("a settled book differs from what was built")
	}
}

// checkNegamax compares every link reachable from root with the value of the
// position it leads to.
func checkNegamax(t *testing.T, b *bookOf, root othello.Position) {
	t.Helper()
	r := b.Kind()
	queue := []othello.Position{root}
	seen := map[othello.Position]bool{}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		e, ok := b.Find(p)
		if !ok || seen[p] {
			continue
		}
		seen[p] = true
		for _, l := range e.Links {
			var next othello.Position
			r.Play(&next, &p, l.Move)
			if v := value(t, b, next); int(l.Value) != -v {
				t.Fatalf("%s: %v has %+d, the position behind it %+d", r.FormatPosition(&p), l.Move, l.Value, v)
			}
			queue = append(queue, next)
		}
	}
}

// TestImages finds every image of a position, with its moves mapped
// accordingly.
func TestImages(t *testing.T) {
	b, builder := inMemory(t, 8, 2)
	r := b.Kind()
	game := gameOf(t, r.Size(), "f5 d6 c3 d3 c4")
	if err := builder.Learn(context.Background(), game); err != nil {
		t.Fatal(err)
	}
	for _, p := range game {
		want, _ := b.Find(p)
		for k := range 8 {
			var q othello.Position
			rulesOf(t, 8).Image(&q, &p, othello.Pass, k)
			got, ok := b.Find(q)
			if !ok || got.Value() != want.Value() || len(got.Links) != len(want.Links) {
				t.Fatalf("image %d of %s: %+v, want like %+v", k, r.FormatPosition(&p), got, want)
			}
			legal, _ := r.Moves(&q, nil)
			if got.HasLeaf {
				got.Links = append(got.Links, got.Leaf)
			}
			for _, l := range got.Links {
				if !slices.Contains(legal, l.Move) {
					t.Errorf("%s: move %v is not legal", r.FormatPosition(&q), l.Move)
				}
			}
		}
	}
}

// gameOf returns the positions of a game, including the first.
func gameOf(t testing.TB, size int, text string) []othello.Position {
	t.Helper()
	r := rulesOf(t, size)
	p := r.Start()
	moves, err := r.ParseMoves(&p, text)
	if err != nil {
		t.Fatal(err)
	}
	game := []othello.Position{p}
	for _, m := range moves {
		r.Play(&p, &p, m)
		game = append(game, p)
	}
	return game
}

// TestTransposition learns two games that transpose into each other: the book
// must link the common position from both.
func TestTransposition(t *testing.T) {
	b, builder := inMemory(t, 8, 2)
	ctx := context.Background()
	first := gameOf(t, b.Kind().Size(), "f5 d6 c3 d3 c4")
	second := gameOf(t, b.Kind().Size(), "f5 d6 c4 d3 c3")
	if first[5] != second[5] {
		t.Fatal("the games do not meet")
	}
	if err := builder.Learn(ctx, first); err != nil {
		t.Fatal(err)
	}
	if err := builder.Learn(ctx, second); err != nil {
		t.Fatal(err)
	}
	if b.Len() != 8 || builder.Added() != 8 {
		t.Errorf("%d positions, %d added, want 8", b.Len(), builder.Added())
	}
	checkNegamax(t, b, b.Root())
	for _, p := range []othello.Position{first[4], second[4]} {
		if e, _ := b.Find(p); len(e.Links) != 1 {
			t.Errorf("%s: %d links, want 1", b.Kind().FormatPosition(&p), len(e.Links))
		}
	}
}

// TestGrow extends, deviates and prunes a book and checks it after each step.
func TestGrow(t *testing.T) {
	b, builder := inMemory(t, 6, 4)
	ctx := context.Background()
	builder.Most = 150
	if err := builder.Extend(ctx, b.Root()); err != nil {
		t.Fatal(err)
	}
	if b.Len() != 150 {
		t.Errorf("%d positions, want 150", b.Len())
	}
	checkNegamax(t, b, b.Root())
	builder.Most = 250
	if err := builder.Deviate(ctx, b.Root(), 2, 4); err != nil {
		t.Fatal(err)
	}
	if b.Len() <= 150 {
		t.Error("deviating added nothing")
	}
	checkNegamax(t, b, b.Root())
	want := value(t, b, b.Root())
	before := b.Len()
	dropped, err := b.Prune(b.Root(), 2)
	if err != nil || dropped == 0 || b.Len() != before-dropped {
		t.Errorf("dropped %d of %d, %d left, %v", dropped, before, b.Len(), err)
	}
	if got := value(t, b, b.Root()); got != want {
		t.Errorf("pruned: value %d, want %d", got, want)
	}
	checkNegamax(t, b, b.Root())
	again, err := book.Open(save(t, b), false, kinds...)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if export(t, again) != export(t, b) {
		t.Error("the file differs from the book")
	}
}

// TestRepeatable builds a book twice: equal searches must give equal books.
func TestRepeatable(t *testing.T) {
	var texts []string
	for range 2 {
		b, builder := inMemory(t, 6, 3)
		builder.Most = 60
		if err := builder.Extend(context.Background(), b.Root()); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, export(t, b))
	}
	if texts[0] != texts[1] {
		t.Errorf("two builds differ:\n%s\n%s", texts[0], texts[1])
	}
}

// TestText exports a book, imports it and exports it again.
func TestText(t *testing.T) {
	b, builder := inMemory(t, 8, 3)
	builder.Most = 40
	if err := builder.Extend(context.Background(), b.Root()); err != nil {
		t.Fatal(err)
	}
	text := export(t, b)
	again, _ := inMemory(t, 8, 3)
	n, err := again.Import(strings.NewReader(text), nil)
	if err != nil || n != 40 {
		t.Fatalf("%d positions, %v, want 40", n, err)
	}
	if got := export(t, again); got != text {
		t.Errorf("imported:\n%s\nwant:\n%s", got, text)
	}
	if lines := strings.Split(strings.TrimSpace(text), "\n"); !slices.IsSorted(discsOf(lines[1:])) {
		t.Error("positions are not in the order of their discs")
	}
}

func discsOf(lines []string) (counts []int) {
	for _, l := range lines {
		counts = append(counts, strings.Count(l[:64], "X")+strings.Count(l[:64], "O"))
	}
	return counts
}

func TestImportErrors(t *testing.T) {
	const start = "---------------------------OX------XO--------------------------- X"
	for _, tt := range []struct{ text, want string }{
		{"", "line 1: nothing"},
		{"ply.book/2 8\n", "line 1: "},
		{"ply.book/1 6\n", "line 1: "},
		{"ply.book/1 8\n" + start, "line 2: "},
		{"ply.book/1 8\n\n" + start + "; depth 2 at 73; leaf a1:+1", "line 3: "},
		{"ply.book/1 8\n" + start + "; depth 2 at 73; leaf d3:+65", "line 2: "},
		{"ply.book/1 8\n" + start + "; depth 2 at 73; leaf d3:+500", "line 2: "},
		{"ply.book/1 8\n" + start + "; depth 2 at 101; leaf d3:+1", "line 2: "},
		{"ply.book/1 8\n" + start + "; depth -2 at 73; leaf d3:+1", "line 2: "},
		{"ply.book/1 8\n" + start + "; depth 2 at 73; links d3:+1 d3:+1", "line 2: "},
		{"ply.book/1 8\n" + start + "; depth 2 at 73; links", "line 2: "},
		{"ply.book/1 8\n" + start + "; depth 2 at 73; leaf d3", "line 2: "},
		{"ply.book/1 8\n" + start + "; leaf d3:+1", "line 2: "},
		{"ply.book/1 8\n" + strings.Replace(start, "OX", "XO", 1), "line 2: "},
		{"ply.book/1 8\nnonsense", "line 2: "},
		{"ply.book/1 8\n" + strings.Repeat("x", 1<<17), "token too long"},
	} {
		b, _ := inMemory(t, 8, 1)
		if _, err := b.Import(strings.NewReader(tt.text), nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.90q: %v, want %q", tt.text, err, tt.want)
		}
		if b.Len() != 0 {
			t.Errorf("%.90q: %d positions added", tt.text, b.Len())
		}
	}
}

// TestImport leaves out the lines that cannot be read, and fails if there are no
// others.
func TestImport(t *testing.T) {
	const start = "---------------------------OX------XO--------------------------- X; depth 2 at 73; leaf d3:+1"
	for _, tt := range []struct {
		text string
		want int
		left []int
	}{
		{"\ufeffply.book/1 8\nnonsense\n" + start + "\n# no line\n" + start + "; leaf a1:+1\n", 1, []int{1, 3}},
		{"ply.book/1 8\nnonsense\n", 0, nil},
		{"ply.book/1 6\n" + start + "\n", 0, nil},
	} {
		b, _ := inMemory(t, 8, 1)
		var left []int
		n, err := b.Import(strings.NewReader(tt.text), func(f *record.Fault) { left = append(left, f.Game) })
		if n != tt.want || b.Len() != tt.want || (err == nil) != (n > 0) || !slices.Equal(left, tt.left) {
			t.Errorf("%q: %d read, %d held, left out %v, %v; want %d, %v", tt.text, n, b.Len(), left, err, tt.want, tt.left)
		}
	}
}

func FuzzImport(f *testing.F) {
	f.Add("ply.book/1 8\n---------------------------OX------XO--------------------------- X; depth 2 at 73; leaf d3:+1")
	f.Add("ply.book/1 8\n# nothing\n")
	f.Fuzz(func(t *testing.T, text string) {
		b, _ := inMemory(t, 8, 1)
		if _, err := b.Import(strings.NewReader(text), nil); err != nil {
			return
		}
		written := export(t, b)
		again, _ := inMemory(t, 8, 1)
		if _, err := again.Import(strings.NewReader(written), nil); err != nil {
			t.Fatalf("%s\nis not read back: %v", written, err)
		}
		if got := export(t, again); got != written {
			t.Errorf("read back as\n%s\nwant\n%s", got, written)
		}
	})
}

// TestInterrupted cancels a build at every entry in turn. Every position
// reported as added must be in the book, and building must be able to continue.
func TestInterrupted(t *testing.T) {
	b, builder, path := create(t, 6, 3)
	for range 5 {
		ctx, cancel := context.WithCancel(context.Background())
		builder.Progress = func(int, *othello.Position) { cancel() }
		if err := builder.Extend(ctx, b.Root()); !errors.Is(err, context.Canceled) {
			t.Fatalf("%v, want an interrupt", err)
		}
	}
	if b.Len() != 5 {
		t.Errorf("%d positions, want 5", b.Len())
	}
	want := export(t, b)
	b.Close()
	again, err := book.Open(path, true, kinds...)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if export(t, again) != want {
		t.Error("the file differs from the book that was interrupted")
	}
}

// TestProbe plays from a book as the game's engine does.
func TestProbe(t *testing.T) {
	b, builder := inMemory(t, 8, 3)
	builder.Most = 20
	if err := builder.Extend(context.Background(), b.Root()); err != nil {
		t.Fatal(err)
	}
	path := save(t, b)
	g, err := othelloengine.Game("", othellobook.Offer)
	if err != nil {
		t.Fatal(err)
	}
	held, err := g.OpenBook(path)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	e := engine.WithBook(g.NewEngine(engine.Options{Options: search.Options{TableBytes: 1 << 20}}), held)
	start := g.Start()
	a := e.Analyze(context.Background(), start, search.Query{Lines: 4}, search.Control{}, nil)
	if !a.Book || len(a.Lines) == 0 || a.Depth != 3 || a.Exact() {
		t.Errorf("start: %+v, want from the book", a)
	}
	if _, err := start.PlayAll(strings.Join(a.Lines[0].PV, " ")); err != nil {
		t.Errorf("line %v: %v", a.Lines[0].PV, err)
	}
	far, err := start.PlayAll("f5f6e6f4g6d6g4g5")
	if err != nil {
		t.Fatal(err)
	}
	if a := e.Analyze(context.Background(), far, search.Query{Depth: 2}, search.Control{}, nil); a.Book {
		t.Errorf("%s is in a book of 20 positions", far)
	}
	small, err := othelloengine.Game("6", othellobook.Offer)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := small.OpenBook(path); err == nil {
		t.Error("a book of 8×8 was opened for 6×6")
	}
}
