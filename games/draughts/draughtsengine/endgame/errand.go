package endgame

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/reason"
)

// A pair of materials can be solved on another machine. The part of a task
// names the pair and the values files of all materials that captures and
// promotions lead to. The result is the pair's values file in base64.

// plan is common to all pairs, the document "ply.endgameplan/1".
type plan struct {
	Schema string `json:"schema"`
	Game   string `json:"game"`
}

const planSchema = "ply.endgameplan/1"

// part names a pair to solve.
type part struct {
	Material string            `json:"material"`
	Before   map[string]string `json:"before"` // file names by material
}

// known caches values files for sending, by material.
type known struct {
	mu    sync.Mutex
	files map[Material][]byte
	names map[Material]string
}

// file returns the values file of a solved pair and its name.
func (k *known) file(b *building, m Material) (data []byte, name string, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if data = k.files[m]; data == nil {
		if data, err = os.ReadFile(fileName(b.Dir, b.rules, m, values)); err != nil {
			return nil, "", err
		}
		k.files[m], k.names[m] = data, workshop.FileName(data)
	}
	return data, k.names[m], nil
}

// rest returns all pairs that the values of m depend on.
func (m Material) rest() []Material {
	all := map[Material]bool{}
	for queue := m.before(); len(queue) > 0; queue = queue[1:] {
		if b := queue[0]; !all[b] {
			all[b] = true
			queue = append(queue, b.before()...)
		}
	}
	return slices.SortedFunc(maps.Keys(all), Material.compare)
}

// send solves a pair on another machine.
func (w *building) send(ctx context.Context, m Material) (pair []*slice, err error) {
	its := part{m.String(), map[string]string{}}
	var e workshop.Task
	for _, b := range m.rest() {
		data, name, err := w.known.file(w, b)
		if err != nil {
			return nil, err
		}
		e.Files, its.Before[b.String()] = append(e.Files, data), name
	}
	head, _ := json.Marshal(plan{planSchema, w.rules.String()}) // never fails for texts
	text, _ := json.Marshal(its)
	e.Plan, e.Parts = string(head), []string{string(text)}
	err = w.Send(ctx, e, func(_ int, back string) error {
		data, err := base64.StdEncoding.DecodeString(back)
		if err == nil {
			pair, err = unpackPair(m.String(), data, w.rules, m)
		}
		return err
	})
	if err == nil && pair == nil {
		err = reason.Errorf("endgame: no result for %v", m)
	}
	return pair, err
}

// unpackPair decodes a values file.
func unpackPair(name string, data []byte, r draughts.Rules, m Material) ([]*slice, error) {
	f, err := decode(name, data, r, m, values)
	if err != nil {
		return nil, err
	}
	return f.slices()
}

// Worker returns a worker that solves pairs for a build of r's databases on another machine.
func Worker(r draughts.Rules, text string, fetch workshop.Fetch) (workshop.Worker, error) {
	var its plan
	if err := json.Unmarshal([]byte(text), &its); err != nil {
		return nil, err
	}
	if its != (plan{planSchema, r.String()}) {
		return nil, reason.Errorf("plan %q of %q, want %s of %v", its.Schema, its.Game, planSchema, r)
	}
	b := &worker{library: &library{rules: r}, geometry: newGeometry(r), fetch: fetch}
	return b.do, nil
}

// worker solves pairs. It keeps fetched pairs for later parts.
type worker struct {
	*library
	*geometry
	fetch workshop.Fetch
}

func (b *worker) do(ctx context.Context, text string) (data string, nodes uint64, err error) {
	var its part
	if err := json.Unmarshal([]byte(text), &its); err != nil {
		return "", 0, err
	}
	m, err := parseMaterial(its.Material)
	if err != nil {
		return "", 0, err
	}
	for _, before := range m.rest() {
		if err := b.take(ctx, before, its.Before[before.String()]); err != nil {
			return "", 0, err
		}
	}
	pair, err := newSolver(b.library, b.geometry, m).solve(ctx)
	if err != nil {
		return "", 0, err
	}
	for _, s := range pair {
		nodes += uint64(s.size)
	}
	return base64.StdEncoding.EncodeToString(encode(b.rules, pair, values)), nodes, nil
}

// take fetches the values of a pair unless they are already known.
func (b *worker) take(ctx context.Context, m Material, name string) error {
	if b.slices[m.key()] != nil {
		return nil
	}
	data, err := b.fetch(ctx, name)
	if err != nil {
		return err
	}
	pair, err := unpackPair(name, data, b.rules, m)
	if err == nil {
		b.library.keep(pair)
	}
	return err
}

// Attach adds the files of t to a task. It returns their names in the task by
// file name, from which [Fetch] restores the databases. If a file has changed
// since it was opened, the error names it and wraps [ErrDamaged].
func (t *Tables) Attach(e *workshop.Task) (names map[string]string, err error) {
	names = map[string]string{}
	for m, f := range t.all() {
		data, err := f.copied()
		if err != nil {
			return nil, err
		}
		e.Files = append(e.Files, data)
		names[baseName(m, f.kind)] = workshop.FileName(data)
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
