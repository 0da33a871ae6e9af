package othello

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plywood-go/plywood/games/othello"
)

// Threads share a search by "young brothers wait" (Feldmann, Monien,
// Mysliwietz & Vornberger 1989). Where the first move of a node has not cut it
// off, the others will most likely all have to be searched, and may be by
// different threads: the node becomes a split point, from which idle threads
// take moves. A thread that has run out of moves at its own split point waits
// for those who still search there, and meanwhile helps them, so as never to
// take up work that would keep it longer ("helpful master"). A cutoff at a
// split point ends all that is searched below it.
//
// Nodes split only while a thread is idle; nothing is split on one thread, and
// the search is then the same as without all this.

// crew is what the threads of a search share. Its lock guards the split points,
// too: they are few, for each stands for milliseconds of search.
type crew struct {
	mu      sync.Mutex
	changed sync.Cond // a split point was opened, a helper left one, or all is over
	idle    atomic.Int32
	open    []*split
	over    bool
	least   int                  // depth, in plies, of the shallowest split points
	clock   func() time.Duration // measures waited
	waited  time.Duration        // of all threads for something to do
}

// split is a node some of whose moves have been searched, the others being
// left to whoever is free.
type split struct {
	parent   *split // the one below which this one lies
	cut      atomic.Bool
	list     []child
	taken    int // moves of list that are being searched or have been
	helpers  int // threads besides the owner
	opp      uint64
	features features
	alpha    int
	depth, n int
	parity   uint8
	sure     uint8
	probing  int
	best     int
	first    othello.Move
}

// splitFrom is the least depth, in plies, of split points in searches to the
// end of the game. Exact searches of 17 to 19 empty squares take with two threads
// more nodes than with one, and the threads wait for a part of their time, in percent,
//
//	splitFrom     9    11    12    13    14    15    17
//	nodes       6.5   6.4   6.5   4.8   3.4   4.4   0.6
//	waiting      34    35    33    37    37    39    46
//
// where positions of 17 are not split for long. TestSplits measures them anew: go
// test ./engines/othello -run TestSplits -measure -v.
const splitFrom = 13

// midWeight is what a ply over the evaluation, where branches are more and ends
// are far, adds to the depth for splitFrom. It is flat: with 0 and 2 two threads take
// 2 % more nodes, with 4 and 6 as many. TestSplits measures them anew.
var midWeight = 5

// shares reports whether a node of some depth is to be split.
func (w *worker) shares(depth int) bool {
	return w.crew != nil && depth >= w.crew.least && w.crew.idle.Load() > 0
}

// halted reports whether the search, or the split point it is for, is over;
// values returned after that mean nothing.
func (w *worker) halted() bool {
	return w.budget.Halted() || w.split != nil && w.split.isOver()
}

// isOver reports whether s or a split point above has been cut off.
func (s *split) isOver() bool {
	for ; s != nil; s = s.parent {
		if s.cut.Load() {
			return true
		}
	}
	return false
}

// below reports whether s lies below t. Everything lies below nil.
func (s *split) below(t *split) bool {
	for t != nil && s != nil && s != t {
		s = s.parent
	}
	return s == t || t == nil
}

func newCrew() *crew {
	c := &crew{least: splitFrom, clock: func() time.Duration { return 0 }}
	c.changed.L = &c.mu
	return c
}

// gather starts the helpers of a search; dismiss ends them.
func (s *Solver) gather() (dismiss func()) {
	if len(s.workers) == 1 {
		return func() {}
	}
	c := s.worker.crew
	c.over = false
	var all sync.WaitGroup
	for _, w := range s.workers[1:] {
		all.Go(func() { c.attend(w) })
	}
	return func() {
		c.mu.Lock()
		c.over = true
		c.changed.Broadcast()
		c.mu.Unlock()
		all.Wait()
	}
}

// attend helps wherever there is something to do until all is over.
func (c *crew) attend(w *worker) {
	c.mu.Lock()
	for !c.over {
		c.serve(w, nil)
	}
	c.mu.Unlock()
}

// share searches the moves of list with all threads that are free, and returns
// the best value and move of these and those known.
func (w *worker) share(s *split, list []child) (best int, first othello.Move) {
	c := w.crew
	s.parent, s.list = w.split, list
	s.features, s.sure, s.probing = w.features[s.n], w.sure, w.probing
	c.mu.Lock()
	c.open = append(c.open, s)
	c.changed.Broadcast()
	w.work(s)
	for s.helpers > 0 {
		c.serve(w, s)
	}
	c.open = slices.DeleteFunc(c.open, func(t *split) bool { return t == s })
	c.mu.Unlock()
	return s.best, s.first
}

// work searches moves of s until none is left or it is cut off. It is called,
// and returns, with the lock held.
func (w *worker) work(s *split) {
	outer := w.split
	w.split = s
	for s.taken < len(s.list) && !s.isOver() && !w.budget.Halted() {
		c := *next(s.list, s.taken)
		s.taken++
		w.crew.mu.Unlock()
		w.descend(&c, s.opp, s.n)
		v := -w.mid(c.own, c.opp, -s.alpha-1, s.depth-1, s.n-1, s.parity^quadrant[c.move&63])
		w.crew.mu.Lock()
		if v > s.best && !w.halted() {
			s.best, s.first = v, c.move
			if v > s.alpha {
				s.cut.Store(true)
			}
		}
	}
	w.split = outer
}

// help searches moves of another thread's split point, with the lock held.
func (w *worker) help(s *split) {
	sure, probing := w.sure, w.probing
	w.sure, w.probing, w.features[s.n] = s.sure, s.probing, s.features
	s.helpers++
	w.work(s)
	s.helpers--
	w.sure, w.probing = sure, probing
	w.crew.changed.Broadcast()
}

// serve helps at a split point below s, or waits for one or for another change.
// It is called with the lock held.
func (c *crew) serve(w *worker, s *split) {
	if t := c.largest(s); t != nil && !w.budget.Halted() {
		w.help(t)
		return
	}
	began := c.clock()
	c.idle.Add(1)
	c.changed.Wait()
	c.idle.Add(-1)
	c.waited += c.clock() - began
}

// largest returns the split point below s with moves left that has the most
// empty squares, nil if there is none.
func (c *crew) largest(s *split) (found *split) {
	for _, t := range c.open {
		if t.taken < len(t.list) && t.below(s) && !t.isOver() && (found == nil || t.n > found.n) {
			found = t
		}
	}
	return found
}
