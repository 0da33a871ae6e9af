package workshop

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/plywood-go/plywood/engine"
)

// ErrUnwritten is wrapped by the errors of a book that could not be written, as
// on a full disk. The file is as it was.
var ErrUnwritten = errors.New("the book could not be written")

// ErrForeign is wrapped by the errors for files that are no book of the game.
var ErrForeign = errors.New("not a book, or damaged")

// ErrOther is wrapped by the errors for books of other games, or other boards.
var ErrOther = errors.New("for another game or board")

// ErrPacked is wrapped by the errors for what would change a packed book.
var ErrPacked = errors.New("nothing can be added to a packed book: import it into another")

// BuiltIn names the book that the program has of a game, in place of a file.
const BuiltIn = "built-in"

// Books make opening books of a game and of its kin, such as other sizes of its board.
type Books interface {
	// Create makes the file of an empty book, which must not exist, of the game of a
	// name.
	Create(path, game string) (Book, error)
	// Open opens a file to read or, if write is set, to change it. The file
	// says which of the games it is for; one for none of them gives an error that wraps
	// ErrOther. BuiltIn is the book that the program has. What is
	// no book gives an error that wraps ErrForeign.
	Open(path string, write bool) (Book, error)
	// What is sent is a position, to be searched.
	Errands
}

// OpenBook opens the book in a file, whichever of the games it is for. A file
// that is for none gives the error of the first game that offers books.
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
		if first == nil {
			first = err
		}
	}
	if first == nil {
		first = errors.New("no game has books")
	}
	return nil, first
}

// Book is an opening book that may grow. One goroutine uses it at a time.
type Book interface {
	// Game is the one that the book is for, with its size.
	Game() *engine.Game
	// Len returns the number of positions.
	Len() int
	// Find returns what the book holds of p; ok is false if it does not hold p.
	Find(p *engine.Position) (e Entry, ok bool)
	// Entries goes through the book in an order that is its own.
	Entries() iter.Seq[Entry]
	Stats() Stats
	// Export writes the book as text, which Import reads.
	Export(w io.Writer) error
	// Pack writes the book, settled, in a form much smaller that can be opened, but
	// to which nothing can be added.
	Pack(w io.Writer) error
	// Import adds the positions of what Export or Pack wrote. An error names the
	// line of a text, and then nothing was added.
	Import(r io.Reader) error
	// Builder returns what makes the book grow.
	Builder(Building) Builder
	// Prune drops the positions that cannot be reached from p by moves that
	// lose at most loss each. It returns how many it dropped.
	Prune(p *engine.Position, loss int) (dropped int, err error)
	// Settle carries values to where they belong, after work that was cut
	// short.
	Settle() error
	Close() error
}

// Building says how a book is to grow.
type Building struct {
	// Engine configures the engine that searches.
	Engine engine.Options
	// Request says how far a position is to be searched.
	Request engine.Request
	// Most ends the work when so many positions have been added. Zero means no
	// limit.
	Most int
	// Progress is called after each position that was added. Nil means never.
	Progress func(added int, position string)
	// Send has positions searched elsewhere, each with an empty table. Nil means that
	// they are searched here, by an engine that keeps what it has learned.
	Send Send
}

// Builder makes a book grow. Its work ends without an error when as many
// positions as asked for have been added, and with an error when ctx is done.
type Builder interface {
	// Learn adds the positions of a game.
	Learn(ctx context.Context, game []*engine.Position) error
	// Extend adds positions, the cheapest to reach from p first.
	Extend(ctx context.Context, p *engine.Position) error
	// Deviate adds all moves that lose at most relative, against the best of
	// their position and on the way, and whose value differs from that of p by
	// at most absolute.
	Deviate(ctx context.Context, p *engine.Position, relative, absolute int) error
	// Added returns the number of positions added so far.
	Added() int
}

// Entry is what a book holds of a position. Values are those of the side to
// move, as its engine tells scores: in discs, or in hundredths of a man. Confidence is
// 0 where searches tell none.
type Entry struct {
	Position   string `json:"position"`
	Value      int    `json:"value"`
	Depth      int    `json:"depth"`
	Confidence int    `json:"confidence"` // percent
	// Links are the moves whose positions the book holds too. Leaf is the best
	// other move, nil if there is none.
	Links []Edge `json:"links"`
	Leaf  *Edge  `json:"leaf,omitempty"`
}

// Edge is a move with its value.
type Edge struct {
	Move  string `json:"move"`
	Value int    `json:"value"`
}

// Stats are figures of a book.
type Stats struct {
	Positions, Links, Leaves int
	Solved                   int // searched to the end of the game
	// ByPieces and ByDepth count positions by the pieces on their board and by the
	// depth of their search.
	ByPieces, ByDepth []int
}
