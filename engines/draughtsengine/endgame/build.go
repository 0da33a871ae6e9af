package endgame

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/draughts"
)

// Building says what to build, and how.
type Building struct {
	// Dir is where the files are, those of every game in a folder of their own.
	Dir string
	// Pieces is the greatest number of pieces, from 2 to 6.
	Pieces int
	// Threads is how many pairs of materials are solved at once. Zero means one.
	Threads int
	// Progress is told what is done, by one goroutine at a time. Nil means nobody.
	Progress func(Progress)
	// Send has pairs solved elsewhere, Threads of them at once. Nil means here.
	Send workshop.Send

	create func(name string) (io.WriteCloser, error) // nil means createFile
}

// Progress says how far a building is.
type Progress struct {
	Material    Material // the pair just solved
	Done, Total int      // positions
}

// Build makes the databases of a game that are not there yet. What it finds it keeps,
// so that one that was stopped goes on where it was, at the pairs of materials that
// were not finished, and ends with the same files. It needs a byte of memory for every
// position up to as many pieces as asked for and two for those at work: 170 MB for five
// pieces of checkers, some 3.5 GB for six.
//
// An error, such as that of a full disk, leaves the files finished before. So does
// ctx when it is done; its error is returned.
func Build(ctx context.Context, r draughts.Rules, b Building) error {
	if b.Pieces < 2 || b.Pieces > MostPieces {
		return fmt.Errorf("endgame: databases of %d pieces, want 2 to %d", b.Pieces, MostPieces)
	}
	if b.create == nil {
		b.create = createFile
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

// MostPieces is the greatest number of pieces that is built: of seven the positions of
// one pair would take tens of gigabytes.
const MostPieces = 6

// building is a Build at work.
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

// task is a pair of materials to solve.
type task struct {
	material Material
	size     int // positions
	waits    int // tasks that must be finished before
	then     []*task
	pair     []*slice
	err      error
}

// plan finds out which pairs are missing, and reads the others if there are any.
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

// open returns the file of the values of a pair; nil if a file of the pair is missing.
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

// add plans to solve a pair, after those added before.
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

// run solves what is planned.
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

// conclude takes note that a task is finished.
func (w *building) conclude(t *task) {
	w.library.keep(t.pair)
	for _, next := range t.then {
		if next.waits--; next.waits == 0 {
			w.ready = append(w.ready, next)
		}
	}
	w.done += t.size
	if w.Progress != nil {
		w.Progress(Progress{t.material, w.done, w.total})
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
		if err := writeWhole(fileName(w.Dir, w.rules, m, k), encode(w.rules, pair, k), w.create); err != nil {
			return nil, err
		}
	}
	return pair, nil
}
