// Package brothers lets several threads search one tree together: young brothers
// wait (Feldmann, Monien, Mysliwietz and Vornberger 1989).
//
// Once the first move of a node has been searched and has not cut, all the
// others are likely to be needed. The thread whose node it is then makes it a
// Split, from which threads that have nothing to do take moves. All share the
// node's window: what raises alpha for one raises it for all, and a cut calls
// back everyone below.
//
// A thread that runs out of moves while others still search its own helps them
// meanwhile. It may only take moves below its own node, or it could come back too
// late (the helpful master).
package brothers

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Crew is the meeting place of the threads of one search.
type Crew[N any] struct {
	members []*Member[N]
	halted  func() bool
	clock   func() time.Duration // measures waited; nil if nobody asks
	idle    atomic.Int32         // members without work

	mu     sync.Mutex // guards the rest, the splits, and the split of every member
	news   sync.Cond  // a split was opened or left, or the search is over
	open   []*Split[N]
	ended  bool
	waited time.Duration
}

// Split is a node whose moves are being shared out.
type Split[N any] struct {
	// Node is what the search knows of the node. It is guarded by the crew's lock.
	Node N
	// Size is larger the more work a move is, such as the depth: the largest
	// split is helped first.
	Size int
	// Moves is the number of moves, of which Taken have been searched or are
	// being so.
	Moves, Taken int

	above  *Split[N] // the one that the owner works in; nil at none
	cut    bool      // a move failed high: the others do not matter
	active int       // members searching a move of it
}

// Member is a thread of a Crew, or one that searches alone. It is for that
// thread, but for Stop.
type Member[N any] struct {
	crew  *Crew[N]
	join  func(*Split[N])
	split *Split[N]   // whose moves the member searches; nil at none
	stop  atomic.Bool // the search, or the work in split, is over
}

// Assemble makes a crew of members, of which the first leads; join is what each
// does to take a part in a split of another: it prepares to search the node's
// children, and calls Work. halted reports whether the search is to end; Stop is
// to be called after it has begun to.
func Assemble[N any](members []*Member[N], halted func() bool, join func(member int, s *Split[N])) *Crew[N] {
	c := &Crew[N]{members: members, halted: halted}
	c.news.L = &c.mu
	for i, m := range members {
		m.crew, m.join = c, func(s *Split[N]) { join(i, s) }
	}
	return c
}

// Time lets a clock measure from now on how long members wait for something to
// do.
func (c *Crew[N]) Time(clock func() time.Duration) { c.clock, c.waited = clock, 0 }

// Waited returns how long members have waited, all together.
func (c *Crew[N]) Waited() time.Duration { return c.waited }

// Begin sets all members but the first to help wherever they can. end sends them
// home, and returns when they have left.
func (c *Crew[N]) Begin() (end func()) {
	c.ended, c.open = false, c.open[:0]
	var helpers sync.WaitGroup
	for _, m := range c.members[1:] {
		helpers.Go(m.help)
	}
	return func() {
		c.mu.Lock()
		c.ended = true
		c.mu.Unlock()
		c.news.Broadcast()
		helpers.Wait()
	}
}

// Free reports whether somebody of m's crew has nothing to do.
func (m *Member[N]) Free() bool { return m.crew != nil && m.crew.idle.Load() > 0 }

// Stopped reports whether m is to give up the work that it does. What it
// returns after that means nothing.
func (m *Member[N]) Stopped() bool { return m.stop.Load() }

// Stop makes m give up its work.
func (m *Member[N]) Stop() { m.stop.Store(true) }

// Ready makes m ready for a search.
func (m *Member[N]) Ready() {
	m.split = nil
	m.stop.Store(false)
}

// Share searches the moves of s that are left, together with whoever is free.
func (m *Member[N]) Share(s *Split[N], search func(i int) (cut bool)) {
	c := m.crew
	s.above = m.split
	c.mu.Lock()
	c.open = append(c.open, s)
	c.news.Broadcast()
	m.Work(s, search)
	m.serve(s, func() bool { return s.active == 0 })
	c.open = slices.DeleteFunc(c.open, func(o *Split[N]) bool { return o == s })
	c.mu.Unlock()
}

// Work searches moves of s until none is left or a cut makes them useless. search
// is called with the lock held, which it gives up by Apart. It reports whether
// the move is good enough for the others not to matter.
func (m *Member[N]) Work(s *Split[N], search func(i int) (cut bool)) {
	outer := m.split
	m.split = s
	s.active++
	m.resume()
	for s.Taken < s.Moves && !m.Stopped() {
		i := s.Taken
		s.Taken++
		if search(i) {
			m.crew.callBack(s)
		}
	}
	s.active--
	m.crew.news.Broadcast()
	m.split = outer
	m.resume()
}

// Apart runs work without the lock.
func (m *Member[N]) Apart(work func()) {
	m.crew.mu.Unlock()
	work()
	m.crew.mu.Lock()
}

// help works for others until the search is over.
func (m *Member[N]) help() {
	m.crew.mu.Lock()
	defer m.crew.mu.Unlock()
	m.serve(nil, func() bool { return m.crew.ended })
}

// serve joins splits below the given one until done, which is asked whenever
// there is news.
func (m *Member[N]) serve(below *Split[N], done func() bool) {
	c := m.crew
	for !done() {
		if s := c.find(below); s != nil && !c.halted() {
			m.join(s)
		} else {
			c.wait()
		}
	}
}

func (c *Crew[N]) wait() {
	var began time.Duration
	if c.clock != nil {
		began = c.clock()
	}
	c.idle.Add(1)
	c.news.Wait()
	c.idle.Add(-1)
	if c.clock != nil {
		c.waited += c.clock() - began
	}
}

// find returns the largest open split with moves left below the given one; nil if
// there is none.
func (c *Crew[N]) find(below *Split[N]) (largest *Split[N]) {
	for _, s := range c.open {
		if s.Taken < s.Moves && s.below(below) && !s.over() && (largest == nil || s.Size > largest.Size) {
			largest = s
		}
	}
	return largest
}

// callBack cuts s and stops everyone who works in it or below.
func (c *Crew[N]) callBack(s *Split[N]) {
	s.cut = true
	for _, m := range c.members {
		if m.split.below(s) {
			m.Stop()
		}
	}
}

// resume lets m go on in the split that it is in now: what stopped it in another
// does not stop it there. The order matters, for a search that is halted
// meanwhile stops m after that.
func (m *Member[N]) resume() {
	m.stop.Store(false)
	if m.crew.halted() || m.split.over() {
		m.stop.Store(true)
	}
}

// over reports whether a cut made the work in s, or in a split above it,
// useless.
func (s *Split[N]) over() bool {
	for ; s != nil; s = s.above {
		if s.cut {
			return true
		}
	}
	return false
}

// below reports whether s lies in the tree below t, or is t. Everything lies below
// nil, the root.
func (s *Split[N]) below(t *Split[N]) bool {
	for ; s != nil; s = s.above {
		if s == t {
			return true
		}
	}
	return t == nil
}
