package book_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/book"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/reason"
)

// packed returns the packed form of a book.
func packed(t testing.TB, b *bookOf) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := b.Pack(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// write writes data to a file and returns its path.
func write(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "packed")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// grown returns a book with positions grown from the start and from a later
// position with a pass.
func grown(t testing.TB) *bookOf {
	t.Helper()
	b, builder := inMemory(t, 6, 2)
	builder.Most = 120
	if err := builder.Extend(context.Background(), b.Root()); err != nil {
		t.Fatal(err)
	}
	builder.Most = 160
	if err := builder.Extend(context.Background(), passing(t, rulesOf(t, 6))); err != nil {
		t.Fatal(err)
	}
	return b
}

// passing returns a position of a random game in which the side to move must
// pass.
func passing(t testing.TB, r othello.Rules) othello.Position {
	t.Helper()
	for seed := uint64(1); ; seed++ {
		rng := rand.New(rand.NewPCG(seed, 1))
		for p := r.Start(); !r.Status(&p).Over(); {
			moves, _ := r.Moves(&p, nil)
			if moves[0] == othello.Pass && r.Empties(&p) > 10 {
				return p
			}
			r.Play(&p, &p, moves[rng.IntN(len(moves))])
		}
	}
}

// TestPack packs a book: the packed book must be equal, smaller and read-only.
func TestPack(t *testing.T) {
	b := grown(t)
	want, data := export(t, b), packed(t, b)
	if len(data) > 6*b.Len() {
		t.Errorf("%d bytes for %d positions", len(data), b.Len())
	}
	path := write(t, data)
	opened, err := book.Open(path, false, kinds...)
	if err != nil {
		t.Fatal(err)
	}
	if got := export(t, opened); got != want {
		t.Errorf("opened:\n%s\nwant:\n%s", got, want)
	}
	if !bytes.Equal(packed(t, opened), data) {
		t.Error("packed again it differs")
	}
	if _, err := book.Open(path, true, kinds...); !errors.Is(err, workshop.ErrPacked) {
		t.Errorf("opened to be written: %v, want %v", err, workshop.ErrPacked)
	}
	again, _ := inMemory(t, 6, 1)
	if n, err := again.Import(bytes.NewReader(data), nil); err != nil || n != b.Len() || export(t, again) != want {
		t.Errorf("imported %d of %d positions, %v", n, b.Len(), err)
	}
	other, _ := inMemory(t, 8, 1)
	if n, err := other.Import(bytes.NewReader(data), nil); err == nil || n != 0 || other.Len() != 0 {
		t.Errorf("a board of 6×6 was imported into a book of 8×8: %d, %v", n, err)
	}
}

// TestPackSettles packs a book whose values were not propagated to the start,
// as after a crash. The packed book must be settled and the original unchanged.
func TestPackSettles(t *testing.T) {
	b, _ := inMemory(t, 8, 1)
	const text = "ply.book/1 8\n" +
		"---------------------------OX------XO--------------------------- X; depth 2 at 73; leaf d3:+1\n"
	if _, err := b.Import(strings.NewReader(text), nil); err != nil {
		t.Fatal(err)
	}
	builder := builder(b, 1)
	builder.Most = 1
	builder.Progress = func(int, *othello.Position) { panic("killed") }
	func() {
		defer func() { recover() }()
		builder.Extend(context.Background(), b.Root())
	}()
	before := export(t, b)
	opened, err := book.Open(write(t, packed(t, b)), false, kinds...)
	if err != nil {
		t.Fatal(err)
	}
	checkNegamax(t, opened, opened.Root())
	if export(t, b) != before {
		t.Error("packing has changed the book")
	}
	e, _ := opened.Find(opened.Root())
	if opened.Len() != 2 || len(e.Links) != 1 {
		t.Errorf("%d positions, %d links at the start, want 2 and 1", opened.Len(), len(e.Links))
	}
}

// TestPackDamaged changes each byte of a packed book and truncates it at every
// length.
func TestPackDamaged(t *testing.T) {
	sound := packed(t, grown(t))
	for i := range sound {
		hurt := bytes.Clone(sound)
		hurt[i] ^= 1 << (i % 8)
		for _, data := range [][]byte{hurt, sound[:i]} {
			if b, err := book.Open(write(t, data), false, kinds...); err == nil {
				t.Fatalf("byte %d: opened with %d positions", i, b.Len())
			}
		}
	}
	newer := bytes.Replace(sound, []byte("ply.bookpack/1"), []byte("ply.bookpack/2"), 1)
	if _, err := book.Open(write(t, newer), false, kinds...); !errors.Is(err, reason.ErrNewer) || errors.Is(err, workshop.ErrForeign) {
		t.Errorf("a later format: %v", err)
	}
}

// TestUnpackHostile changes the contents of a packed book but keeps its form
// valid.
func TestUnpackHostile(t *testing.T) {
	b, builder := inMemory(t, 6, 1)
	builder.Most = 40
	if err := builder.Extend(context.Background(), b.Root()); err != nil {
		t.Fatal(err)
	}
	read := func(positions int, columns [][]byte) (*bookOf, error) {
		return book.UnpackBody(b.PackColumns(positions, columns), kinds...)
	}
	sound := b.Columns()
	if again, err := read(40, sound); err != nil || export(t, again) != export(t, b) {
		t.Fatalf("as it was: %v", err)
	}
	for _, n := range []int{39, 41, -1} {
		if _, err := read(n, sound); err == nil {
			t.Errorf("40 positions pass for %d", n)
		}
	}
	for c, column := range sound {
		for what, other := range map[string][]byte{"short": column[:len(column)-1], "long": append(slices.Clone(column), 1), "empty": nil} {
			columns := slices.Clone(sound)
			columns[c] = other
			if _, err := read(40, columns); err == nil {
				t.Errorf("column %d is %s, and read", c, what)
			}
		}
		hostile(t, read, sound, c)
	}
}

// hostile changes each byte of a column. The result must be rejected, or be
// another book that can be packed and read.
func hostile(t *testing.T, read func(int, [][]byte) (*bookOf, error), sound [][]byte, column int) {
	t.Helper()
	for i, c := range sound[column] {
		for _, other := range []byte{0, c + 1, c ^ 0x80, 0xff} {
			columns := slices.Clone(sound)
			columns[column] = slices.Clone(sound[column])
			columns[column][i] = other
			b, err := read(40, columns)
			if err != nil {
				continue
			}
			if again, err := read(40, b.Columns()); err != nil || again.Len() != b.Len() {
				t.Errorf("column %d, byte %d: %d for %d: %v", column, i, other, c, err)
			}
		}
	}
}

// FuzzUnpack reads arbitrary packed books without checksums. Every book it
// accepts must survive another round trip.
func FuzzUnpack(f *testing.F) {
	whole := packed(f, grown(f))
	f.Add(whole[:len(whole)-4])
	f.Add([]byte("ply.bookpack/1 8 0\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := book.UnpackBody(data, kinds...)
		if err != nil {
			return
		}
		again, err := book.Open(write(t, packed(t, b)), false, kinds...)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Settle(); err != nil {
			t.Fatal(err)
		}
		if got, want := packed(t, again), packed(t, b); !bytes.Equal(got, want) {
			t.Errorf("read back as\n%q\nwant\n%q", got, want)
		}
	})
}
