// Package polyglot reads and builds opening books in the format of PolyGlot (F. Letouzey), which
// most chess programs can use.
//
// A book is a list of entries of 16 bytes, sorted by the key of the position: key, move, weight
// and 4 unused bytes, most significant byte first. A weight is how often a move did well; it is
// no value.
package polyglot

import (
	"cmp"
	"encoding/binary"
	"io"
	"math/bits"
	"os"
	"slices"
	"sort"
	"sync"

	polyglot "github.com/corentings/chess/v2"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// The format's random numbers begin with those of the pieces. Other facts follow.
const (
	castling  = 768 // White's short and long castling, then Black's
	enPassant = 772 // by the file
	whiteMove = 780
	numbers   = 781
)

// randoms are the numbers of the format. They come from a library, because they are a part of
// another program.
var randoms = sync.OnceValue(func() (list [numbers]uint64) {
	for i := range list {
		list[i] = binary.BigEndian.Uint64(polyglot.GetPolyglotHashBytes(i))
	}
	return list
})

// pieces are the pieces in the order of the format: for each, first Black's, then White's.
var pieces = [6]chess.Piece{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen, chess.King}

// Key returns the format's key of a position of orthodox chess. It counts an en-passant square
// only if the capture is legal; the format counts it, too, where the pawn is pinned.
func Key(s *chess.Position) (key uint64) {
	table := randoms()
	for kind, p := range pieces {
		for side := range 2 {
			for set := s.Pieces(p) & s.Side(chess.Side(side)); set != 0; set &= set - 1 {
				key ^= table[64*(2*kind+1-side)+bits.TrailingZeros64(set)]
			}
		}
	}
	for i, rook := range [4]uint64{1 << 7, 1 << 0, 1 << 63, 1 << 56} { // h1, a1, h8, a8
		if s.Castling()&rook != 0 {
			key ^= table[castling+i]
		}
	}
	if sq, ok := s.EnPassant(); ok {
		key ^= table[enPassant+int(sq&7)]
	}
	if s.Turn() == chess.White {
		key ^= table[whiteMove]
	}
	return key
}

// code encodes a move as the format does: its squares and the promotion.
func code(m chess.Move) uint16 {
	return uint16(m.To()) | uint16(m.From())<<6 | uint16(slices.Index(promotions[:], m.Promotion()))<<12
}

var promotions = [5]chess.Piece{chess.NoPiece, chess.Knight, chess.Bishop, chess.Rook, chess.Queen}

const entryBytes = 16

// Book is an open book. It stays on the disk.
type Book struct {
	file *os.File
	n    int // entries
}

// Open opens the book at path. It fails if the file is not a list of entries, of which it looks
// at the first.
func Open(path string) (*Book, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, err
	}
	b := &Book{file, int(info.Size() / entryBytes)}
	if info.Size() == 0 || info.Size()%entryBytes != 0 || !b.ordered(min(b.n, 100)) {
		file.Close()
		return nil, reason.Errorf("%s: not a PolyGlot book: want entries of %d bytes, sorted by key", path, entryBytes)
	}
	return b, nil
}

// ordered reports whether the first n entries are sorted by key.
func (b *Book) ordered(n int) bool {
	before := uint64(0)
	for i := range n {
		key, _, _ := b.entry(i)
		if key < before {
			return false
		}
		before = key
	}
	return true
}

// Close closes the book.
func (b *Book) Close() error { return b.file.Close() }

// entry returns an entry; a zero one if it cannot be read.
func (b *Book) entry(i int) (key uint64, move, weight uint16) {
	var data [entryBytes]byte
	if _, err := b.file.ReadAt(data[:], int64(i)*entryBytes); err != nil {
		return 0, 0, 0
	}
	return binary.BigEndian.Uint64(data[:]), binary.BigEndian.Uint16(data[8:]), binary.BigEndian.Uint16(data[10:])
}

// Probe returns the book's moves in s, the one with the greatest weight first, as lines without a
// value; ok is false if it has none. Moves that are not legal, or have no weight, are left out.
func (b *Book) Probe(s *chess.Position) (r search.Result[chess.Move], ok bool) {
	key := Key(s)
	legal, _ := chess.Rules{}.Moves(s, nil)
	weights := map[chess.Move]uint16{}
	first := sort.Search(b.n, func(i int) bool { k, _, _ := b.entry(i); return k >= key })
	for i := first; i < b.n; i++ {
		k, move, weight := b.entry(i)
		if k != key {
			break
		}
		if at := slices.IndexFunc(legal, func(m chess.Move) bool { return code(m) == move }); at >= 0 && weight > 0 {
			weights[legal[at]] = max(weight, weights[legal[at]])
		}
	}
	for _, m := range legal {
		if weights[m] > 0 {
			r.Lines = append(r.Lines, search.Line[chess.Move]{PV: []chess.Move{m}})
		}
	}
	slices.SortStableFunc(r.Lines, func(x, y search.Line[chess.Move]) int {
		return cmp.Compare(weights[y.PV[0]], weights[x.PV[0]])
	})
	r.Threads, r.Stopped = 1, search.DepthLimit
	return r, len(r.Lines) > 0
}

// Counter counts how often moves were played, and how they did, to make a book.
type Counter struct {
	counts map[counted]*count
}

type counted struct {
	key  uint64
	move uint16
}

type count struct{ games, points int }

// Add counts a move played in s. points is what its side scored in that game, in half points:
// 2 for a win, 1 for a draw.
func (c *Counter) Add(s *chess.Position, m chess.Move, points int) {
	if c.counts == nil {
		c.counts = map[counted]*count{}
	}
	at := counted{Key(s), code(m)}
	if c.counts[at] == nil {
		c.counts[at] = new(count)
	}
	c.counts[at].games++
	c.counts[at].points += points
}

// Write writes a book of the moves that were played in at least least games and won a point. A
// weight is the number of half points, in proportion where that is too large. Write returns the
// number of positions.
func (c *Counter) Write(w io.Writer, least int) (positions int, err error) {
	most := map[uint64]int{}
	var kept []counted
	for at, n := range c.counts {
		if n.games >= least && n.points > 0 {
			kept = append(kept, at)
			most[at.key] = max(most[at.key], n.points)
		}
	}
	slices.SortFunc(kept, func(x, y counted) int {
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(c.counts[y].points, c.counts[x].points), cmp.Compare(x.move, y.move))
	})
	for _, at := range kept {
		const limit = 1<<16 - 1
		weight := c.counts[at].points
		if scale := most[at.key]; scale > limit {
			weight = max(1, weight*limit/scale)
		}
		var data [entryBytes]byte
		binary.BigEndian.PutUint64(data[:], at.key)
		binary.BigEndian.PutUint16(data[8:], at.move)
		binary.BigEndian.PutUint16(data[10:], uint16(weight))
		if _, err := w.Write(data[:]); err != nil {
			return 0, err
		}
	}
	return len(most), nil
}

// Offer adds PolyGlot books to chess: it opens them, and makes them from records.
func Offer(spec *engine.Spec[chess.Position, chess.Move]) {
	spec.OpenBook = func(path string) (engine.BookOf[chess.Position, chess.Move], error) { return Open(path) }
	spec.Offers = append(spec.Offers, workshop.MoveCounts(func() workshop.MoveCounter { return &recordCounter{} }))
}

// recordCounter counts the moves of records.
type recordCounter struct{ Counter }

// Add implements workshop.MoveCounter.
func (c *recordCounter) Add(r *engine.Record, plies int) error {
	var points [2]int // half points of White and Black
	switch r.Result {
	case "1-0":
		points[chess.White] = 2
	case "0-1":
		points[chess.Black] = 2
	case "1/2-1/2":
		points = [2]int{1, 1}
	default:
		return reason.Errorf("the game has no result")
	}
	var rules chess.Rules
	s, err := rules.ParsePosition(r.Start.String())
	if err != nil {
		return err
	}
	for _, text := range r.Moves[:min(plies, len(r.Moves))] {
		m, err := rules.ParseMove(&s, text)
		if err != nil {
			return err
		}
		c.Counter.Add(&s, m, points[s.Turn()])
		rules.Play(&s, &s, m)
	}
	return nil
}
