package endgame

import (
	"context"
	"io/fs"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/draughts"
)

// Attach adds the files of t to those of an errand. It returns what [Fetch] makes the
// same databases of elsewhere: the names of the files in the errand by those in a
// folder. A file that others have changed since it was opened gives an error that names it
// and wraps [ErrDamaged].
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

// Fetch returns the databases of a game whose files have such names in an errand. They
// stay in memory. One that cannot be fetched, or is damaged, gives its error.
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
