package puzzle_test

import (
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/plywood-go/plywood/games/shelf"
)

// TestBoards plays every puzzle on its board. Every cell must have its piece, different moves
// different paths, and the cells of the last move must be those of its path.
func TestBoards(t *testing.T) {
	for _, name := range shelf.Names() {
		p, err := shelf.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		board, pos := p.Board(), p.Start()
		if board == nil {
			t.Errorf("%s has no board", name)
			continue
		}
		for step := range 40 {
			placed, moves := pos.Placement(), pos.Moves()
			if err := board.Check(placed.Pieces); err != nil || utf8.RuneCountInString(placed.Pieces) != len(board.Cells) {
				t.Fatalf("%s: %q: %v", name, placed.Pieces, err)
			}
			if len(placed.Paths) != len(moves) || pos.Done() && len(moves) > 0 {
				t.Fatalf("%s at %s: %d paths, %d moves", name, pos, len(placed.Paths), len(moves))
			}
			if len(moves) == 0 {
				break
			}
			for i, path := range placed.Paths {
				for j, other := range placed.Paths {
					if i != j && len(path) <= len(other) && slices.Equal(path, other[:len(path)]) {
						t.Errorf("%s at %s: %s and %s are entered by %v and %v", name, pos, moves[i], moves[j], path, other)
					}
				}
			}
			chosen := step % len(moves)
			if pos, err = pos.Play(moves[chosen]); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(pos.Placement().Last, placed.Paths[chosen]) {
				t.Errorf("%s: the last move went over %v, want %v", name, pos.Placement().Last, placed.Paths[chosen])
			}
		}
	}
}

// TestNet enters turns of a cube by stickers of the turned face.
func TestNet(t *testing.T) {
	for _, name := range []string{"cube:2", "cube:3"} {
		p, err := shelf.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		pos := p.Start()
		moves := pos.Moves()
		for i, path := range pos.Placement().Paths {
			if face := p.Board().Cells[path[0]].Name[:1]; face != moves[i][:1] || p.Board().Cells[path[1]].Name[:1] != face {
				t.Errorf("%s: %s is entered on face %s", name, moves[i], face)
			}
		}
	}
}
