package workshop

import "context"

// Endgames make databases of the endings of a game, files that tell what positions of
// few pieces are worth. Engines use those in the folder that engine.Options.Endgames
// names. What is damaged gives an error that names the file, and has a method
// DamagedFile that returns its name.
type Endgames interface {
	// Usual is the number of pieces up to which databases are made before they are
	// first used. Most is how many there can be.
	Usual() int
	Most() int
	// Held returns the number of pieces up to which all are in a folder, less than
	// two for none, and the sizes of what is there.
	Held(dir string) (EndgameStats, error)
	// Build makes what is missing. If ctx is done it returns its error; what is
	// finished by then stays.
	Build(ctx context.Context, b EndgameBuilding) error
	// Check holds every entry in a folder to those of the positions after its
	// moves. progress is told how many positions have been checked; nil means
	// nobody.
	Check(ctx context.Context, dir string, progress func(done, total int)) error
	// What is sent is an ending, to be solved.
	Errands
}

// EndgameBuilding says what to build, and how.
type EndgameBuilding struct {
	// Dir is the folder of the files, of all games.
	Dir string
	// Pieces is the number of pieces up to which to build.
	Pieces int
	// Threads is how many cores to use. Zero means one.
	Threads int
	// Send has endings solved elsewhere, Threads of them at once. Nil means that it is
	// done here.
	Send Send
	// Progress is told how many positions are solved, and which ending was the
	// last, by one goroutine at a time. Nil means nobody.
	Progress func(done, total int, ending string)
}

// EndgameStats are figures of databases.
type EndgameStats struct {
	Pieces    int // up to which all are there
	Positions int
	// Outcomes and Distances are the sizes of the files, in bytes.
	Outcomes, Distances int64
}
