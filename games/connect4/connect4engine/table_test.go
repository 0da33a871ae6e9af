package connect4engine

import (
	"math/rand/v2"
	"testing"
)

// TestTableKeepsEntries fills tables with keys of all lengths and checks all
// entries while the tables grow.
func TestTableKeepsEntries(t *testing.T) {
	for _, keyBits := range []uint{2, 10, 20, 49, 56, 60} {
		tab := newTable(1<<20, keyBits)
		rng := rand.New(rand.NewPCG(9, uint64(keyBits)))
		stored := map[uint64]int{}
		kept := 0
		for range 20_000 {
			key := rng.Uint64() >> (64 - keyBits)
			score := rng.IntN(59) - 29
			stored[key] = score
			tab.store(tab.hash(key), score, min(score+1, 29), int(key&31), rng.IntN(1000)+1)
		}
		for key, score := range stored {
			e := tab.probe(tab.hash(key))
			if e == nothing {
				continue
			}
			kept++
			if e.lower() != score || e.upper() != min(score+1, 29) || e.move() != int(key&31) {
				t.Fatalf("%d bits: key %#x: got %d to %d, move %d; want %d", keyBits, key, e.lower(), e.upper(), e.move(), score)
			}
		}
		if kept < len(stored)*3/4 {
			t.Errorf("%d bits: kept %d of %d entries", keyBits, kept, len(stored))
		}
	}
}

func TestTableReset(t *testing.T) {
	tab := newTable(1<<20, 49)
	for key := range uint64(50_000) {
		tab.store(tab.hash(key), 1, 1, 0, 1)
	}
	tab.reset()
	for key := range uint64(50_000) {
		if tab.probe(tab.hash(key)) != nothing {
			t.Fatalf("key %d survives a reset", key)
		}
	}
}
