package endgame

import (
	"errors"
	"io/fs"
	"sync"
	"sync/atomic"

	"github.com/plywood-go/plywood/games/draughts"
)

// Tables are the databases of a game, to look positions up. Many goroutines may use
// them at once.
type Tables struct {
	rules  draughts.Rules
	pieces int
	// files hold the slice of a material, by its key.
	files [keys]struct {
		of [kinds]*file
		at int // which of the pair
	}
	cache cache
}

// Open reads the databases of a game in a folder, up to the greatest number of pieces
// of which all are there. It holds all of every file to its checksum: one that is
// damaged gives an error that names it and wraps ErrDamaged. What is missing gives
// none.
//
// The files are mapped to memory as they are, compressed, so that all programs share one
// copy; what is looked up is kept unpacked, up to so many bytes. Zero means 64 MiB. A
// file that is written to afterwards, and not put in the place of the other, is no longer
// looked up where it differs.
func Open(dir string, r draughts.Rules, cacheBytes int) (*Tables, error) {
	return gather(r, cacheBytes, func(m Material, k kind) (*file, error) { return readFile(dir, r, m, k) })
}

// read returns the file of a pair. The error wraps fs.ErrNotExist where there is none.
type read func(m Material, k kind) (*file, error)

// gather returns the databases of the files that it reads.
func gather(r draughts.Rules, cacheBytes int, read read) (*Tables, error) {
	if cacheBytes == 0 {
		cacheBytes = 64 << 20
	}
	t := &Tables{rules: r, pieces: 1, cache: cache{limit: cacheBytes}}
	for pieces := 2; pieces <= MostPieces; pieces++ {
		for _, m := range Pairs(pieces) {
			there, err := t.add(m, read)
			if err != nil {
				return nil, err
			}
			if !there {
				return t, nil
			}
		}
		t.pieces = pieces
	}
	return t, nil
}

// add reads the files of a pair. It reports whether that of the outcomes is there, for
// which there need be no other.
func (t *Tables) add(m Material, read read) (there bool, err error) {
	for k := range kinds {
		f, err := read(m, k)
		if errors.Is(err, fs.ErrNotExist) {
			return k > outcomes, nil
		}
		if err != nil {
			return false, err
		}
		for i, n := range f.pair {
			e := &t.files[n.key()]
			e.of[k], e.at = f, i
		}
	}
	return true, nil
}

// Pieces returns the number of pieces up to which every position is known; 1 if none
// is.
func (t *Tables) Pieces() int { return t.pieces }

// Size returns how many positions there are, and the bytes that their outcomes and
// their values take, compressed.
func (t *Tables) Size() (positions int, outcomeBytes, valueBytes int64) {
	var bytes [kinds]int64
	for pieces := 2; pieces <= t.pieces; pieces++ {
		for _, m := range Pairs(pieces) {
			for k, f := range t.files[m.key()].of {
				if f == nil {
					continue
				}
				bytes[k] += int64(len(f.data))
				if kind(k) == outcomes {
					for _, n := range f.pair {
						positions += n.size
					}
				}
			}
		}
	}
	return positions, bytes[outcomes], bytes[values]
}

// Longest returns the win that takes longest among the positions of so many pieces,
// and one of these positions; 0 if there are no databases with distances of them.
func (t *Tables) Longest(pieces int) (longest Value, at draughts.Position, err error) {
	for _, m := range Pairs(pieces) {
		f := t.files[m.key()].of[values]
		if f == nil {
			continue
		}
		pair, err := f.slices()
		if err != nil {
			return 0, at, err
		}
		for _, s := range pair {
			for number, v := range s.values {
				if v := Value(v); v > longest && v.Outcome() > 0 {
					longest, at = v, draughts.Position{}
					at.Own, at.Opp, at.Kings = s.reader().read(number)
				}
			}
		}
	}
	return longest, at, nil
}

// Value returns what s is worth, with the distance. ok is false if s has more pieces
// than there are databases of, or nobody's.
func (t *Tables) Value(s *draughts.Position) (v Value, ok bool) {
	if s.Own == 0 {
		return 1, true
	}
	f, block, at := t.find(s, values)
	if f == nil {
		return 0, false
	}
	data := t.cache.block(f, block)
	if data == nil {
		return 0, false
	}
	return Value(data[at]), true
}

// Outcome returns 1 if the side to move wins at s, -1 if it loses and 0 for a draw.
// It finds what Value does, and more where only the outcomes are there.
func (t *Tables) Outcome(s *draughts.Position) (outcome int, ok bool) {
	if s.Own == 0 {
		return -1, true
	}
	f, block, at := t.find(s, outcomes)
	if f == nil {
		return 0, false
	}
	data := t.cache.block(f, block)
	if data == nil {
		return 0, false
	}
	return [4]int{0, 1, -1, 0}[data[at/4]>>(at%4*2)&3], true
}

// find returns the file where s is, the block and the place in it; nil if there is
// none.
func (t *Tables) find(s *draughts.Position, k kind) (f *file, block, at int) {
	m := MaterialOf(s)
	if s.Opp == 0 || m.Pieces() > t.pieces {
		return nil, 0, 0
	}
	e := &t.files[m.key()]
	if f = e.of[k]; f == nil {
		return nil, 0, 0
	}
	if s.Turn != 0 {
		turned := t.rules.Turned(s)
		s = &turned
	}
	number := f.pair[e.at].of(s.Own, s.Opp, s.Kings)
	return f, f.first[e.at] + number/blockSize, number % blockSize
}

// cell holds a block that is unpacked, or nil.
type cell = atomic.Pointer[[]byte]

// cache keeps blocks unpacked, as many as fit into the limit; the oldest gives way.
type cache struct {
	limit int // in bytes

	mu    sync.Mutex
	bytes int
	queue []cached // the oldest first
}

type cached struct {
	*cell
	bytes int
}

// block returns a block unpacked; nil if that fails.
func (c *cache) block(f *file, i int) []byte {
	if held := f.blocks[i].Load(); held != nil {
		return *held
	}
	data, err := f.unpack(i)
	if err != nil {
		return nil
	}
	c.keep(&f.blocks[i], data)
	return data
}

func (c *cache) keep(at *cell, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !at.CompareAndSwap(nil, &data) {
		return
	}
	c.bytes += len(data)
	c.queue = append(c.queue, cached{at, len(data)})
	for c.bytes > c.limit {
		oldest := c.queue[0]
		c.queue = c.queue[1:]
		c.bytes -= oldest.bytes
		oldest.Store(nil)
	}
}
