package tiles

import "testing"

// TestWalks counts the configurations stated in the documentation.
func TestWalks(t *testing.T) {
	for n, want := range map[int]int{3: 105, 4: 24_964} {
		w, err := NewWalkingDistance(Square(n))
		if err != nil {
			t.Fatal(err)
		}
		if len(w.rows.moves) != want {
			t.Errorf("%d×%d squares: %d walks, want %d", n, n, len(w.rows.moves), want)
		}
	}
	if _, err := NewWalkingDistance(Size{3, 5}); err == nil {
		t.Error("a table for 3×5 squares is made")
	}
}
