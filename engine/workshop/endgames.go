package workshop

import "context"

// EndgameReader reads endgame databases of a game: files with the values of all
// positions of few pieces. Engines use those in the folder
// engine.Options.Endgames. The error for a damaged file names it.
type EndgameReader interface {
	// Held returns the number of pieces up to which the databases in a folder
	// are complete, less than two for none, and their sizes.
	Held(dir string) (EndgameStats, error)
	// Check compares entries in a folder with the entries of the positions after
	// their moves: all of them, or a sample of large databases. progress, if not nil,
	// receives the number of positions checked.
	Check(ctx context.Context, dir string, progress func(done, total int)) error
}

// Endgames also builds the databases. The error for a damaged file has a method
// DamagedFile that returns its name.
type Endgames interface {
	EndgameReader
	// Usual returns the number of pieces up to which to build databases before
	// first use. Most returns the greatest possible number.
	Usual() int
	Most() int
	// Build builds the missing databases. If ctx is done it returns its error;
	// finished files stay.
	Build(ctx context.Context, b EndgameBuilding) error
	// The parts of its tasks are endings to solve.
	Tasks
}

// EndgameBuilding says which databases to build, and how.
type EndgameBuilding struct {
	// Dir is the folder of the files, for all games.
	Dir string
	// Pieces is the number of pieces up to which to build.
	Pieces int
	// Threads is the number of cores to use. Zero means one.
	Threads int
	// Send solves endings elsewhere, Threads of them at once. Nil means that
	// they are solved here.
	Send Send
	// Progress receives the number of solved positions and the last ending, on
	// one goroutine at a time. Nil means never.
	Progress func(done, total int, ending string)
}

// EndgameStats are statistics of databases.
type EndgameStats struct {
	Pieces    int // up to which they are complete
	Positions int // in the databases
	// Outcomes and Distances are the sizes of the files, in bytes.
	Outcomes, Distances int64
}
