package workshop

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
)

// ErrOptions is wrapped by the errors for settings that are invalid or differ
// from those of the work folder; ErrData by those for unreadable games.
var (
	ErrOptions = reason.New("options")
	ErrData    = reason.New("unusable data")
)

// MaxFile bounds the files of weights and of games that are read, in bytes.
const MaxFile = 64 << 20

// Trainer computes the weights of a game's evaluation from games.
type Trainer interface {
	// Settings are the numbers that configure it.
	Settings() []Setting
	// Train trains, continuing the work in the work folder. If ctx is done it returns its error.
	Train(ctx context.Context, t Training) (*Model, error)
}

// Setting is a number that configures a trainer.
type Setting struct {
	Name, Usage string // of the flag, with its help
	Default     int    // value without the flag
	// Low and High are the range. If both are zero, Train checks the range.
	Low, High int
	// Step divides the value. Zero means 1.
	Step int
}

// Check rejects a value out of range, or no multiple of the step.
func (s *Setting) Check(value int) error {
	if s.Step > 0 && value%s.Step != 0 {
		return reason.Errorf("%d, want a multiple of %d", value, s.Step)
	}
	if (s.Low != 0 || s.High != 0) && (value < s.Low || value > s.High) {
		return reason.Errorf("%d, want %d to %d", value, s.Low, s.High)
	}
	return nil
}

// Training says what to train on, and how.
type Training struct {
	// Work is a folder for finished parts. Games is a folder of recorded games; empty means none.
	// From is a file of initial weights; empty means none.
	Work, Games, From string
	// Settings are values by name. Missing ones have their defaults.
	Settings map[string]int
	// Seed determines all random choices.
	Seed uint64
	// Version is the program's version, recorded with the weights.
	Version string
	// Progress receives the progress, on one goroutine at a time. Nil means never.
	Progress func(Progress)
	// LeaveOut is called for each recorded game that cannot be read. If it is
	// nil, Train fails at the first such game.
	LeaveOut func(file string, why *record.Fault)
	// Send plays games and labels positions elsewhere, with bit-identical weights. Nil means that
	// this happens here. A Trainer that does not implement Tasks rejects any Send.
	Send Send
}

// Progress is the progress of a training.
type Progress struct {
	// Pass of Passes is in progress, in the given Stage.
	Pass, Passes int
	Stage        string // what is being done
	// Done and Total are counts in the stage; Total is 0 if there is nothing to count.
	Done, Total int
	// Phase is a phase that was just finished, or nil.
	Phase *Phase
}

// Phase is a part of the game, with the results of fitting its weights.
type Phase struct {
	Counted   Counted // unit of Range
	Range     [2]int  // least and greatest count
	Positions int     // fitted and held out
	Labels    string  // of the positions fitted
	// Fitted and HeldOut are the errors on the fitted and the held-out positions, and Mean is the
	// mean absolute error on the latter. With counts of empty squares they are root mean squares in
	// the unit of values; with counts of pieces, cross-entropies of results from 0 to 1.
	Fitted, HeldOut, Mean float64
}

// Counted is the count that determines the phase of a position.
type Counted uint8

// The counts.
const (
	EmptySquares Counted = iota
	Pieces
)

// Model is the result of a training.
type Model struct {
	// Name is the usual name of the file of weights.
	Name string
	// Files are the weights, first, and the files that belong to them.
	Files []File
	// Manifest describes the weights as a JSON document; Bytes and SHA256 describe the file.
	Manifest any
	Bytes    int    // size of the weights
	SHA256   string // of the weights, in hexadecimal digits
	// Phases are the phases of the last pass.
	Phases []Phase
}

// File is a file with its extension.
type File struct {
	Extension string // added to the name of the weights file
	Data      []byte // whole
}

// ErrUnwritten is wrapped by the errors of a book that could not be written,
// for example on a full disk. The file is unchanged.
var ErrUnwritten = reason.New("the book could not be written")

// ErrForeign is wrapped by the errors for files that are not books.
var ErrForeign = reason.New("not a book, or damaged")

// ErrOther is wrapped by the errors for books of other games, or other boards.
var ErrOther = reason.New("for another game or board")

// ErrPacked is wrapped by the errors for changes to a packed book.
var ErrPacked = reason.New("nothing can be added to a packed book: import it into another")

// BuiltIn names the program's built-in book of a game, instead of a file. Where the game is not
// given, it is the book of the first game that has one; "built-in:checkers" is that of checkers.
const BuiltIn = "built-in"

// Books creates and opens opening books of a game and of its other sizes.
type Books interface {
	// Create creates an empty book for the named game at path. It fails if the file exists.
	Create(path, game string) (Book, error)
	// Open opens a book for reading or, if write is set, for changes. The file determines the game.
	// The error wraps ErrOther if the book is for another game, and ErrForeign if the file is not a
	// book. BuiltIn is the path of the built-in book.
	Open(path string, write bool) (Book, error)
	// The parts of its tasks are positions to search.
	Tasks
}

// MoveCounts is offered by games whose books count the moves of recorded games. It
// returns a counter without games.
type MoveCounts func() MoveCounter

// MoveCounter counts the moves of games for a book.
type MoveCounter interface {
	// Add counts the first moves of a game, at most plies. It fails if the book
	// cannot use the game.
	Add(r *engine.Record, plies int) error
	// Write writes the book, of the moves that were played in at least least
	// games, and returns the number of its positions.
	Write(w io.Writer, least int) (positions int, err error)
}

// OpenBook opens the book at path for whichever of the games it belongs to. If
// it belongs to none, OpenBook returns the error of the first game with books.
func OpenBook(games []*engine.Game, path string, write bool) (Book, error) {
	var first error
	for _, g := range games {
		books, ok := engine.Offered[Books](g)
		if !ok {
			continue
		}
		b, err := books.Open(path, write)
		if !errors.Is(err, ErrForeign) && !errors.Is(err, ErrOther) {
			return b, err
		}
		first = cmp.Or(first, err)
	}
	return nil, cmp.Or(first, reason.New("no game has books"))
}

// Book is an opening book that may grow. It is for one goroutine at a time.
type Book interface {
	// Game returns the game of the book, with its size.
	Game() *engine.Game
	// Len returns the number of positions.
	Len() int
	// Find returns the book's entry for p. ok is false if p is not in the book.
	Find(p *engine.Position) (e Entry, ok bool)
	// Entries iterates over the book in an unspecified order.
	Entries() iter.Seq[Entry]
	Stats() Stats
	// Export writes the book as text, which Import reads.
	Export(w io.Writer) error
	// Pack writes the book, with final values, in a much smaller form that can
	// be opened but not extended.
	Pack(w io.Writer) error
	// Import adds the positions written by Export or Pack and returns their number. It passes lines
	// of text that it cannot read to leaveOut; if leaveOut is nil, or if it can read no line, the
	// first of them is the error. If there is an error nothing was added.
	Import(r io.Reader, leaveOut func(*record.Fault)) (n int, err error)
	// Builder returns a builder that extends the book.
	Builder(Building) Builder
	// Prune drops the positions that cannot be reached from p by moves that
	// lose at most loss each. It returns their number.
	Prune(p *engine.Position, loss int) (dropped int, err error)
	// Settle propagates values through the book after interrupted work.
	Settle() error
	Close() error
}

// Building says how to extend a book.
type Building struct {
	// Engine configures the engine for searches.
	Engine engine.Options
	// Request limits the search of a position.
	Request engine.Request
	// Most is the number of positions to add. Zero means no limit.
	Most int
	// Progress is called after each added position. Nil means never.
	Progress func(added int, position string)
	// Send runs searches elsewhere, each with an empty table. Nil means that
	// they run here, by an engine that keeps its table.
	Send Send
}

// Builder extends a book. Its methods return nil when the requested number of
// positions has been added, and an error when ctx is done.
type Builder interface {
	// Learn adds the positions of a game.
	Learn(ctx context.Context, game []*engine.Position) error
	// Extend adds positions, those reached at the lowest cost from p first.
	Extend(ctx context.Context, p *engine.Position) error
	// Deviate adds all moves that lose at most relative, compared with the best move of their
	// position and in total on the way, and whose value differs from that of p by at most absolute.
	Deviate(ctx context.Context, p *engine.Position, relative, absolute int) error
	// Added returns the number of positions added so far.
	Added() int
}

// Entry is a book's data about a position. Values are for the side to move, in the unit of the
// engine: in discs, or in hundredths of a man. Confidence is 0 if searches do not measure it.
type Entry struct {
	Position   string `json:"position"`   // folded by symmetry
	Value      int    `json:"value"`      // for the side to move
	Depth      int    `json:"depth"`      // plies searched
	Confidence int    `json:"confidence"` // percent
	// Links are the moves to positions that are also in the book. Leaf is the
	// best other move, nil if there is none.
	Links []Edge `json:"links"`
	Leaf  *Edge  `json:"leaf,omitempty"`
}

// Edge is a move with its value.
type Edge struct {
	Move  string `json:"move"`  // in the notation of the game
	Value int    `json:"value"` // after the move, for the side that moves
}

// Stats are statistics of a book.
type Stats struct {
	Positions, Links, Leaves int
	Solved                   int // searched to the end of the game
	// ByPieces and ByDepth count positions by the number of pieces on the
	// board and by the depth of their search.
	ByPieces, ByDepth []int
}
