package search

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/plywood-go/plywood/game"
)

// entryOf returns an entry derived from key, so that a test recognizes a wrong
// one.
func entryOf(key uint64) entry {
	return entry{
		score: game.Score(int32(key)) % game.Infinity,
		move:  uint16(key>>32)&0x7FFF + 1,
		bound: game.Bound(key>>48&1 + 1),
		proof: game.Bound(key >> 50 & 3),
		depth: int(key>>56) % maxTableDepth,
	}
}

func TestPackRoundTrip(t *testing.T) {
	for _, e := range []entry{
		{},
		{game.Infinity, 0xFFFF, game.Exact, game.Exact, maxTableDepth - 1},
		{game.WinIn(300), 7, game.NoBound, game.Exact, maxTableDepth},
		{-game.Infinity, 1, game.Lower, game.Upper, 0},
		{game.WinIn(3), 7, game.Upper, game.Lower, 12},
		{game.LossIn(4), 0, game.Exact, game.NoBound, 1},
	} {
		if got := unpack(pack(e, 15)); got != e {
			t.Errorf("got %+v, want %+v", got, e)
		}
	}
	// The bound of a search to 300 plies does not hold for a search to 400.
	if got := unpack(pack(entry{score: 5, bound: game.Exact, depth: 300}, 0)); got.bound != game.NoBound {
		t.Errorf("of a depth beyond the field: %+v", got)
	}
}

// TestCollisions fills tiny tables far beyond their size, and checks that
// every entry found belongs to its key.
func TestCollisions(t *testing.T) {
	for _, bytes := range []int{0, 1, 64, 65, 127, 1 << 12, 1 << 20} {
		table := NewTable(bytes)
		if bytes >= 64 && table.Bytes() > bytes {
			t.Errorf("a table of %d bytes takes %d", bytes, table.Bytes())
		}
		random := rand.New(rand.NewPCG(1, uint64(bytes)))
		found := 0
		for i := range 20000 {
			key := random.Uint64() | 1
			if i%3 == 0 {
				key &= 0xFFFF // games may hash to small numbers
			}
			table.store(key, 0, entryOf(key))
			probe := key ^ uint64(i&1)<<(i%64)
			if e, ok := table.probe(probe); ok {
				found++
				if want := entryOf(probe); e.score != want.score || e.move != want.move || e.bound != want.bound {
					t.Fatalf("%d bytes, key %x: got %+v, want %+v", bytes, probe, e, want)
				}
			}
		}
		if found < 9000 {
			t.Errorf("%d bytes: %d of 10000 entries found right after they were stored", bytes, found)
		}
	}
}

// TestReplacement checks that deep entries survive shallow ones, and that old
// ones are replaced in time.
func TestReplacement(t *testing.T) {
	table := NewTable(1) // one bucket of four
	deep := entry{score: 5, bound: game.Exact, depth: 20}
	table.store(99, 0, deep)
	for key := range uint64(100) {
		table.store(1000+key, 0, entry{score: 1, bound: game.Lower, depth: 2})
	}
	if _, ok := table.probe(99); !ok {
		t.Error("a hundred shallow entries drove out a deep one")
	}
	for range 4 {
		table.slots.NextAge()
	}
	for key := range uint64(4) {
		table.store(2000+key, 0, entry{score: 1, bound: game.Lower, depth: 2})
	}
	if _, ok := table.probe(99); ok {
		t.Error("an entry of four searches ago stays while new ones are lost")
	}
}

// TestConcurrentTable looks for torn entries in tables that several goroutines use, also while one
// grows.
func TestConcurrentTable(t *testing.T) {
	for bytes, keys := range map[int]uint64{1 << 10: 500, 4 << 20: 200_000} {
		useConcurrently(t, NewTable(bytes), keys)
	}
}

func useConcurrently(t *testing.T, table *TranspositionTable, keys uint64) {
	var workers sync.WaitGroup
	for id := range 4 {
		workers.Go(func() {
			random := rand.New(rand.NewPCG(7, uint64(id)))
			for range 30000 {
				key := random.Uint64N(keys)*0x9E3779B97F4A7C15 | 1
				if e, ok := table.probe(key); ok && e.score != entryOf(key).score {
					t.Errorf("key %x: score %v, want %v", key, e.score, entryOf(key).score)
					return
				}
				table.store(key, 0, entryOf(key))
			}
		})
	}
	workers.Wait()
}

func TestHistoryStaysInBounds(t *testing.T) {
	h := newHistory()
	for range 1000 {
		h.add(game.First, past{}, 3, 400)
		h.add(game.First, past{}, 4, -400)
	}
	if v := h.value[0][3]; v <= 0 || v > historyMax {
		t.Errorf("after bonuses alone: %d", v)
	}
	if v := h.value[0][4]; v >= 0 || v < -historyMax {
		t.Errorf("after penalties alone: %d", v)
	}
}

// TestSalt stores entries of a position with two salts and without one: a
// look-up prefers the entry with its own salt, then the one without, and never
// returns another's.
func TestSalt(t *testing.T) {
	table := NewTable(1 << 12)
	table.store(5, 0, entry{score: 1, depth: 9})
	table.store(5, 77, entry{score: 2, depth: 1})
	table.store(5, 99, entry{score: 3, depth: 1})
	for _, tt := range []struct {
		key, salt uint64
		want      game.Score
	}{{5, 0, 1}, {5, 77, 2}, {5, 99, 3}, {5, 11, 1}, {6, 77, 0}} {
		if got := unpack(table.lookup(tt.key, tt.salt)).score; got != tt.want {
			t.Errorf("%d with salt %d: %v, want %v", tt.key, tt.salt, got, tt.want)
		}
	}
	table.prefetch(5)
	if e, ok := table.probe(5); !ok || e.score != 1 {
		t.Errorf("after a prefetch: %v, %v", e.score, ok)
	}
}
