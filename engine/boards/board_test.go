package boards_test

import (
	"slices"
	"testing"

	"github.com/plywood-go/plywood/engine/boards"
)

// TestPut puts pieces on a board where they fall, and on one where they stay.
func TestPut(t *testing.T) {
	falls := boards.Grid(2, 3)
	falls.Marks()
	stays := falls
	falls.Upright([]string{"1", "2"})
	for _, tt := range []struct {
		name   string
		board  *boards.Board
		pieces string
		cell   int
		letter string
		want   string
		fails  string
	}{
		{"down to the ground", &falls, "------", 0, "X", "----X-", ""},
		{"down onto another", &falls, "----X-", 0, "O", "--O-X-", ""},
		{"with those above", &falls, "O-X-X-", 2, "O", "----X-", ""},
		{"nothing takes away", &falls, "O-X-X-", 2, "-", "----X-", ""},
		{"where it is put", &stays, "------", 1, "X", "-X----", ""},
		{"in place of another", &stays, "-X----", 1, "O", "-O----", ""},
		{"twice is none", &stays, "-X----", 1, "X", "------", ""},
		{"off the board", &stays, "------", 6, "X", "", "cell 6, want 0 to 5"},
		{"of no kind", &stays, "------", 0, "Q", "", `no piece "Q"`},
		{"too few", &stays, "-----", 0, "X", "", "pieces on 5 cells, want 6"},
		{"a stranger", &stays, "--Q---", 0, "X", "", "cell a2: no piece 'Q'"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.board.Put(tt.pieces, tt.cell, tt.letter)
			if got != tt.want || (err != nil) != (tt.fails != "") || err != nil && err.Error() != tt.fails {
				t.Errorf("got %q, %v, want %q, %q", got, err, tt.want, tt.fails)
			}
		})
	}
}

// TestPart separates the cells of small boards.
func TestPart(t *testing.T) {
	b := boards.Grid(4, 4)
	b.Part(2, 2)
	want := []boards.Frame{
		{X: 0, Y: 0, Width: 2, Height: 2},
		{X: 2.35, Y: 0, Width: 2, Height: 2},
		{X: 0, Y: 2.35, Width: 2, Height: 2},
		{X: 2.35, Y: 2.35, Width: 2, Height: 2},
	}
	if !slices.Equal(b.Frames, want) || b.Width != 4.35 || b.Cells[15] != (boards.Cell{Name: "d4", X: 3.35, Y: 3.35}) {
		t.Errorf("got %+v", b)
	}
	if b.Labels[0] != (boards.Label{Text: "a", X: 0.5, Y: -0.24}) || b.Labels[7].Y != 3.85 {
		t.Errorf("labels %+v", b.Labels)
	}
}
