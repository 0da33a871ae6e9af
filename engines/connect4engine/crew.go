package connect4engine

import (
	"sync"
	"sync/atomic"
)

// Several workers answer the same question about the same position, through
// one table. What one has found the others need not search again. To keep them
// apart, each says which position it is about to search; another that meets it
// among the children of a node puts it off until the others are done. This is
// ABDADA (Weill 1996) in the simple form of Kerrigan: the notes are kept beside
// the table, and only for large subtrees. Two threads visit 4 to 10 % more nodes
// than one on the position 44.

// shareLeft is the least number of empty cells at which workers keep out of
// each other's way. The subtrees below take less than a millisecond.
var shareLeft = 22

// crew is what the workers of one question share.
type crew struct {
	done atomic.Bool
	busy [1 << 12]atomic.Uint64 // hashes of positions being searched
}

// shares reports whether the children of a node with so many empty cells are
// to be shared out.
func (c *crew) shares(left int) bool { return c != nil && left >= shareLeft }

// finished reports whether one of the crew has the answer.
func (c *crew) finished() bool { return c != nil && c.done.Load() }

func (c *crew) note(hash uint64) *atomic.Uint64 { return &c.busy[hash>>(64-12)] }

// share is descend for a crew: children that another worker is searching are
// put off, but for one that is searched in any case.
func (w *worker) share(f *frame, n int, c *child, depth, beta int) (best, column int) {
	best = -unbounded
	for n > 0 {
		later := 0
		for i, r := range f.order[:n] {
			k := f.at(r)
			note := w.crew.note(k.hash)
			if i > 0 && note.Load() == k.hash {
				f.order[later] = r
				later++
				continue
			}
			note.Store(k.hash)
			v := w.value(k, depth, beta)
			note.CompareAndSwap(k.hash, 0)
			if v > best {
				best, column = v, k.column
			}
			if w.stop || best >= beta {
				return best, column
			}
			if v, ok := w.table.probe(c.hash).answers(beta); ok {
				return v, column // another worker was faster
			}
		}
		n = later
	}
	return best, column
}

// ask has all workers find the same bound and returns the first answer. ok is
// false if they were stopped.
func ask(workers []*worker, root node, discs, beta int) (v int, ok bool) {
	crew := &crew{}
	var all sync.WaitGroup
	var first sync.Once
	for _, w := range workers {
		w.crew, w.stop = crew, false
		all.Go(func() {
			got := w.test(root, discs, beta)
			if w.stop {
				return
			}
			first.Do(func() { v, ok = got, true })
			crew.done.Store(true)
		})
	}
	all.Wait()
	return v, ok
}
