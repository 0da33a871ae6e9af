package tablefile

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// example is a table of several pages.
type example struct {
	dir, name string
	broken    error // of Fill
	made      []Making
}

// content returns the bytes of the example.
func content() []byte {
	all := make([]byte, 2*pageSize+100)
	for i := range all {
		all[i] = byte(i * i >> 3)
	}
	return all
}

func (e *example) get() (*Table, error) {
	return Get(context.Background(), Source{
		Dir: e.dir, Name: e.name, Length: len(content()),
		Fill: func(_ context.Context, table []byte, progress func(float64)) error {
			copy(table, content())
			progress(0.5)
			return e.broken
		},
		Report: func(m Making) { e.made = append(e.made, m) },
	})
}

// all returns the bytes of a table, read in a random order.
func all(t *Table) []byte {
	got := make([]byte, t.Len())
	for _, i := range rand.Perm(t.Len()) {
		got[i] = t.At(i)
	}
	return got
}

// TestKept makes a table, reads it again, and reads parts.
func TestKept(t *testing.T) {
	e := example{dir: filepath.Join(t.TempDir(), "new", "folder"), name: "example"}
	for round := range 3 {
		table, err := e.get()
		if err != nil || !slices.Equal(all(table), content()) || len(e.made) != 2 || e.made[1] != (Making{Table: e.name, Done: 1}) {
			t.Errorf("round %d: %v, %+v", round, err, e.made)
		}
		if again, _ := e.get(); !slices.Equal(again.All(), content()) {
			t.Error("the table differs")
		}
		if got, want := table.Uint32(pageSize), binary.LittleEndian.Uint32(content()[pageSize:]); got != want {
			t.Errorf("number %x, want %x", got, want)
		}
	}
	entries, err := os.ReadDir(e.dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

// TestConcurrent reads a table from several goroutines at once.
func TestConcurrent(t *testing.T) {
	e := example{dir: t.TempDir(), name: "example"}
	if _, err := e.get(); err != nil {
		t.Fatal(err)
	}
	table, err := e.get()
	if err != nil {
		t.Fatal(err)
	}
	var readers sync.WaitGroup
	for range 8 {
		readers.Go(func() {
			if !slices.Equal(all(table), content()) {
				t.Error("the table differs")
			}
		})
	}
	readers.Wait()
}

// TestDamaged changes bytes of a file, truncates it and renames it. The table must be made again,
// at once or when the damaged page is read, and be mended on the disk.
func TestDamaged(t *testing.T) {
	e := example{dir: t.TempDir(), name: "example"}
	path := filepath.Join(e.dir, e.name)
	if _, err := e.get(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string, data []byte) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		e.made = nil
		table, err := e.get()
		if err != nil || !slices.Equal(all(table), content()) || len(e.made) != 2 || !errors.Is(e.made[1].Refused, ErrDamaged) {
			t.Errorf("%s: %+v, %v", what, e.made, err)
		}
		e.made = nil
		if table, err := e.get(); err != nil || !slices.Equal(all(table), content()) || e.made != nil {
			t.Errorf("%s: made again though it was mended", what)
		}
	}
	ends := []int{0, 1, len(magic), nameAt, headerSize, headerSize + crcSize, headerSize + 3*crcSize, len(whole) - 1}
	for _, i := range append(ends, len(whole)/2, len(whole)-101) {
		if i > len(family) { // else the file is of no version
			broken := slices.Clone(whole)
			broken[i] ^= 0x10
			refused(fmt.Sprint("byte ", i), broken)
		}
		refused(fmt.Sprint(i, " bytes"), whole[:i])
	}
	refused("more", append(slices.Clone(whole), 0))
	older := e
	if err := os.Rename(path, path+"2"); err != nil {
		t.Fatal(err)
	}
	older.name, older.made = e.name+"2", nil
	if _, err := older.get(); err != nil || len(older.made) != 2 || !errors.Is(older.made[1].Refused, ErrDamaged) {
		t.Errorf("a table of another name is taken: %+v, %v", older.made, err)
	}
}

// TestEarlier finds a file of an earlier version, which is replaced without a word.
func TestEarlier(t *testing.T) {
	e := example{dir: t.TempDir(), name: "example"}
	if err := os.WriteFile(filepath.Join(e.dir, e.name), append([]byte("ply.table/1\n"), make([]byte, 1000)...), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := e.get(); err != nil || len(e.made) != 2 || e.made[1].Refused != nil {
		t.Errorf("%+v, %v", e.made, err)
	}
}

// TestUnsaved has no writable folder for tables.
func TestUnsaved(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	e := example{dir: file, name: "example"}
	table, err := e.get()
	if err != nil || len(e.made) != 2 || e.made[1].Unsaved == nil || !slices.Equal(all(table), content()) {
		t.Errorf("%+v, %v", e.made, err)
	}
	e = example{name: "example"}
	if _, err := e.get(); err != nil || len(e.made) != 2 || e.made[1].Unsaved != nil {
		t.Errorf("without a folder: %+v, %v", e.made, err)
	}
	e.broken = errors.New("broken off")
	if _, err := e.get(); !errors.Is(err, e.broken) {
		t.Errorf("got %v", err)
	}
}
