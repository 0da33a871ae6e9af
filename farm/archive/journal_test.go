package archive_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/farmtest"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/seeded"
)

// unreliable is a journal that fails at times, before or after it has stored a message.
type unreliable struct {
	queue.Journal
	rng *rand.Rand // nil if it works
}

var errLost = errors.New("connection lost")

func (u *unreliable) Append(ctx context.Context, number uint64, message []byte) error {
	if u.rng != nil && u.rng.IntN(4) == 0 {
		return errLost
	}
	err := u.Journal.Append(ctx, number, message)
	if err == nil && u.rng != nil && u.rng.IntN(4) == 0 {
		err = errLost
	}
	return err
}

// everything returns all records of an archive.
func everything(t testing.TB, a *archive.Archive) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := a.View(func(tx *archive.Tx) error {
		for _, table := range []archive.Table{archive.Pages, archive.Votes, archive.Workers, archive.Results} {
			err := tx.Each(table, nil, func(name, data []byte, err error) error {
				all[string(table)+" "+string(name)] = string(data)
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// change writes and deletes records at random in one transaction, some of them large.
func change(t testing.TB, a *archive.Archive, rng *rand.Rand) {
	t.Helper()
	tables := []archive.Table{archive.Pages, archive.Votes, archive.Workers, archive.Results}
	err := a.Update(func(tx *archive.Tx) error {
		for range rng.IntN(8) {
			table, name := tables[rng.IntN(len(tables))], fmt.Appendf(nil, "name %d", rng.IntN(30))
			if rng.IntN(3) == 0 {
				if err := tx.Delete(table, name); err != nil {
					return err
				}
				continue
			}
			size := rng.IntN(100)
			if rng.IntN(20) == 0 {
				size = rng.IntN(2 << 20)
			}
			if err := tx.Put(table, name, []byte(strings.Repeat(string(rune('a'+rng.IntN(26))), size))); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestJournal changes an archive at random, with a journal that fails at times. Now and then the
// archive is reopened, lost, or replaced by an older copy of it, or the journal is lost. The
// archive must then be as it was after some transaction, none before the last that was flushed.
func TestJournal(t *testing.T) {
	rng, ctx, dir := seeded.Rand(t, 910), t.Context(), t.TempDir()
	memory := new(farmtest.Journal)
	j := &unreliable{Journal: memory}
	path, older := filepath.Join(dir, "a"), filepath.Join(dir, "older")
	a := open(t, path)
	if _, err := a.Follow(ctx, j); err != nil {
		t.Fatal(err)
	}
	states, flushed, events := []map[string]string{everything(t, a)}, 0, map[string]int{}
	for range 400 {
		change(t, a, rng)
		states = append(states, everything(t, a))
		j.rng = rng
		switch err := a.Flush(ctx, j); {
		case err == nil:
			flushed = len(states) - 1
		case !errors.Is(err, errLost):
			t.Fatal(err)
		}
		j.rng = nil
		event := []string{"", "", "", "", "reopened", "lost archive", "lost journal", "saved", "older archive"}[rng.IntN(9)]
		if event == "" {
			continue
		}
		a.Close()
		text, err := os.ReadFile(path)
		least := len(states) - 1
		switch event {
		case "saved":
			err = os.WriteFile(older, text, 0o666)
		case "lost journal":
			_, _ = memory.Clear(ctx), os.Remove(older) // it belongs to the other journal
		case "lost archive":
			least, err = flushed, os.Remove(path)
		case "older archive":
			if text, err = os.ReadFile(older); err == nil {
				least, err = flushed, os.WriteFile(path, text, 0o666)
			} else {
				event, err = "reopened", nil
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		a = open(t, path)
		_, err = a.Follow(ctx, j)
		if event == "older archive" && errors.Is(err, archive.ErrForked) { // a lost archive had gone on differently
			event = "forked archive"
			a.Close()
			_ = os.Remove(path)
			a = open(t, path)
			_, err = a.Follow(ctx, j)
		}
		if err != nil {
			t.Fatalf("%s: %v", event, err)
		}
		now := everything(t, a)
		k := slices.IndexFunc(states[least:], func(s map[string]string) bool { return maps.Equal(s, now) })
		if k < 0 {
			t.Fatalf("%s: %d records, none of the %d states that may be", event, len(now), len(states)-least)
		}
		states, flushed = []map[string]string{now}, 0
		events[event]++
	}
	t.Log(events)
	for _, event := range []string{"reopened", "lost archive", "lost journal", "older archive"} {
		if events[event] == 0 {
			t.Errorf("never: %s", event)
		}
	}
}

// TestStrangers uses a journal with an archive that does not belong to it.
func TestStrangers(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	j := new(farmtest.Journal)
	first := open(t, filepath.Join(dir, "first"))
	put(t, first, archive.Pages, "p", "1")
	if _, err := first.Follow(ctx, j); err != nil {
		t.Fatal(err)
	}
	used := open(t, filepath.Join(dir, "used"))
	put(t, used, archive.Pages, "p", "2")
	if _, err := used.Follow(ctx, j); !errors.Is(err, archive.ErrOther) {
		t.Errorf("an archive with other records: %v", err)
	}
	other := open(t, filepath.Join(dir, "other"))
	if _, err := other.Follow(ctx, new(farmtest.Journal)); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Follow(ctx, j); !errors.Is(err, archive.ErrOther) {
		t.Errorf("an archive of another farm: %v", err)
	}
	if _, err := open(t, filepath.Join(dir, "none")).Read(ctx, new(farmtest.Journal)); !errors.Is(err, archive.ErrNone) {
		t.Errorf("an empty queue: %v", err)
	}
	second := open(t, filepath.Join(dir, "second"))
	if _, err := second.Follow(ctx, j); err != nil {
		t.Fatal(err)
	}
	put(t, second, archive.Pages, "p", "3")
	put(t, first, archive.Pages, "p", "4")
	if err := second.Flush(ctx, j); err != nil {
		t.Fatal(err)
	}
	if err := first.Flush(ctx, j); !errors.Is(err, archive.ErrForked) {
		t.Errorf("two coordinators: %v", err)
	}
}

// TestUnfinished ends the copy of an archive to its journal after each message. An empty archive
// must not be filled from such a journal, and the archive must complete it.
func TestUnfinished(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	whole := open(t, filepath.Join(dir, "a"))
	for _, name := range []string{"a", "b", "c"} {
		put(t, whole, archive.Pages, name, strings.Repeat(name, 1<<20))
	}
	want := everything(t, whole)
	for n := 1; ; n++ {
		memory := new(farmtest.Journal)
		_, err := whole.Follow(ctx, &short{memory, n})
		empty := open(t, filepath.Join(dir, fmt.Sprint(n)))
		_, readErr := empty.Read(ctx, memory)
		if err == nil {
			if got := everything(t, empty); readErr != nil || !maps.Equal(got, want) {
				t.Errorf("the whole journal: %d records, %v", len(got), readErr)
			}
			return
		}
		if want := []error{archive.ErrNone, archive.ErrUnfinished}[min(n-1, 1)]; !errors.Is(readErr, want) {
			t.Fatalf("a journal of %d messages is read: %v", n-1, readErr)
		}
	}
}

// short is a journal that fails from message n on.
type short struct {
	*farmtest.Journal
	n int
}

func (s *short) Append(ctx context.Context, number uint64, message []byte) error {
	if number >= uint64(s.n) {
		return errLost
	}
	return s.Journal.Append(ctx, number, message)
}
