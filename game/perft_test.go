package game

import "testing"

// countdown is a game with known counts: a move takes 1 or 2 from n, and a
// player who cannot move loses. Paths of d plies are compositions.
type countdown struct{}

func (countdown) Moves(s *int, buf []int) ([]int, Status) {
	switch {
	case *s == 0:
		return buf, Loss
	case *s == 1:
		return append(buf, 1), Ongoing
	}
	return append(buf, 1, 2), Ongoing
}

func (countdown) Play(dst, src *int, m int) { *dst = *src - m }
func (countdown) ToMove(*int) Player        { return First }
func (countdown) Hash(s *int) uint64        { return uint64(*s) }

func TestPerft(t *testing.T) {
	// From 4, in 1s and 2s: 1111 112 121 211 22.
	tests := []struct {
		depth int
		want  Counts
	}{
		{0, Counts{Leaves: 1, Nodes: 1}},
		{1, Counts{Leaves: 2, Nodes: 3}},
		{2, Counts{Leaves: 4, Nodes: 7}},
		{3, Counts{Leaves: 4, Ended: 1, Nodes: 11}},
		{4, Counts{Leaves: 1, Ended: 4, Nodes: 12}},
		{9, Counts{Ended: 5, Nodes: 12}},
	}
	for _, tt := range tests {
		four := 4
		if got := Perft(countdown{}, &four, tt.depth, nil); got != tt.want {
			t.Errorf("Perft(4, %d) = %+v, want %+v", tt.depth, got, tt.want)
		}
	}
}

func TestPerftStops(t *testing.T) {
	n := 60
	asked := 0
	Perft(countdown{}, &n, 60, func() bool { asked++; return asked == 3 })
	if asked != 3 {
		t.Errorf("asked %d times, want to end at the third", asked)
	}
}
