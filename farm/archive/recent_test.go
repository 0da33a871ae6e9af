package archive_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/seeded"
)

// TestRecent writes, replaces and deletes results at random, some of them large, so that
// results are moved to their places now and then. It also reopens the archive. The archive must
// equal a map, during transactions and after failed ones too.
func TestRecent(t *testing.T) {
	rng := seeded.Rand(t, 900)
	path := filepath.Join(t.TempDir(), "a")
	a, want := open(t, path), map[string]string{}
	settled, refused := 0, errors.New("refused")
	for round := range 60 {
		before, fails := a.Recent(), round%7 == 3
		change := map[string]string{}
		err := a.Update(func(tx *archive.Tx) error {
			for range 20 {
				name := fmt.Sprintf("name %02d", rng.IntN(100))
				if err := changeOne(tx, rng, name, change); err != nil {
					return err
				}
				holds(t, tx, name, change[name])
			}
			if fails {
				return refused
			}
			return nil
		})
		if fails != errors.Is(err, refused) || !fails && err != nil {
			t.Fatal(err)
		}
		for name, data := range change {
			if !fails {
				want[name] = data
			}
		}
		if a.Recent() < before {
			settled++
		}
		if round%9 == 0 {
			if err := a.Close(); err != nil {
				t.Fatal(err)
			}
			a = open(t, path)
		}
		_ = a.View(func(tx *archive.Tx) error {
			for name, data := range want {
				holds(t, tx, name, data)
			}
			return nil
		})
	}
	if settled == 0 {
		t.Error("nothing has gone to its place")
	}
}

// changeOne puts or deletes a result, and records its data; empty for a deletion.
func changeOne(tx *archive.Tx, rng *rand.Rand, name string, change map[string]string) error {
	if rng.IntN(4) == 0 {
		change[name] = ""
		return tx.Delete(archive.Results, []byte(name))
	}
	size := 1 + rng.IntN(100)
	if rng.IntN(25) == 0 {
		size = 2 << 20
	}
	change[name] = strings.Repeat(string(rune('a'+rng.IntN(26))), size)
	return tx.Put(archive.Results, []byte(name), []byte(change[name]))
}

func holds(t *testing.T, tx *archive.Tx, name, want string) {
	t.Helper()
	got, err := tx.Get(archive.Results, []byte(name))
	if err != nil || string(got) != want || tx.Has(archive.Results, []byte(name)) != (want != "") {
		t.Fatalf("%s: %.20q of %d bytes, %v, want %.20q", name, got, len(got), err, want)
	}
}

// TestRecentBitFlip flips each bit of a result that was not moved to its place. Reading must
// report damage or a missing result, never another result.
func TestRecentBitFlip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	a := open(t, path)
	const name, data = "name of it", "and what it says"
	put(t, a, archive.Results, name, data)
	a.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(whole), name) - 1
	for bit := range 8 * (1 + len(name) + 4 + len(data)) {
		whole[at+bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
		whole[at+bit/8] ^= 1 << (bit % 8)
		a, err := archive.OpenRead(path)
		if errors.Is(err, archive.ErrDamaged) {
			continue // the length of the name
		}
		if err != nil {
			t.Fatal(err)
		}
		_ = a.View(func(tx *archive.Tx) error {
			if got, err := tx.Get(archive.Results, []byte(name)); got != nil || err != nil && !errors.Is(err, archive.ErrDamaged) {
				t.Errorf("bit %d: read as %q, %v", bit, got, err)
			}
			return nil
		})
		a.Close()
	}
}

// TestOtherVersion opens archives of other versions, which must be refused by their schema.
func TestOtherVersion(t *testing.T) {
	for _, schema := range []string{"ply.archive/2", "ply.archive/9"} {
		path := filepath.Join(t.TempDir(), "a")
		db, err := bbolt.Open(path, 0o666, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Update(func(tx *bbolt.Tx) error {
			b, err := tx.CreateBucket([]byte("header"))
			return errors.Join(err, b.Put([]byte("header"), []byte(`{"schema":"`+schema+`"}`)))
		})
		if err = errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		for _, open := range []func(string) (*archive.Archive, error){archive.OpenRead, archive.Open} {
			_, err := open(path)
			if newer := schema == "ply.archive/9"; err == nil || errors.Is(err, reason.ErrNewer) != newer || !newer && !strings.Contains(err.Error(), schema) {
				t.Errorf("%s: %v", schema, err)
			}
		}
	}
}
