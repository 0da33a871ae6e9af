package line

import "testing"

func TestRecurs(t *testing.T) {
	var l Line
	l.Begin([]uint64{7, 8, 7, 9}) // plies -4 … -1
	for ply, hash := range []uint64{8, 7, 5, 7, 5, 7} {
		l.Put(ply, hash)
	}
	for _, tt := range []struct {
		ply, reach, times int
		earliest, lowest  int
		ok                bool
	}{
		{5, 100, 2, 3, 3, true},
		{5, 2, 2, 3, 3, true},
		{5, 1, 2, 0, NoPly, false},
		{5, 0, 2, 0, NoPly, false},
		{5, 100, 3, 1, 1, true},
		{5, 100, 4, -2, 1, true},
		{5, 7, 4, -2, 1, true},
		{5, 6, 4, 0, NoPly, false},
		{5, 100, 5, -4, 1, true},
		{5, 100, 6, 0, NoPly, false},
		{1, 100, 2, -2, NoPly, true},
		{0, 100, 2, -3, NoPly, true},
		{2, 100, 2, 0, NoPly, false}, // later positions do not count
	} {
		earliest, lowest, ok := l.Recurs(tt.ply, tt.reach, tt.times)
		if earliest != tt.earliest || lowest != tt.lowest || ok != tt.ok {
			t.Errorf("%+v: got %d, %d, %v", tt, earliest, lowest, ok)
		}
	}
}

// TestCopyTo copies part of a line into a used one.
func TestCopyTo(t *testing.T) {
	var from, to Line
	from.Begin([]uint64{1})
	from.Grow(5)
	for ply := range 3 {
		from.Put(ply, uint64(10+ply))
	}
	to.Begin([]uint64{3, 4})
	to.Put(6, 12)
	from.CopyTo(&to, 1)
	for ply, want := range map[int]uint64{-1: 1, 0: 10, 1: 11} {
		if got := to.At(ply); got != want {
			t.Errorf("ply %d: %d, want %d", ply, got, want)
		}
	}
	room := &to.hashes[0]
	for ply := 2; ply < 5; ply++ {
		to.Put(ply, 10)
	}
	if room != &to.hashes[0] {
		t.Error("there was no room for the plies of the line copied")
	}
	if _, lowest, ok := to.Recurs(4, 9, 4); lowest != 0 || !ok {
		t.Errorf("lowest %d, %v, want 0", lowest, ok)
	}
}
