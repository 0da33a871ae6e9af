package endgame

import (
	"cmp"
	"errors"
	"io/fs"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/draughts"
)

// Tables are the databases of a game. They are safe for concurrent use.
type Tables struct {
	rules  draughts.Rules
	pieces int
	// files maps the key of a material to its files.
	files [keys]struct {
		of [kinds]*file
		at int // index in the pair
	}
	cache cache
}

// Open opens the databases of a game in a directory, up to the largest number of pieces for which
// all are present. It verifies every file's checksum: for a damaged file the error names it and
// wraps ErrDamaged. Missing files are not an error.
//
// The compressed files are memory-mapped, so that processes share them;
// unpacked blocks are cached, up to cacheBytes. Zero means 64 MiB. If a file is
// overwritten in place later, its changed blocks are ignored.
func Open(dir string, r draughts.Rules, cacheBytes int) (*Tables, error) {
	return gather(r, cacheBytes, func(m Material, k kind) (*file, error) { return readFile(dir, r, m, k) })
}

// read returns the file of a pair. The error wraps fs.ErrNotExist for a missing file.
type read func(m Material, k kind) (*file, error)

// gather returns databases from the files that read returns.
func gather(r draughts.Rules, cacheBytes int, read read) (*Tables, error) {
	cacheBytes = cmp.Or(cacheBytes, 64<<20)
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

// add reads the files of a pair. It returns whether the outcomes are present;
// the values are optional.
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

// Pieces returns the largest number of pieces for which every position is known, 1 if none is.
func (t *Tables) Pieces() int { return t.pieces }

// Stats returns the statistics of the files in use.
func (t *Tables) Stats() (s workshop.EndgameStats) {
	s.Pieces = t.pieces
	for _, f := range t.all() {
		if f.kind == values {
			s.Distances += int64(len(f.data))
			continue
		}
		s.Outcomes += int64(len(f.data))
		for _, n := range f.pair {
			s.Positions += n.size
		}
	}
	return s
}

// all iterates over the files in use, with the material of each.
func (t *Tables) all() iter.Seq2[Material, *file] {
	return func(yield func(Material, *file) bool) {
		for pieces := 2; pieces <= t.pieces; pieces++ {
			for _, m := range Pairs(pieces) {
				for _, f := range t.files[m.key()].of {
					if f != nil && !yield(m, f) {
						return
					}
				}
			}
		}
	}
}

// Longest returns the longest win with the given number of pieces and a
// position that has it. It returns 0 if no distances are stored.
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

// Value returns the value of s with its distance. ok is false if the databases do not include s.
func (t *Tables) Value(s *draughts.Position) (v Value, ok bool) {
	if s.Own == 0 {
		return 1, true
	}
	data, at := t.find(s, values)
	if data == nil {
		return 0, false
	}
	return Value(data[at]), true
}

// Outcome returns 1 if the side to move wins at s, -1 if it loses and 0 for a
// draw. It also works without stored distances.
func (t *Tables) Outcome(s *draughts.Position) (outcome int, ok bool) {
	if s.Own == 0 {
		return -1, true
	}
	data, at := t.find(s, outcomes)
	if data == nil {
		return 0, false
	}
	return [4]int{0, 1, -1, 0}[data[at/4]>>(at%4*2)&3], true
}

// find returns the block that contains s and the place in it. The block is nil if no file
// has it or if the file is damaged.
func (t *Tables) find(s *draughts.Position, k kind) (block []byte, at int) {
	m := MaterialOf(s)
	if s.Opp == 0 || m.Pieces() > t.pieces {
		return nil, 0
	}
	e := &t.files[m.key()]
	f := e.of[k]
	if f == nil {
		return nil, 0
	}
	if s.Turn != 0 {
		turned := t.rules.Turned(s)
		s = &turned
	}
	number := f.pair[e.at].of(s.Own, s.Opp, s.Kings)
	return t.cache.block(f, f.first[e.at]+number/blockSize), number % blockSize
}

// cell holds an unpacked block, or nil.
type cell = atomic.Pointer[[]byte]

// cache keeps unpacked blocks up to a limit and evicts the oldest first.
type cache struct {
	limit int // in bytes

	mu    sync.Mutex
	bytes int
	queue []cached // oldest first
}

type cached struct {
	*cell
	bytes int
}

// block returns an unpacked block, or nil on failure.
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
