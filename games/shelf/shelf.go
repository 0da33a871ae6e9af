// Package shelf lists the puzzles that Plywood solves, by name.
package shelf

import (
	"context"
	"fmt"
	"strings"

	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/games/cube"
	"github.com/plywood-go/plywood/games/pegs"
	"github.com/plywood-go/plywood/games/river"
	"github.com/plywood-go/plywood/internal/reason"
)

// entry is a family of puzzles: its name, the listed sizes, and a constructor that
// takes the size after the colon.
type entry struct {
	name    string
	members []string
	make    func(size string) (*puzzle.Puzzle, error)
}

var entries = []entry{
	{"tiles", []string{"3", "4", "5"}, newTiles},
	{"cube", []string{"2", "3"}, newCube},
	{"river", []string{""}, newRiver},
	{"pegs", []string{""}, newPegs},
}

// Find returns the named puzzle, such as "tiles:4".
func Find(name string) (*puzzle.Puzzle, error) {
	family, size, sized := strings.Cut(name, ":")
	for _, e := range entries {
		if e.name != family {
			continue
		}
		if sized && size == "" {
			return nil, reason.Errorf("puzzle %q: nothing behind the colon", name)
		}
		p, err := e.make(size)
		if err != nil {
			return nil, reason.Errorf("puzzle %q: %w", name, err)
		}
		return p, nil
	}
	return nil, reason.Errorf("no puzzle %q: want one of %s", name, strings.Join(Names(), ", "))
}

// Puzzles returns all puzzles.
func Puzzles() (all []*puzzle.Puzzle) {
	for _, name := range Names() {
		p, err := Find(name)
		if err != nil {
			panic("shelf: " + err.Error()) // impossible: the names come from entries
		}
		all = append(all, p)
	}
	return all
}

// Names returns the names of all puzzles.
func Names() (names []string) {
	for _, e := range entries {
		for _, m := range e.members {
			names = append(names, strings.TrimSuffix(e.name+":"+m, ":"))
		}
	}
	return names
}

// newRiver returns the river puzzle, which has no size.
func newRiver(size string) (*puzzle.Puzzle, error) {
	about := puzzle.About{
		Name: "river", Title: "farmer at the river", Heuristics: []string{"crossings", blind},
		Positions: "the letters of those on the near bank, a slash, and those of the others, F W G C, - for nobody",
		Moves:     "whom the farmer takes with him: alone, wolf, goat or cabbage",
	}
	return puzzle.Adapt(about, river.Puzzle{}, riverBoard(), func(_ context.Context, name string, _ puzzle.Resources) (river.Puzzle, error) {
		return river.Puzzle{Blind: name == blind}, nil
	}), unsized(size)
}

// newPegs returns peg solitaire on the triangle, which has no size.
func newPegs(size string) (*puzzle.Puzzle, error) {
	about := puzzle.About{
		Name: "pegs", Title: "peg solitaire", Heuristics: []string{"pegs", blind},
		Positions: "the rows of the triangle from its tip with slashes between, o for a peg and . for none",
		Moves:     "the holes from which and into which a peg jumps, a1 to e5: d1-b1",
	}
	return puzzle.Adapt(about, pegs.Puzzle{}, pegsBoard(), func(_ context.Context, name string, _ puzzle.Resources) (pegs.Puzzle, error) {
		return pegs.Puzzle{Blind: name == blind}, nil
	}), unsized(size)
}

// unsized returns an error if size is not empty.
func unsized(size string) error {
	if size != "" {
		return reason.Errorf("size %q, but it has none", size)
	}
	return nil
}

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
