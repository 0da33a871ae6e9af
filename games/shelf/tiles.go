package shelf

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/games/tiles"
	"github.com/plywood-go/plywood/internal/reason"
)

// newTiles returns the sliding-tile puzzle of a size, such as 4 or 4x3, with both
// goals. An empty size means 4.
func newTiles(size string) (*puzzle.Puzzle, error) {
	square, err := tileSize(cmp.Or(size, "4"))
	if err != nil {
		return nil, err
	}
	name, cells := fmt.Sprintf("tiles:%d", square.Width), square.Width*square.Height
	title := fmt.Sprintf("%d-puzzle", cells-1)
	if square.Width != square.Height {
		name, title = fmt.Sprintf("%sx%d", name, square.Height), fmt.Sprintf("%s, %v", title, square)
	}
	about := puzzle.About{
		Name: name, Title: title,
		Positions:  "numbers row by row from the top left, 0 for the blank; the goal is 1 2 … 0, or 0 1 2 …",
		Moves:      "the number of the tile that slides; or up, left, right, down for the blank",
		Heuristics: tileBounds(square),
		Large:      tilePatterns(square),
	}
	var ways []*puzzle.Puzzle
	for _, goal := range []tiles.Goal{tiles.Last, tiles.First} {
		rules, err := tiles.New(square, goal, nil)
		if err != nil {
			return nil, err
		}
		about.Goal = puzzle.Goal{Name: goal.String(), Text: goalText(goal, cells)}
		ways = append(ways, puzzle.Adapt(about, rules, tilesBoard(rules), func(ctx context.Context, name string, r puzzle.Resources) (*tiles.Puzzle, error) {
			bound, err := tileBound(ctx, square, name, r)
			if err != nil {
				return nil, err
			}
			return tiles.New(square, goal, bound)
		}))
	}
	return puzzle.Choose(ways...), nil
}

// tileSize reads the number of squares in a row, or in a row and a column: 4 or 4x3.
func tileSize(text string) (size tiles.Size, err error) {
	width, height, both := strings.Cut(text, "x")
	if size.Width, err = strconv.Atoi(width); err == nil {
		size.Height = size.Width
		if both {
			size.Height, err = strconv.Atoi(height)
		}
	}
	if err != nil {
		return size, reason.Errorf("%q, want a size such as 4 or 4x3", text)
	}
	return size, nil
}

// goalText writes the first and last numbers of a goal.
func goalText(goal tiles.Goal, cells int) string {
	if goal == tiles.First {
		return fmt.Sprintf("0 1 … %d", cells-1)
	}
	return fmt.Sprintf("1 2 … %d 0", cells-1)
}

const patterns = "pdb:" // before the name of a partition

// tileBounds returns the names of the lower bounds for a size.
func tileBounds(size tiles.Size) []string {
	names := []string{"manhattan", "conflict"}
	if max(size.Width, size.Height) < 5 {
		names = append(names, "walking")
	}
	names = append(names, tilePatterns(size)...)
	return append(names, blind)
}

// tilePatterns returns the names of the pattern databases for a size.
func tilePatterns(size tiles.Size) (names []string) {
	for _, p := range tiles.Partitions(size) {
		names = append(names, patterns+p)
	}
	return names
}

func tileBound(ctx context.Context, size tiles.Size, name string, r puzzle.Resources) (tiles.Heuristic, error) {
	if partition, ok := strings.CutPrefix(name, patterns); ok {
		return tiles.NewPatterns(ctx, size, partition, r.Folder, r.Report)
	}
	switch name {
	case "conflict":
		return tiles.LinearConflict(size), nil
	case "walking":
		return tiles.NewWalkingDistance(size)
	case blind:
		return tiles.Blind{}, nil
	}
	return tiles.Manhattan(size), nil
}
