package catalog_test

import (
	"strings"
	"testing"

	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/seeded"
)

// TestMovesWithoutSeparators writes random moves of every game without
// separators and checks that they are never parsed as different moves.
func TestMovesWithoutSeparators(t *testing.T) {
	rng := seeded.Rand(t, 5)
	for _, g := range catalog.Games() {
		read := 0
		for range 20 {
			p := g.Start()
			var moves []string
			for range 5 {
				legal := p.Moves()
				if len(legal) == 0 {
					break
				}
				m := legal[rng.IntN(len(legal))]
				next, err := p.Play(m)
				if err != nil {
					t.Fatal(err)
				}
				p, moves = next, append(moves, m)
			}
			got, err := g.Start().PlayAll(strings.Join(moves, ""))
			if err != nil {
				continue
			}
			if read++; got.String() != p.String() {
				t.Errorf("%s: %v read as %s, want %s", g.About().Name, moves, got, p)
			}
		}
		if read == 0 && !strings.HasPrefix(g.About().Name, "tree") {
			t.Errorf("%s: nothing is read without separators", g.About().Name)
		}
	}
}
