package shelf

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/puzzle"
	"github.com/plywood-go/plywood/puzzles/tiles"
)

// newTiles returns the sliding-tile puzzle of so many squares in a row, 4 if size
// is empty.
func newTiles(size string) (*puzzle.Puzzle, error) {
	n, err := strconv.Atoi(cmp.Or(size, "4"))
	if err != nil {
		return nil, fmt.Errorf("%q, want the squares in a row", size)
	}
	rules, err := tiles.New(n, nil)
	if err != nil {
		return nil, err
	}
	about := puzzle.About{
		Name:       fmt.Sprintf("tiles:%d", n),
		Title:      fmt.Sprintf("%d-puzzle", n*n-1),
		Positions:  "numbers row by row from the top left, 0 for the blank; the goal is 0 1 2 …",
		Moves:      "the number of the tile that slides; or up, left, right, down for the blank",
		Heuristics: tileBounds(n),
		Large:      tilePatterns(n),
	}
	return puzzle.Adapt(about, rules, tilesBoard(rules), func(ctx context.Context, name string, r puzzle.Resources) (*tiles.Puzzle, error) {
		bound, err := tileBound(ctx, n, name, r)
		if err != nil {
			return nil, err
		}
		return tiles.New(n, bound)
	}), nil
}

const patterns = "pdb:" // before the name of a partition

// tileBounds returns the names of the lower bounds of a size.
func tileBounds(n int) []string {
	names := []string{"manhattan", "conflict"}
	if n < 5 {
		names = append(names, "walking")
	}
	names = append(names, tilePatterns(n)...)
	return append(names, blind)
}

// tilePatterns returns the names of those by pattern databases.
func tilePatterns(n int) (names []string) {
	for _, p := range tiles.Partitions(n) {
		names = append(names, patterns+p)
	}
	return names
}

func tileBound(ctx context.Context, n int, name string, r puzzle.Resources) (tiles.Heuristic, error) {
	if partition, ok := strings.CutPrefix(name, patterns); ok {
		return tiles.NewPatterns(ctx, n, partition, r.Folder, r.Report)
	}
	switch name {
	case "conflict":
		return tiles.LinearConflict(n), nil
	case "walking":
		return tiles.NewWalkingDistance(n)
	case blind:
		return tiles.Blind{}, nil
	}
	return tiles.Manhattan(n), nil
}
