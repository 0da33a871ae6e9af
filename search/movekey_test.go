package search

import "testing"

// TestMoveKeys checks the keys of moves of games that state none.
func TestMoveKeys(t *testing.T) {
	small := NumberKeys[int]()
	for m := range moveKeys {
		if got := small.MoveKey(m); got != m {
			t.Fatalf("key of %d: %d", m, got)
		}
	}
	if got := small.MoveKey(-1); got < 0 || got >= moveKeys {
		t.Errorf("key of -1: %d", got)
	}
	type move struct {
		captured uint64
		from, to int8
		crowns   bool // bytes without meaning follow
	}
	keys, seen := NumberKeys[move](), map[int]bool{}
	for from := range int8(64) {
		for to := range int8(64) {
			m := move{captured: 0, from: from, to: to, crowns: false}
			key := keys.MoveKey(m)
			if key < 0 || key >= moveKeys || key != keys.MoveKey(m) {
				t.Fatalf("key of %d to %d: %d", from, to, key)
			}
			seen[key] = true
		}
	}
	if len(seen) < 3500 {
		t.Errorf("4096 moves have %d keys", len(seen))
	}
	if NumberKeys[string]() != nil || NumberKeys[*int]() != nil || NumberKeys[struct{ x float64 }]() != nil {
		t.Error("keys of moves that are not numbers")
	}
}
