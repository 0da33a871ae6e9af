package archive_test

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/internal/cputime"
)

func open(t testing.TB, path string) *archive.Archive {
	t.Helper()
	a, err := archive.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

func put(t testing.TB, a *archive.Archive, table archive.Table, name, data string) {
	t.Helper()
	if err := a.Update(func(tx *archive.Tx) error { return tx.Put(table, []byte(name), []byte(data)) }); err != nil {
		t.Fatal(err)
	}
}

// read returns the records of a table as text, and the errors of damaged ones.
func read(a *archive.Archive, table archive.Table, prefix string) (list []string, err error) {
	err = a.View(func(tx *archive.Tx) error {
		return tx.Each(table, []byte(prefix), func(name, data []byte, err error) error {
			if err != nil {
				return err
			}
			got, err := tx.Get(table, name)
			if err != nil || string(got) != string(data) || !tx.Has(table, name) {
				return fmt.Errorf("%s: %q, %w", name, got, err)
			}
			list = append(list, fmt.Sprintf("%s=%s", name, data))
			return nil
		})
	})
	return list, err
}

func TestKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	a := open(t, path)
	put(t, a, archive.Pages, "b/1", "one")
	put(t, a, archive.Pages, "b/2", "two")
	put(t, a, archive.Pages, "c/1", "")
	put(t, a, archive.Done, "b/1", "other")
	if _, err := archive.Open(path); err == nil || !strings.Contains(err.Error(), "another program") {
		t.Errorf("opened twice: %v", err)
	}
	refused := errors.New("refused")
	err := a.Update(func(tx *archive.Tx) error {
		if err := tx.Put(archive.Pages, []byte("b/1"), []byte("changed")); err != nil {
			return err
		}
		return refused
	})
	if !errors.Is(err, refused) || errors.Is(err, archive.ErrUnwritten) {
		t.Errorf("an update that fails: %v", err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if a, err = archive.OpenRead(path); err != nil {
		t.Fatal(err)
	}
	list, err := read(a, archive.Pages, "b/")
	if got := strings.Join(list, " "); err != nil || got != "b/1=one b/2=two" {
		t.Errorf("read back as %s, %v", got, err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	a = open(t, path)
	if err := a.Update(func(tx *archive.Tx) error { return tx.Delete(archive.Pages, []byte("b/1")) }); err != nil {
		t.Fatal(err)
	}
	if list, err := read(a, archive.Pages, ""); err != nil || len(list) != 2 {
		t.Errorf("after one was deleted: %q, %v", list, err)
	}
}

func TestNoArchive(t *testing.T) {
	dir := t.TempDir()
	if _, err := archive.OpenRead(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	path := filepath.Join(dir, "text")
	if err := os.WriteFile(path, []byte(strings.Repeat("no archive\n", 1000)), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := archive.Open(path); !errors.Is(err, archive.ErrDamaged) {
		t.Errorf("a text: %v", err)
	}
}

// TestBitFlip flips each bit of a record in the file. The record must never be read as another
// one.
func TestBitFlip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	a := open(t, path)
	const name, data = "the name of a record", "and what it says"
	put(t, a, archive.Pages, name, data)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(whole), name)
	if at < 0 || strings.Contains(string(whole[at+1:]), name) {
		t.Fatal("the record is not in one place of the file")
	}
	for bit := range 8 * (len(name) + 4 + len(data)) {
		whole[at+bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
		whole[at+bit/8] ^= 1 << (bit % 8)
		a, err := archive.OpenRead(path)
		if err != nil {
			t.Fatal(err)
		}
		if list, err := read(a, archive.Pages, ""); !errors.Is(err, archive.ErrDamaged) {
			t.Errorf("bit %d: read as %q, %v", bit, list, err)
		}
		a.Close()
	}
}

// BenchmarkFill commits a million results of the size of small jobs, in transactions as large
// as those of such jobs, and then opens the archive.
//
//	go test ./farm/archive -run '^$' -bench Fill -benchtime 1x
func BenchmarkFill(b *testing.B) {
	const results, atOnce = 1_000_000, 4_000
	data := make([]byte, 100)
	for b.Loop() {
		path := filepath.Join(b.TempDir(), "a")
		a := open(b, path)
		began := cputime.Used()
		for n := 0; n < results; n += atOnce {
			fill(b, a, n, n+atOnce, data)
		}
		b.ReportMetric(1e6*(cputime.Used()-began).Seconds()/results, "µs/result")
		if err := a.Close(); err != nil {
			b.Fatal(err)
		}
		began = cputime.Used()
		open(b, path)
		b.ReportMetric(1e3*(cputime.Used()-began).Seconds(), "ms/open")
	}
}

// fill commits numbered results under pseudorandom names.
func fill(b *testing.B, a *archive.Archive, from, to int, data []byte) {
	b.Helper()
	err := a.Update(func(tx *archive.Tx) error {
		for n := from; n < to; n++ {
			key := sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(n)))
			if err := tx.Put(archive.Results, key[:], data); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}
