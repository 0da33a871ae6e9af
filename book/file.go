package book

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/boltfile"
	"github.com/plywood-go/plywood/internal/reason"
)

// schema is the name and version of the file format.
const schema = "ply.book/1"

// header is the first record of a file.
type header struct {
	Schema string `json:"schema"`
	head
	Entries int `json:"entries"`
}

// Create creates an empty book at path. If the file exists, it fails with an error that wraps
// fs.ErrExist. It writes the book to a temporary file first, so a file at path is always complete.
func Create[P any, M comparable](path string, k Kind[P, M]) (*Book[P, M], error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	beside := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"-"+rand.Text())
	f, err := os.OpenFile(beside, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	defer os.Remove(beside)
	if err := f.Close(); err != nil {
		return nil, err
	}
	if err := writeEmpty(beside, k); err != nil {
		return nil, reason.Errorf("book %s: %w: %w", path, workshop.ErrUnwritten, err)
	}
	if err := name(beside, path); err != nil {
		return nil, err
	}
	return Open(path, true, k)
}

// name moves a complete file to path, which must not exist. On systems without hard links another
// program might create path between the check and the rename.
func name(from, path string) error {
	err := os.Link(from, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	return os.Rename(from, path)
}

// Open reads the book at path, packed or not, of one of the given kinds. The path
// [workshop.BuiltIn] means the built-in book of the first kind; if a colon and a name
// follow it, of the kind with that name. Any number of programs may read a book at once,
// or one may write it. Errors wrap [workshop.ErrForeign] for a damaged file, [reason.ErrNewer] for a
// later format, [workshop.ErrOther] for a book of another game, and [workshop.ErrPacked] if write is
// set for a packed book. A file that fails to open stays unchanged.
func Open[P any, M comparable](path string, write bool, kinds ...Kind[P, M]) (*Book[P, M], error) {
	if path == workshop.BuiltIn || strings.HasPrefix(path, workshop.BuiltIn+":") {
		return openBuiltIn(path, write, kinds)
	}
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if info.Size() == 0 || info.IsDir() {
		return nil, reason.Errorf("book %s: %w", path, workshop.ErrForeign)
	}
	if data, err := readPacked(path); err != nil {
		return nil, err
	} else if data != nil {
		return openPacked(path, data, write, kinds)
	}
	var b *Book[P, M]
	err := boltfile.Guarded(func() (err error) {
		b, err = load(path, write, kinds)
		return err
	})
	switch {
	case errors.Is(err, errTimeout):
		return nil, reason.Errorf("book %s: another program has it open", path)
	case errors.Is(err, os.ErrPermission):
		return nil, err
	}
	return b, refused(path, err)
}

// refused returns the error of opening the book at path, if err is not nil.
func refused(path string, err error) error {
	switch {
	case errors.Is(err, workshop.ErrOther), errors.Is(err, reason.ErrNewer):
		return reason.Errorf("book %s: %w", path, err)
	case err != nil:
		return reason.Errorf("book %s: %w: %w", path, workshop.ErrForeign, err)
	}
	return nil
}

// kindOf returns the kind that a file's head describes.
func kindOf[P any, M comparable](kinds []Kind[P, M], h head) (Kind[P, M], error) {
	for _, k := range kinds {
		if headOf(k) == h {
			return k, nil
		}
	}
	return nil, reason.Errorf("%w: %q, want %q", workshop.ErrOther, h.name(), kinds[0].Name())
}

// Close closes the file, if there is one.
func (b *Book[P, M]) Close() error {
	if b.db == nil {
		return nil
	}
	return b.db.Close()
}

// Kind describes a game to its books: P is the type of positions, M of moves. The
// canonical positions that books hold form a graph without cycles, so that values can be
// propagated through it.
type Kind[P any, M comparable] interface {
	engine.Playable[P, M]

	// Name returns the name of the game. Size returns the board size if book
	// files identify the game by it, and otherwise 0.
	Name() string
	Size() int
	// Game returns the game in terms of text, with its books.
	Game() *engine.Game
	// Searcher returns an engine that evaluates positions.
	Searcher(o engine.Options) engine.Searcher[P, M]
	// BuiltIn returns the packed book built into the program, or nil.
	BuiltIn() []byte

	// Holds reports whether books may contain p. If they may not, no move from p leads to
	// a position that they may contain.
	Holds(p *P) bool
	// Canonical returns the smallest image of p and the number of the symmetry that maps p to it.
	// Image returns the image of a move of p under that symmetry.
	Canonical(p *P) (q P, symmetry int)
	Image(p *P, m M, symmetry int) M
	// Key returns the key of a canonical position, never the zero key. At returns the
	// position of a key; ok is false if there is none.
	Key(q *P) Key
	At(k Key) (q P, ok bool)
	// Code returns the number of a move of p, from 0 to 254, which must not change between versions
	// of the program. Decode returns the move with that number.
	Code(p *P, m M) byte
	Decode(p *P, code byte) (m M, ok bool)
	// Rank increases with every move between positions that books may contain,
	// except that a pass may leave it unchanged.
	Rank(p *P) int
	// Pieces returns the number of pieces on the board.
	Pieces(p *P) int

	// Value converts a score to the unit of book values. Most is the largest absolute value. Step
	// is a small loss in this unit: a disc, a tenth of a man.
	Value(v game.Score) int
	Most() int
	Step() int
	// Solved reports whether a search of p with the given depth in plies and
	// confidence in percent saw the end of the game.
	Solved(p *P, depth, confidence int) bool
}

// Key identifies a position. In Othello it holds the discs of the side to move and the
// opponent's discs.
type Key [2]uint64

func (k Key) bytes() []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, k[0]), k[1])
}

// keyOf is the inverse of bytes.
func keyOf(data []byte) Key {
	return Key{binary.BigEndian.Uint64(data), binary.BigEndian.Uint64(data[8:])}
}

// key returns the key of the canonical image of p, or the zero key if books may not contain p.
func (b *Book[P, M]) key(p *P) Key {
	if !b.kind.Holds(p) {
		return Key{}
	}
	q, _ := b.kind.Canonical(p)
	return b.kind.Key(&q)
}

// over reports whether the game is over at p.
func (b *Book[P, M]) over(p *P) bool {
	_, status := b.kind.Moves(p, nil)
	return status.Over()
}

// head identifies the game in files, by the board size or by name.
type head struct {
	Size int    `json:"size,omitempty"`
	Game string `json:"game,omitempty"`
}

// String returns the word that identifies the game in a line of text, such as "8" or "checkers".
func (h head) String() string {
	if h.Size != 0 {
		return strconv.Itoa(h.Size)
	}
	return h.Game
}

// name returns the name of the game or board for messages, such as "checkers" or "8×8".
func (h head) name() string {
	if h.Size != 0 {
		return fmt.Sprintf("%d×%[1]d", h.Size)
	}
	return h.Game
}

// parseHead is the inverse of String.
func parseHead(word string) head {
	if n, err := strconv.Atoi(word); err == nil {
		return head{Size: n}
	}
	return head{Game: word}
}

func headOf[P any, M comparable](k Kind[P, M]) head {
	if k.Size() != 0 {
		return head{Size: k.Size()}
	}
	return head{Game: k.Name()}
}

// Offer lets a game open and build books of its own kind and of related kinds. kin may
// repeat the own kind. All but packed books need a file system that can map files into memory.
func Offer[P any, M comparable](own Kind[P, M], kin []Kind[P, M], spec *engine.Spec[P, M]) {
	kinds := []Kind[P, M]{own}
	for _, k := range kin {
		if k.Name() != own.Name() {
			kinds = append(kinds, k)
		}
	}
	spec.Offers = append(spec.Offers, workshop.Books(shelf[P, M]{kinds}))
	spec.OpenBook = func(path string) (engine.BookOf[P, M], error) { return Open(path, false, own) }
}
