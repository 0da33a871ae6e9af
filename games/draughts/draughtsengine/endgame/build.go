package endgame

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

// Building says which databases to build, and how.
type Building = workshop.EndgameBuilding

// Build builds the missing databases of a game. Finished pairs of materials are
// kept, so that a stopped build can resume, and ends with the same files. It
// needs one byte of memory per position of up to Pieces pieces, and two for
// pairs in progress: 170 MB for five pieces of checkers, about 3.5 GB for six.
//
// After an error, such as a full disk, the files finished before remain. If ctx
// is done, Build returns its error.
func Build(ctx context.Context, r draughts.Rules, b Building) error {
	if b.Pieces < 2 || b.Pieces > MostPieces {
		return reason.Errorf("endgame: databases of %d pieces, want 2 to %d", b.Pieces, MostPieces)
	}
	if err := os.MkdirAll(folder(b.Dir, r), 0o777); err != nil {
		return err
	}
	w := &building{
		Building: b, geometry: newGeometry(r), library: &library{rules: r},
		tasks: map[Material]*task{}, finished: make(chan *task),
		known: known{files: map[Material][]byte{}, names: map[Material]string{}},
	}
	if err := w.plan(); err != nil || len(w.ready) == 0 {
		return err
	}
	return w.run(ctx)
}

// MostPieces is the largest supported number of pieces: with seven one pair
// would take tens of gigabytes.
const MostPieces = 6

// building is the state of a Build.
type building struct {
	Building
	*geometry
	*library
	tasks       map[Material]*task
	ready       []*task
	finished    chan *task
	done, total int // positions
	known       known
}

// task is the job of solving one pair of materials.
type task struct {
	material Material
	size     int // positions
	waits    int // number of unfinished tasks it depends on
	then     []*task
	pair     []*slice
	err      error
}

// plan finds the missing pairs, and reads the others if any are missing.
func (w *building) plan() error {
	var held []*file
	for pieces := 2; pieces <= w.Pieces; pieces++ {
		for _, m := range Pairs(pieces) {
			f, err := w.open(m)
			switch {
			case err != nil:
				return err
			case f == nil:
				w.add(m)
			default:
				held = append(held, f)
			}
		}
	}
	if len(w.tasks) == 0 {
		return nil
	}
	for _, f := range held {
		pair, err := f.slices()
		if err != nil {
			return err
		}
		w.library.keep(pair)
	}
	return nil
}

// open returns the values file of a pair, or nil if one of the pair's files is missing.
func (w *building) open(m Material) (f *file, err error) {
	for k := range kinds {
		f, err = readFile(w.Dir, w.rules, m, k)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return f, nil // values are the last kind
}

// add plans a pair, after the pairs it depends on.
func (w *building) add(m Material) {
	t := &task{material: m}
	for _, n := range newPair(w.rules, m) {
		t.size += n.size
	}
	w.total += t.size
	w.tasks[m] = t
	before := m.before()
	slices.SortFunc(before, Material.compare)
	for _, b := range slices.Compact(before) {
		if first := w.tasks[b]; first != nil {
			first.then = append(first.then, t)
			t.waits++
		}
	}
	if t.waits == 0 {
		w.ready = append(w.ready, t)
	}
}

// run solves the planned pairs.
func (w *building) run(ctx context.Context) (err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for running := 0; ; running-- {
		for ; len(w.ready) > 0 && running < max(1, w.Threads) && err == nil; running++ {
			t := w.ready[0]
			w.ready = w.ready[1:]
			go func() {
				t.pair, t.err = w.work(ctx, t.material)
				w.finished <- t
			}()
		}
		if running == 0 {
			return err
		}
		t := <-w.finished
		if t.err != nil {
			if stop(); err == nil {
				err = t.err
			}
			continue
		}
		w.conclude(t)
	}
}

// conclude records a finished task.
func (w *building) conclude(t *task) {
	w.library.keep(t.pair)
	for _, next := range t.then {
		if next.waits--; next.waits == 0 {
			w.ready = append(w.ready, next)
		}
	}
	w.done += t.size
	if w.Progress != nil {
		w.Progress(w.done, w.total, t.material.String())
	}
}

// work solves a pair and writes its files.
func (w *building) work(ctx context.Context, m Material) (pair []*slice, err error) {
	if w.Send != nil {
		pair, err = w.send(ctx, m)
	} else {
		pair, err = newSolver(w.library, w.geometry, m).solve(ctx)
	}
	if err != nil {
		return nil, err
	}
	for k := range kinds {
		name, data := fileName(w.Dir, w.rules, m, k), encode(w.rules, pair, k)
		if err := memory.WriteFile(name, 0o666, func(to io.Writer) error { _, err := to.Write(data); return err }); err != nil {
			return nil, reason.Errorf("%s could not be written: %w", name, err)
		}
	}
	return pair, nil
}
