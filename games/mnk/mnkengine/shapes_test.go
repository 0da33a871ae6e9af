package mnkengine

import (
	"strings"
	"testing"

	"github.com/plywood-go/plywood/games/mnk"
)

// TestShapes checks lines through the cell marked *; # is off the board.
func TestShapes(t *testing.T) {
	for line, want := range map[string][2]shape{
		"XXX-*-XXX": {8, 0}, "-XXX*----": {8, 1}, "OXXX*----": {7, 1}, "#XXX*----": {7, 1}, "XXXX*OOOO": {9, 9},
		"----*----": {2, 2}, "####*----": {1, 1}, "####*---#": {0, 0}, "###-*---#": {1, 1},
		"--XX*----": {6, 1}, "O-XX*--OO": {6, 5}, "O-XX*-OOO": {5, 7}, "-OXX*----": {5, 1},
		"---X*----": {4, 1}, "X---*---X": {3, 2}, "X-X-*-X-X": {6, 0}, "OOO-*-OOO": {0, 8},
	} {
		key, i := 0, 0
		for j, c := range line {
			if j == 4 {
				continue
			}
			key |= strings.IndexRune("-XO#", c) << (2 * i)
			i++
		}
		both := shapeTables[5]()[key]
		if x, o := both&15, both>>4; x != want[0] || o != want[1] {
			t.Errorf("%s: shapes %d and %d, want %d and %d", line, x, o, want[0], want[1])
		}
	}
}

// TestShapesMeanWhatTheySay compares every shape on a line with its definition.
func TestShapesMeanWhatTheySay(t *testing.T) {
	for k := 2; k <= maxShapeK; k++ {
		for key, both := range shapeTables[k]() {
			if key >= 1<<(4*(k-1)) {
				break
			}
			var own, closed uint
			for i := range 2 * (k - 1) {
				cell := i + i/(k-1)
				switch key >> (2 * i) & 3 {
				case 1:
					own |= 1 << cell
				case 2, 3:
					closed |= 1 << cell
				}
			}
			own |= 1 << (k - 1)
			if want := plainShape(k, own, closed); both&15 != want {
				t.Fatalf("K=%d, stones %b, closed %b: shape %d, want %d", k, own, closed, both&15, want)
			}
		}
		if testing.Short() && k == 4 {
			break
		}
	}
}

// plainShape finds a shape by trying all sets of stones that complete a row.
func plainShape(k int, own, closed uint) shape {
	lacking, ways := k, 0
	for i := range k {
		row := (uint(1)<<k - 1) << i
		if row&closed != 0 {
			continue
		}
		n := size(&mnk.Set{uint64(row &^ own)})
		switch {
		case n < lacking:
			lacking, ways = n, 1
		case n == lacking:
			ways++
		}
	}
	switch lacking {
	case k:
		return 0
	case 0:
		return shape(2*k - 1)
	}
	s := shape(2*(k-1-lacking) + 1)
	if lacking == 1 {
		if completions(k, own, closed) > 1 {
			s++
		}
		return s
	}
	for cell := range 2*k - 1 {
		bit := uint(1) << cell
		if (own|closed)&bit == 0 && plainShape(k, own|bit, closed) == s+3 {
			return s + 1
		}
	}
	return s
}

// completions returns the number of cells that complete a row.
func completions(k int, own, closed uint) (n int) {
	for cell := range 2*k - 1 {
		bit := uint(1) << cell
		if (own|closed)&bit == 0 && plainShape(k, own|bit, closed) == shape(2*k-1) {
			n++
		}
	}
	return n
}
