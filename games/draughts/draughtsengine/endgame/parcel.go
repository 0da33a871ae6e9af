package endgame

import (
	"context"
	"io/fs"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/draughts"
)

// Attach adds the files of t to a task. It returns their names in the task by
// file name, from which [Fetch] restores the databases. If a file has changed
// since it was opened, the error names it and wraps [ErrDamaged].
func (t *Tables) Attach(e *workshop.Task) (names map[string]string, err error) {
	names = map[string]string{}
	for pieces := 2; pieces <= t.pieces; pieces++ {
		for _, m := range Pairs(pieces) {
			for k, f := range t.files[m.key()].of {
				if f == nil {
					continue
				}
				data, err := f.copied()
				if err != nil {
					return nil, err
				}
				e.Files = append(e.Files, data)
				names[baseName(m, kind(k))] = workshop.FileName(data)
			}
		}
	}
	return names, nil
}

// Fetch loads the databases of a game from a task's files, named by Attach,
// into memory. It fails if a file is missing or damaged.
func Fetch(ctx context.Context, r draughts.Rules, names map[string]string, fetch workshop.Fetch) (*Tables, error) {
	return gather(r, 0, func(m Material, k kind) (*file, error) {
		base := baseName(m, k)
		name, ok := names[base]
		if !ok {
			return nil, fs.ErrNotExist
		}
		data, err := fetch(ctx, name)
		if err != nil {
			return nil, err
		}
		return decode(base, data, r, m, k)
	})
}
