package shelf_test

import (
	"testing"

	"github.com/plywood-go/plywood/games/shelf"
	"github.com/plywood-go/plywood/internal/seeded"
)

type vector [3]float64

func (v vector) times(by float64, and vector) vector {
	for i := range v {
		v[i] = v[i]*by + and[i]
	}
	return v
}

func cross(a, b vector) vector {
	return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func dot(a, b vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// TestFaces turns the sides of cubes in random positions. Each turn must move the stickers as a
// rotation in space does, so the faces of the solid fit together as those of a real cube.
func TestFaces(t *testing.T) {
	random := seeded.Rand(t, 1)
	for _, name := range []string{"cube:2", "cube:3"} {
		p, err := shelf.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		b := p.Board()
		n := int(b.Frames[0].Width)
		places := map[vector]int{} // cells by the middle of their sticker
		for cell := range b.Cells {
			face, i := b.Faces[cell/(n*n)], cell%(n*n)
			middle := vector(face.Right).times(float64(i%n)+0.5, face.Corner)
			places[vector(face.Down).times(float64(i/n)+0.5, middle)] = cell
		}
		if len(places) != len(b.Cells) {
			t.Fatalf("%s: %d stickers in %d places", name, len(b.Cells), len(places))
		}
		at := p.Start()
		for range 60 {
			moves := at.Moves()
			if len(moves) == 0 { // solved
				break
			}
			before := at.Placement().Pieces
			move := moves[random.IntN(len(moves))]
			if at, err = at.Play(move); err != nil {
				t.Fatal(err)
			}
			if len(move) > 1 {
				continue // no clockwise quarter
			}
			side := b.Faces[map[string]int{"U": 0, "R": 1, "F": 2, "D": 3, "L": 4, "B": 5}[move]]
			axis := cross(side.Right, side.Down)
			after := at.Placement().Pieces
			for place, cell := range places {
				to := place
				if along := dot(axis, place); along > float64(n)/2-1 {
					to = axis.times(along, cross(axis, place))
				}
				if got, want := after[places[to]], before[cell]; got != want {
					t.Fatalf("%s, %s: the sticker %s has the letter %c, want %c of %s", name, move, b.Cells[places[to]].Name, got, want, b.Cells[cell].Name)
				}
			}
		}
	}
}
