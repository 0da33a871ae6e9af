package connect4engine

import (
	"sync"
	"sync/atomic"
)

// Several workers answer the same question about the same position with a shared table,
// so that each uses the results of the others. To keep them apart, each marks the
// position that it is about to search. Others defer the marked children of a node to the
// end. This is ABDADA (Weill 1996) in Kerrigan's simple form: the marks are kept beside
// the table, and only for large subtrees. On the position 44 two threads visit 4 to 10 %
// more nodes than one.

// shareLeft is the least number of empty cells at which workers defer marked
// positions. Smaller subtrees take less than a millisecond.
var shareLeft = 22

// crew is the shared state of the workers on one question.
type crew struct {
	done atomic.Bool
	busy [1 << 12]atomic.Uint64 // hashes of positions being searched
}

// shares reports whether workers coordinate at nodes with this many empty
// cells.
func (c *crew) shares(left int) bool { return c != nil && left >= shareLeft }

// finished reports whether a worker of the crew has found the answer.
func (c *crew) finished() bool { return c != nil && c.done.Load() }

func (c *crew) note(hash uint64) *atomic.Uint64 { return &c.busy[hash>>(64-12)] }

// share is descend for a crew: it defers children that another worker is searching, but
// never the first child.
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

// ask lets all workers answer the same question and returns the first answer. ok is false
// if they were stopped.
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
