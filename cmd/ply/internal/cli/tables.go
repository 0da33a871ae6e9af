package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/engine/workshop"
)

// Solver returns a solver of g, for which it may have to build tables. unsaved reports
// whether a table could not be saved.
func Solver(ctx context.Context, env *Env, g *puzzle.Puzzle, o puzzle.Options, folder string) (s *puzzle.Solver, unsaved bool, err error) {
	report, done := Making(env)
	s, err = g.NewSolver(ctx, o, puzzle.Resources{Folder: Folder(folder), Report: func(m puzzle.Making) {
		unsaved = unsaved || m.Unsaved != nil
		report(m)
	}})
	done()
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		err = Usage(err)
	}
	return s, unsaved, err
}

// Folder returns the folder for tables: named or, if that is "", one in the user's cache.
func Folder(named string) string {
	if named != "" {
		return named
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "plywood")
}

// Making returns a function that shows the progress of building tables on a terminal,
// and a function to call when the tables are complete, which prints errors of files. Later
// errors, of a damaged page, are printed at once.
func Making(env *Env) (report func(puzzle.Making), done func()) {
	show, wipe := env.Status()
	var notes []error
	complete, unsaved := false, false
	tell := func() {
		for _, note := range notes {
			if note != nil {
				Note(env.Err, env.Lang, note)
			}
		}
		notes = nil
	}
	report = func(m puzzle.Making) {
		notes = append(notes, m.Refused)
		if m.Unsaved != nil && !unsaved { // the next will not be saved either
			notes, unsaved = append(notes, m.Unsaved), true
		}
		if complete {
			tell()
			return
		}
		show(env.Printer().Table(m))
	}
	return report, func() {
		wipe()
		complete = true
		tell()
	}
}

// PrepareEndgames checks the databases of g before a search, and builds the usual ones if g can and
// they are missing. If they cannot be written it says so, and the search goes on without them.
func PrepareEndgames(ctx context.Context, env *Env, g *engine.Game, dir string) error {
	reader, ok := engine.Offered[workshop.EndgameReader](g)
	if !ok || dir == "" {
		return nil
	}
	held, err := heldEndgames(env, reader, dir)
	if err != nil {
		return Invalid(err)
	}
	maker, ok := reader.(workshop.Endgames)
	if !ok || held.Pieces >= maker.Usual() {
		return nil
	}
	err = BuildEndgames(ctx, env, maker, workshop.EndgameBuilding{Dir: dir, Pieces: maker.Usual(), Threads: min(2, runtime.NumCPU())})
	var coded *Error
	if errors.As(err, &coded) && coded.Code == CodeFailure {
		fmt.Fprintln(env.Err, "ply:", env.Lang.Text("report.endgames", "error", Message(env.Lang, coded.Err)))
		return nil
	}
	return err
}

// BuildEndgames builds databases and shows its progress. A damaged database is invalid
// input; an error of writing is a failure.
func BuildEndgames(ctx context.Context, env *Env, maker workshop.Endgames, b workshop.EndgameBuilding) error {
	if _, err := heldEndgames(env, maker, b.Dir); err != nil {
		return Invalid(err)
	}
	show, done := env.Status()
	defer done()
	b.Progress = func(done, total int, ending string) {
		show(env.Lang.Text("endgames.building", "done", done/1e6, "total", total/1e6, "ending", ending))
	}
	err := maker.Build(ctx, b)
	if errors.Is(err, context.Canceled) {
		return With(CodeInterrupted)
	}
	return Failure(err)
}

// heldEndgames is reader.Held, but in the user's cache, where only this program writes,
// it renames damaged files and says so, so that they are built again. It changes
// nothing in a folder that the user names.
func heldEndgames(env *Env, reader workshop.EndgameReader, dir string) (workshop.EndgameStats, error) {
	for {
		held, err := reader.Held(dir)
		var damaged interface{ DamagedFile() string }
		if !errors.As(err, &damaged) || dir != EndgamesFolder("") {
			return held, err
		}
		file := damaged.DamagedFile()
		aside := file + ".damaged"
		if moving := os.Rename(file, aside); moving != nil && !errors.Is(moving, fs.ErrNotExist) {
			return held, err
		}
		fmt.Fprintln(env.Err, "ply:", env.Lang.Text("report.set-aside", "file", file, "aside", filepath.Base(aside)))
	}
}
