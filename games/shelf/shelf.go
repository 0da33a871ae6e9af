// Package shelf lists the puzzles that Plywood solves, by name.
package shelf

import (
	"strings"

	"github.com/plywood-go/plywood/engine/puzzle"
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
