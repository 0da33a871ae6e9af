package book

import (
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
)

// Kind is a game as its books see it: positions of type P and moves of type M. The
// positions of a book, each by its smallest image, form a graph without cycles, so that
// values can be carried through it.
type Kind[P any, M comparable] interface {
	engine.Playable[P, M]

	// Name is that of the game, and Size that of its board where files tell it instead
	// of the name, and else 0.
	Name() string
	Size() int
	// Game returns the game as text, with its books.
	Game() *engine.Game
	// Searcher returns an engine that values positions.
	Searcher(o engine.Options) engine.Searcher[P, M]
	// BuiltIn is the packed book that the program has of the game, nil if it has none.
	BuiltIn() []byte

	// Holds reports whether books have positions like p. No move from one that they do
	// not have leads back to one that they have.
	Holds(p *P) bool
	// Canonical returns the smallest image of p and the number of the symmetry that
	// makes it, and Image the move of that image that m is in p.
	Canonical(p *P) (q P, symmetry int)
	Image(p *P, m M, symmetry int) M
	// Key names a smallest image that books hold, never by the zero key, and At returns
	// it; ok is false if there is no such position.
	Key(q *P) Key
	At(k Key) (q P, ok bool)
	// Code numbers the moves of a position from 0 to 254, the same in all versions of
	// the program, and Decode finds them.
	Code(p *P, m M) byte
	Decode(p *P, code byte) (m M, ok bool)
	// Rank grows with every move from a position that books hold to another. Moves that
	// only pass may leave it as it is.
	Rank(p *P) int
	// Pieces is the number of pieces on the board.
	Pieces(p *P) int

	// Value returns a score in the unit of the book's values, none beyond Most on either
	// side, and Step how many of them players take for a small loss: a disc, a tenth of a
	// man.
	Value(v game.Score) int
	Most() int
	Step() int
	// Solved reports whether a search of p to so many plies with so much confidence in
	// percent saw the end of the game.
	Solved(p *P, depth, confidence int) bool
}

// Key names a position: in Othello by the discs of the side to move and of the other.
type Key [2]uint64

func (k Key) bytes() []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, k[0]), k[1])
}

// keyOf is the inverse of bytes.
func keyOf(data []byte) Key {
	return Key{binary.BigEndian.Uint64(data), binary.BigEndian.Uint64(data[8:])}
}

// key returns the key of the smallest image of p, or the zero key if books do not hold
// it.
func (b *Book[P, M]) key(p *P) Key {
	if !b.kind.Holds(p) {
		return Key{}
	}
	q, _ := b.kind.Canonical(p)
	return b.kind.Key(&q)
}

// over reports whether no move leads on from p.
func (b *Book[P, M]) over(p *P) bool {
	_, status := b.kind.Moves(p, nil)
	return status.Over()
}

// head is what files say of the game: the size of its board, or its name.
type head struct {
	Size int    `json:"size,omitempty"`
	Game string `json:"game,omitempty"`
}

// String returns the word for the game in a line of text: "8", "checkers".
func (h head) String() string {
	if h.Size != 0 {
		return strconv.Itoa(h.Size)
	}
	return h.Game
}

// name tells people of the game or of its board: "checkers", "8×8".
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
