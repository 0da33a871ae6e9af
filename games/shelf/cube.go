package shelf

import (
	"context"
	"fmt"

	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/games/cube"
	"github.com/plywood-go/plywood/internal/reason"
)

const blind = "blind"

// newCube returns Rubik's cube, 2×2×2 or 3×3×3. Empty size means 3×3×3.
func newCube(size string) (*puzzle.Puzzle, error) {
	about := puzzle.About{
		Name: "cube:" + size, Title: fmt.Sprintf("cube of %s×%s×%s", size, size, size),
		Positions: "the letters or colours of the stickers, U R F D L B, each row by row; or turns from the solved cube",
		Moves:     "the letter of a face, alone, with 2 or with '",
	}
	switch size {
	case "2":
		about.Heuristics = []string{"exact", blind}
		pocket := &cube.Pocket{}
		return puzzle.Adapt(about, pocket, cubeBoard(2, pocket.FormatPosition), func(ctx context.Context, name string, r puzzle.Resources) (*cube.Pocket, error) {
			if name == blind {
				return pocket, nil
			}
			return cube.NewPocket(ctx, r.Folder, r.Report)
		}), nil
	case "", "3":
		about.Name, about.Title, about.Heuristics = "cube:3", "cube of 3×3×3", []string{string(cube.Near), string(cube.Far), string(cube.Seated), blind}
		about.Large = []string{string(cube.Far), string(cube.Seated)}
		large := cube.New(nil)
		return puzzle.Adapt(about, large, cubeBoard(3, large.FormatPosition), func(ctx context.Context, name string, r puzzle.Resources) (*cube.Puzzle, error) {
			if name == blind {
				return cube.New(nil), nil
			}
			bound, err := cube.NewPhases(ctx, cube.Reach(name), r.Folder, r.Report)
			return cube.New(bound), err
		}), nil
	}
	return nil, reason.Errorf("cubes of %q, want 2 or 3", size)
}
