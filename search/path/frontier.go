package path

import (
	"container/heap"
	"math/bits"
	"unsafe"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// frontier searches breadth first and keeps only three plies. That is enough if every move can be
// undone: the neighbours of a position are then at its own ply or an adjacent one. The path to the
// goal is recovered by further searches, for the positions half way, a quarter of the way, … (Korf,
// Zhang, Thayer and Hohwald 2005: divide and conquer frontier search).
func (r *run[S, M]) frontier() {
	depth, _, ok := r.pass(&r.start, r.Goal, -1)
	if ok {
		if moves, ok := r.retrace(&r.start, r.Goal, depth); ok {
			r.accept(moves)
		}
	}
}

// layer holds the positions of a ply, each with the number of the position half way on its path.
type layer[S comparable] = pool[S, int32]

// pass searches from a position to the nearest goal and returns its distance.
// If half is not negative, middle is a position of a shortest path at that
// ply. ok is false if there is no goal or the search must end.
func (r *run[S, M]) pass(from *S, goal func(*S) bool, half int) (depth int, middle S, ok bool) {
	var before, now, next, halves layer[S]
	now.put(from, r.Hash(from))
	r.Generated++
	for depth = 0; now.size > 0; depth++ {
		if depth == half {
			halves = now
		}
		for i := range int32(now.size) {
			if s := &now.at(i).state; goal(s) {
				return depth, r.half(&halves, &now, i, depth == half), true
			}
		}
		if half < 0 { // the first pass
			if r.query.Depth > 0 && depth >= r.query.Depth {
				r.Stopped = search.DepthLimit
				return 0, middle, false
			}
			r.raise(depth + 1)
			r.tell()
		}
		next = layer[S]{}
		for i := range int32(now.size) {
			if r.halted() || r.keep(before.bytes()+now.bytes()+next.bytes()+halves.bytes()) {
				return 0, middle, false
			}
			r.spread(&before, &now, &next, i, depth == half)
		}
		before, now = now, next
	}
	if half >= 0 {
		panic(errLost)
	}
	r.exhausted()
	return 0, middle, false
}

// errLost is the panic for a puzzle with a wrong inverse, which does not undo its move.
var errLost = reason.New("path: a path found once is not found again: moves are not taken back by their inverses")

// spread adds the unknown neighbours of position i of now to next.
func (r *run[S, M]) spread(before, now, next *layer[S], i int32, half bool) {
	r.Expanded++
	e := now.at(i)
	via := e.data
	if half {
		via = i
	}
	r.moves, _ = r.Puzzle.Moves(&e.state, r.moves[:0])
	for _, m := range r.moves {
		var to S
		r.Play(&to, &e.state, m)
		r.Generated++
		hash := r.Hash(&to)
		if _, known := before.get(&to, hash); known {
			continue
		}
		if _, known := now.get(&to, hash); known {
			continue
		}
		if k, known := next.put(&to, hash); !known {
			next.at(k).data = via
		}
	}
}

// half returns the position half way on the path to position i of now. If here is true,
// that is position i itself.
func (r *run[S, M]) half(halves, now *layer[S], i int32, here bool) (s S) {
	switch {
	case here:
		return now.at(i).state
	case halves.size > 0:
		return halves.at(now.at(i).data).state
	}
	return s
}

// retrace returns the moves of a shortest path to a goal at the given distance.
func (r *run[S, M]) retrace(from *S, goal func(*S) bool, depth int) (moves []M, ok bool) {
	switch depth {
	case 0:
		return nil, true
	case 1:
		all, _ := r.Puzzle.Moves(from, nil)
		for _, m := range all {
			var to S
			if r.Play(&to, from, m); goal(&to) {
				return []M{m}, true
			}
		}
		panic(errLost)
	}
	_, middle, ok := r.pass(from, goal, depth/2)
	if !ok {
		return nil, false
	}
	moves, ok = r.retrace(from, func(s *S) bool { return *s == middle }, depth/2)
	if !ok {
		return nil, false
	}
	rest, ok := r.retrace(&middle, goal, depth-depth/2)
	return append(moves, rest...), ok
}

// priority orders the waiting positions, lowest first, by its first number and then by its second.
type priority struct{ first, second int }

// bucket holds the numbers of the waiting positions of one priority. Those before head have been
// returned.
type bucket struct {
	priority
	items []int32
	head  int
}

// buckets is a heap of the buckets that are not empty; see container/heap.
type buckets []*bucket

func (h buckets) Len() int      { return len(h) }
func (h buckets) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *buckets) Push(b any)   { *h = append(*h, b.(*bucket)) }

func (h buckets) Less(i, j int) bool {
	return h[i].first < h[j].first || h[i].first == h[j].first && h[i].second < h[j].second
}

func (h *buckets) Pop() any {
	last := len(*h) - 1
	b := (*h)[last]
	*h = (*h)[:last]
	return b
}

// queue returns the number with the lowest priority, and among equals the latest arrival
// or, if fair, the earliest. Many positions share few priorities.
type queue struct {
	heap buckets
	all  map[priority]*bucket
	fair bool
	size int
}

func (q *queue) push(p priority, item int32) {
	b := q.all[p]
	if b == nil {
		b = &bucket{priority: p}
		q.all[p] = b
	}
	b.items = append(b.items, item)
	if len(b.items) == 1 {
		heap.Push(&q.heap, b)
	}
	q.size++
}

// pop removes and returns the first number; ok is false if q is empty.
func (q *queue) pop() (p priority, item int32, ok bool) {
	if q.size == 0 {
		return p, item, false
	}
	b := q.heap[0]
	if q.fair {
		item = b.items[b.head]
		b.head++
	} else {
		item = b.items[len(b.items)-1]
		b.items = b.items[:len(b.items)-1]
	}
	if b.head == len(b.items) {
		b.items, b.head = b.items[:0], 0
		heap.Pop(&q.heap)
	}
	q.size--
	return b.priority, item, true
}

// pool stores each position once and finds it again. A position is identified
// by its number, in order of arrival. The pool is a hash table of numbers
// beside the positions, which lie in chunks so that they are never copied.
type pool[S comparable, D any] struct {
	chunks [][]entry[S, D]
	slots  []slot
	shift  uint // 32 minus the logarithm of the number of slots
	size   int
}

// entry is a position with its data.
type entry[S comparable, D any] struct {
	state S
	data  D
}

// slot is a slot of the hash table. Its tag determines where its probe
// sequence begins, and distinguishes most positions without comparing them.
type slot struct {
	tag  uint32
	node int32 // number + 1; 0 if free
}

const (
	chunkBits = 10
	chunkSize = 1 << chunkBits
	slotBytes = int(unsafe.Sizeof(slot{}))
	maxPool   = 1<<31 - 2
)

// at returns the position with a number. The pointer stays valid.
func (p *pool[S, D]) at(i int32) *entry[S, D] { return &p.chunks[i>>chunkBits][i&(chunkSize-1)] }

// bytes returns the memory of p after one more arrival.
func (p *pool[S, D]) bytes() int {
	var e entry[S, D]
	slots := len(p.slots)
	if p.full() {
		slots += 2 * max(slots, chunkSize/2) // both tables exist while it grows
	}
	return (len(p.chunks)+1)*chunkSize*int(unsafe.Sizeof(e)) + slots*slotBytes
}

// full reports whether the table must grow before the next arrival.
func (p *pool[S, D]) full() bool { return p.size*4 >= len(p.slots)*3 }

// put returns the number of s, which has the given hash, and whether the pool held it already.
func (p *pool[S, D]) put(s *S, hash uint64) (i int32, found bool) {
	if p.full() {
		p.grow()
	}
	k, found := p.find(s, hash)
	if found {
		return p.slots[k].node - 1, true
	}
	if p.size == maxPool {
		panic("path: more positions than can be numbered")
	}
	i = int32(p.size)
	if int(i>>chunkBits) == len(p.chunks) {
		p.chunks = append(p.chunks, make([]entry[S, D], chunkSize))
	}
	p.at(i).state = *s
	p.slots[k] = slot{tagOf(hash), i + 1}
	p.size++
	return i, false
}

// get returns the number of s, if it is present.
func (p *pool[S, D]) get(s *S, hash uint64) (i int32, found bool) {
	if p.size == 0 {
		return 0, false
	}
	k, found := p.find(s, hash)
	return p.slots[k].node - 1, found
}

// find returns the slot of s, or the free one where it belongs.
func (p *pool[S, D]) find(s *S, hash uint64) (k int, found bool) {
	mask, tag := len(p.slots)-1, tagOf(hash)
	for k = int(tag >> p.shift); ; k = (k + 1) & mask {
		switch sl := p.slots[k]; {
		case sl.node == 0:
			return k, false
		case sl.tag == tag && p.at(sl.node-1).state == *s:
			return k, true
		}
	}
}

// tagOf returns the tag of a hash. Multiplying (Fibonacci hashing) spreads the
// small hashes of some puzzles.
func tagOf(hash uint64) uint32 { return uint32(hash * 0x9E3779B97F4A7C15 >> 32) }

func (p *pool[S, D]) grow() {
	old := p.slots
	p.slots = make([]slot, max(chunkSize, 2*len(old)))
	p.shift = uint(32 - bits.TrailingZeros(uint(len(p.slots))))
	mask := len(p.slots) - 1
	for _, sl := range old {
		if sl.node == 0 {
			continue
		}
		k := int(sl.tag >> p.shift)
		for p.slots[k].node != 0 {
			k = (k + 1) & mask
		}
		p.slots[k] = sl
	}
}
